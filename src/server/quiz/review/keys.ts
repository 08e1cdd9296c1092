import type { Question } from '../../../domain/quiz.ts';

/** From this many times the mean length of the others on, a key stands out. */
export const standsOutFrom = 1.5;

/** A quiz gives its keys away when they stand out in more than this share of its questions. */
export const tellingShare = 0.5;

/** The answers that are marked correct. */
export const keysOf = ({ answers }: Question) => answers.filter(({ isCorrect }) => isCorrect);

/**
 * Whether no answer is marked correct. The specification has no check for exactly one (section 5),
 * and wrong keys are the loudest complaint of those who take generated quizzes: 6 % of a model's
 * questions are factually wrong, 4 % of people's (Law et al. 2025, BMC Med Educ 25:208).
 */
export function noCorrectAnswer(question: Question): boolean {
  return keysOf(question).length === 0;
}

/** Whether more than one answer is marked correct; sources as for `noCorrectAnswer`. */
export function severalCorrectAnswers(question: Question): boolean {
  return keysOf(question).length > 1;
}

/** Characters as a reader counts them, near enough: code points of the trimmed text. */
export const lengthOf = (text: string) => [...text.trim()].length;

/** The key's length over the mean length of the others; undefined where there is no telling. */
export function keyLengthRatio(question: Question): number | undefined {
  const [key, another] = keysOf(question);
  const others = question.answers.filter(({ isCorrect }) => !isCorrect);
  const total = others.reduce((sum, { text }) => sum + lengthOf(text), 0);
  if (!key || another || total === 0) return undefined;
  return lengthOf(key.text) / (total / others.length);
}

/**
 * Whether in most questions of the quiz the key is at least 1.5 times as long as the others on
 * average. The key was the longest answer in 90.7 % and 87.2 % of two public sets of generated
 * questions, where chance gives 25 %, and shuffling does not help (counted in
 * ai-engineering-from-scratch and ava-labs/builders-hub). A flaw of the quiz and not of a question:
 * one long key is chance. Questions with no key or with several are left out.
 */
export function longestIsCorrect(questions: readonly Question[]): boolean {
  const ratios = questions.map(keyLengthRatio).filter((ratio) => ratio !== undefined);
  const telling = ratios.filter((ratio) => ratio >= standsOutFrom);
  return telling.length > ratios.length * tellingShare;
}
