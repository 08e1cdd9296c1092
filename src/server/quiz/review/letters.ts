import { answersPerQuestion } from '../../../domain/limits.ts';
import type { Question } from '../../../domain/quiz.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** The small letters that answers of the question can go by: a to d, or more for more answers. */
export function answerLetters({ answers }: Question): string {
  return alphabet.slice(0, Math.max(answersPerQuestion, answers.length));
}

/** Matters whose own names are letters: hepatitis A and B, the strings G, D, A and E. */
const letteredMatters =
  /\b(?:vitamins?|blood (?:types?|groups?)|hepatitis|influenza|antigens?|alleles?|chords?|triangles?|strings|musical notes?|scales?|roman numerals?|programming languages?|nucle(?:ic|otides?))\b/i;

/** Whether answers of the question are letters themselves ("Which symbol has carbon?"). */
export function areAnswersLetters({ answers }: Question): boolean {
  return answers.some(({ text }) => /^\W*[a-z]\W*$/i.test(text));
}

/** Whether letters are likely to be what the question is about, and so no answers' names. */
export function areLettersTheSubject(question: Question): boolean {
  return letteredMatters.test(question.text) || areAnswersLetters(question);
}
