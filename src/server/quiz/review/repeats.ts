import type { Question } from '../../../domain/quiz.ts';
import { withoutAccents } from '../question-reading.ts';
import { shortened } from '../recent-questions.ts';
import { areAlike } from '../similarity.ts';

/** Up to this length case tells answers apart: Co is cobalt, CO is carbon monoxide. */
const caseMattersUpTo = 3;

/**
 * An answer without what does not make it another one: case, the accents of Latin letters, spaces,
 * quotation marks, an article in front, a stop behind, thousands separators. Signs that may carry
 * the answer (C++, -5, 50 %, 1/2) stay.
 */
function normalised(answer: string): string {
  const plain = withoutAccents(answer)
    .replace(/["'“”‘’«»`]/g, '')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=.)\s*[.;!?]+$/, '');
  if ([...plain].length <= caseMattersUpTo) return plain;
  return plain.toLowerCase().replace(/^(?:the|an?) (?=.)/, '');
}

/**
 * Whether two answers of the question say the same. Of two equal answers one is marked wrong, so a
 * right choice may be scored as wrong. A flaw that rules find better than a model that judges (91 %
 * of item-writing flaws against 79 %: arXiv 2307.08161).
 */
export function repeatedAnswer({ answers }: Question): boolean {
  return new Set(answers.map(({ text }) => normalised(text))).size < answers.length;
}

/**
 * Whether the question asks what one before it in the quiz has asked, by the measure of
 * similarity.ts. Models repeat themselves, within a quiz and from one to the next: arXiv 2510.22954.
 */
export function repeatedQuestion({ text }: Question, before: readonly Question[]): boolean {
  return before.some((earlier) => areAlike(earlier.text, text));
}

/**
 * Whether the question asks what one of the topic's recent questions asked; `recent` holds texts as
 * RecentQuestions keeps them, so the question is shortened as they were. Source as above.
 */
export function recentlyAsked({ text }: Question, recent: readonly string[]): boolean {
  const short = shortened(text);
  return recent.some((earlier) => areAlike(earlier, short));
}
