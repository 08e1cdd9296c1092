import type { Question } from '../../domain/quiz.ts';
import { keyLengthRatio, keysOf, lengthOf, standsOutFrom } from '../quiz/review/keys.ts';
import { repeatedQuestion } from '../quiz/review/repeats.ts';
import { isRead } from './attempt-figures.ts';
import { createQuestionIndex } from './question-index.ts';
import type { QuizRecord } from './quiz-record.ts';
import { type Rate, rateOf, rateWhere, sumOf } from './rate.ts';

/** Where a key can stand; `other` is no key, several, or a place behind the fourth. */
export const keyPlaces = ['a', 'b', 'c', 'd', 'other'] as const;
export type KeyPlace = (typeof keyPlaces)[number];

/** What the model's questions were like, in every reply that could be read, before shuffling. */
export interface QuestionFigures {
  readonly questions: number;
  readonly keys: Readonly<Record<KeyPlace, Rate>>;
  /** Of the questions with exactly one key; chance gives 25 %. */
  readonly keyLongest: Rate;
  /** Of the same: the key is at least 1.5 times as long as the others on average. */
  readonly keyStandsOut: Rate;
  /** Questions that ask what one before them in the same reply asks. */
  readonly repeatedWithin: Rate;
  /** Questions that ask what one in an earlier quiz asks, of those of a topic's later quizzes. */
  readonly repeatedAcross: Rate;
}

function keyPlace(question: Question): KeyPlace {
  const [, another] = keysOf(question);
  const at = question.answers.findIndex(({ isCorrect }) => isCorrect);
  return (another ? undefined : keyPlaces.slice(0, 4)[at]) ?? 'other';
}

function isKeyLongest({ answers }: Question): boolean {
  const longest = Math.max(...answers.map(({ text }) => lengthOf(text)));
  return answers.every(({ text, isCorrect }) => isCorrect === (lengthOf(text) === longest));
}

/** The questions of each reply that could be read. */
const repliesOf = ({ attempts }: QuizRecord) =>
  attempts.filter(isRead).map(({ questions }) => questions);

function repeatedWithin(reply: readonly Question[]): number {
  return reply.filter((question, index) => repeatedQuestion(question, reply.slice(0, index)))
    .length;
}

/** The repeats over the quizzes of one topic, in the order in which they were written. */
function repeatedAcross(quizzes: readonly QuizRecord[]): Omit<Rate, 'share'> {
  const earlier = createQuestionIndex();
  let count = 0;
  let of = 0;
  for (const quiz of quizzes) {
    const texts = repliesOf(quiz).flatMap((reply) => reply.map(({ text }) => text));
    if (earlier.size > 0) {
      of += texts.length;
      count += texts.filter((text) => earlier.hasAlike(text)).length;
    }
    for (const text of texts) earlier.add(text);
  }
  return { count, of };
}

/** Counts over every question that was read; `records` holds each topic's quizzes in their order. */
export function questionFigures(records: readonly QuizRecord[]): QuestionFigures {
  const replies = records.flatMap(repliesOf);
  const questions = replies.flat();
  const places = questions.map(keyPlace);
  const comparable = questions.filter((question) => keyLengthRatio(question) !== undefined);
  const topics = [...new Set(records.map(({ topic }) => topic))];
  const across = topics.map((id) => repeatedAcross(records.filter(({ topic }) => topic === id)));
  return {
    questions: questions.length,
    keys: Object.fromEntries(
      keyPlaces.map((place) => [place, rateWhere(places, (other) => other === place)]),
    ) as Record<KeyPlace, Rate>,
    keyLongest: rateWhere(comparable, isKeyLongest),
    keyStandsOut: rateWhere(comparable, (one) => (keyLengthRatio(one) ?? 0) >= standsOutFrom),
    repeatedWithin: rateOf(sumOf(replies, repeatedWithin), questions.length),
    repeatedAcross: rateOf(
      sumOf(across, ({ count }) => count),
      sumOf(across, ({ of }) => of),
    ),
  };
}
