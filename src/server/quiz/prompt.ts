import { answersPerQuestion, feedbackWordLimit, questionsPerQuiz } from '../../domain/limits.ts';
import type { QuizResult } from '../../domain/quiz.ts';
import { type TopicId, topicOf } from '../../domain/topics.ts';
import { recentPerTopic, shortened } from './recent-questions.ts';
import type { PlannedQuestion } from './variety.ts';

/** The two messages of a call (specification, section 7). */
export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/**
 * What the model is asked to keep to, in words, so that the quiz stays well inside its 2,000 tokens
 * (specification, section 7). A word and its space take some 6.5 characters, so a question at all
 * its limits takes 25 words (165 characters), four answers of 8 (210), 30 of explanation (195) and
 * 225 characters of JSON around them: 795. Five such make about 4,000 characters, which are 1,000
 * tokens at the usual four characters each and 1,330 at three.
 */
export const wordLimits = { question: 25, answer: 8, explanation: 30 } as const;

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

/** What a quiz is to be about, and what it is not to ask. */
export interface QuizPromptOptions {
  /** A sub-topic and a difficulty for each question, in order. */
  readonly plan: readonly PlannedQuestion[];
  /** The topic's recent questions, the newest first; no more than 25 are taken, each shortened. */
  readonly avoid: readonly string[];
}

/** The recent questions, each quoted on a line of its own; nothing where there are none. */
function avoidSection(avoid: readonly string[]): string {
  if (avoid.length === 0) return '';
  const lines = avoid
    .slice(0, recentPerTopic)
    .map((text) => `- ${JSON.stringify(shortened(text))}`);
  return `

These questions were asked lately. Ask none of them again, neither in other words nor turned round:
${lines.join('\n')}`;
}

/**
 * The messages that ask for a quiz on a topic (specification, section 7.1). What varies is the
 * topic's own name, the plan drawn from the curated sub-topics, and the questions that the model
 * itself wrote before; of a visitor's request nothing but the topic's id decides on them.
 */
export function quizPrompt(topic: TopicId, { plan, avoid }: QuizPromptOptions): Prompt {
  const parts = plan.map(
    ({ subtopic, difficulty }, index) => `${index + 1}. ${subtopic} (${difficulty})`,
  );
  return {
    system: quizSystem,
    user: `Write ${questionsPerQuiz} multiple-choice questions on the topic "${topicOf(topic).name}", \
one on each of these parts of it, in this order and of this difficulty:
${parts.join('\n')}

Many people can answer an easy question; a medium one takes some knowledge of the part; a hard one \
is for those who know it well, yet asks for nothing obscure.${avoidSection(avoid)}

Reply with one JSON array of exactly ${questionsPerQuiz} questions and nothing else: no markdown, \
no code fence, no words before or after it. Write it compactly, without indentation. Each question \
is an object with these fields:
- "id": a string, "q-1" to "q-${questionsPerQuiz}"
- "text": the question, in at most ${wordLimits.question} words
- "answers": an array of exactly ${answersPerQuestion} objects with "id" ("a", "b", "c" and "d", in \
this order), "text" (at most ${wordLimits.answer} words) and "isCorrect" (true for exactly one of \
them, false for the others)
- "explanation": why the correct answer is right, in at most ${wordLimits.explanation} words

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
