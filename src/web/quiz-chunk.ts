import { createFeedback } from './api-client/create-feedback.ts';
import { readQuiz } from './api-client/read-quiz.ts';
import { BegunQuiz } from './pages/begun-quiz.tsx';
import { Questions } from './pages/questions.tsx';
import { Results } from './pages/results.tsx';

/**
 * What a visitor needs only after choosing a topic: a chunk of its own, which load-quiz-chunk.ts
 * loads. Nothing else imports it, or it would be part of the first load.
 */
export const quizChunk = { BegunQuiz, Questions, Results, readQuiz, createFeedback };
