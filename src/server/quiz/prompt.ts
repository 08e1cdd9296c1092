import { answersPerQuestion, feedbackWordLimit, questionsPerQuiz } from '../../domain/limits.ts';
import type { QuizResult } from '../../domain/quiz.ts';
import { type TopicId, topicOf } from '../../domain/topics.ts';

/** The two messages of a call (specification, section 7). */
export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/** Words of an explanation: five of them must fit into the quiz's 2,000 tokens. */
const explanationWordLimit = 30;

const quizSystem = `You write multiple-choice quizzes for curious adults. You know your facts, you \
write plain, friendly English, and you reply with JSON only.

Rules for every question:
- It asks for one clear fact that is well established, does not change from year to year and can \
be looked up.
- It has exactly ${answersPerQuestion} answers, and exactly one of them is correct beyond dispute.
- The wrong answers are plausible, of the same kind as the correct one and clearly wrong to someone \
who knows.
- All answers of a question are of like length and form; the correct one is not the longest or the \
most precise.
- No answer says "all of the above", "none of the above" or anything like it.
- Neither the question nor the explanation mentions an answer by its letter or its position.
- The question does not give its own answer away, nor that of another question.`;

const quizExample = `[{"id":"q-1","text":"...","answers":[{"id":"a","text":"...","isCorrect":false},\
{"id":"b","text":"...","isCorrect":true},{"id":"c","text":"...","isCorrect":false},\
{"id":"d","text":"...","isCorrect":false}],"explanation":"..."}]`;

/** The messages that ask for a quiz on a topic. Nothing but the topic's own name goes into them. */
export function quizPrompt(topic: TopicId): Prompt {
  return {
    system: quizSystem,
    user: `Write ${questionsPerQuiz} multiple-choice questions on the topic "${topicOf(topic).name}".

Let the difficulty be mixed: begin with an easy question and end with a demanding one. Let each \
question deal with a different part of the topic, and put the correct answer in a different place \
from one question to the next.

Reply with one JSON array of exactly ${questionsPerQuiz} questions and nothing else: no markdown, \
no code fence, no words before or after it. Write it compactly, without indentation. Each question \
is an object with these fields:
- "id": a string, "q-1" to "q-${questionsPerQuiz}"
- "text": the question
- "answers": an array of exactly ${answersPerQuestion} objects with "id" ("a", "b", "c" and "d", in \
this order), "text" and "isCorrect" (true for exactly one of them, false for the others)
- "explanation": why the correct answer is right, in at most ${explanationWordLimit} words

The form, shown with one question:
${quizExample}`,
  };
}

const feedbackSystem = `You are a warm and encouraging quiz host who speaks to the player directly. \
You are honest about the result and never mocking. You write plain text: no markdown, no lists, no \
headings, no emoji, no quotation marks around your reply.`;

/**
 * The messages that ask for feedback on a result. Nothing but the topic's own name and the two
 * numbers goes into them.
 */
export function feedbackPrompt({ topic, score, total }: QuizResult): Prompt {
  return {
    system: feedbackSystem,
    user: `The player has just finished a quiz on the topic "${topicOf(topic).name}" and answered \
${score} of ${total} questions correctly.

Write a positive, constructive message of two to four sentences, under ${feedbackWordLimit} words. \
Mention the result in a way that fits it, say something encouraging, and suggest one concrete way \
to learn more about the topic. You do not know which questions were asked: do not guess at them. \
Reply with the message alone.`,
  };
}
