/** The constants of the specification (sections 4, 7 and 9) and of the waiting, each written once. */

/** Questions asked for per quiz. */
export const questionsPerQuiz = 5;

/** Answers asked for per question. */
export const answersPerQuestion = 4;

/** Waits in ms before the second and before the third attempt. */
export const retryWaitsMs = [2000, 3000] as const;

/** Attempts at a quiz, and at a feedback text: the first, and one after each wait. */
export const attemptsPerCall = retryWaitsMs.length + 1;

/** Wait in ms between a quiz that is ready and the quiz page. */
export const openQuizDelayMs = 800;

/** Wait in ms between Submit and the results page. */
export const submitDelayMs = 500;

/** Feedback stays under this many words. */
export const feedbackWordLimit = 100;

/** Time in ms after which a visitor who waits is told that the writing goes on. */
export const longWaitMs = 8000;

/** How often in ms a stream that has nothing to tell says that it is alive. */
export const heartbeatMs = 5000;

/** Silence in ms after which the page takes a stream for dead: six heartbeats that did not come. */
export const silenceLimitMs = 6 * heartbeatMs;
