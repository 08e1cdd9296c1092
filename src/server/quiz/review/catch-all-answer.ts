import type { Question } from '../../../domain/quiz.ts';
import { answerLetters, areLettersTheSubject } from './letters.ts';

const verdict = '(?: (?:is|are) (?:all |both )?(?:correct|right|true|wrong|incorrect|false))';
const answers = '(?:answers?|options?|choices?|possibilities|statements?)';

/** Whole answers, in small letters and without punctuation, that stand for others. */
const catchAlls: readonly RegExp[] = [
  `(?:all|both|none|neither|any|either|some|two|three|more than one)(?: of)?(?: the)? ` +
    `(?:above|these|those|them|others|foregoing|preceding|previous)(?: ${answers})?` +
    `(?: listed| given| mentioned| above)?${verdict}?`,
  `(?:all|both|none|neither|any|either)(?: of)?(?: the| these)?(?: other| above| listed| given)? ` +
    `${answers}(?: listed| given| mentioned| above)?${verdict}?`,
  `(?:all|both|none|neither)${verdict}`,
  `no (?:correct ${answers}|${answers}${verdict})`,
].map((pattern) => new RegExp(`^${pattern}$`));

/** "A and B", "Both A and D", "Options (a), (b) and (c) only": the letters are in the two groups. */
const letterPair =
  /^(?:(?:only|both|either|neither|options?|answers?|choices?) )*((?:[a-z],? )*[a-z]),? (?:and|or|nor|&) ([a-z])(?: only)?(?: (?:is|are) (?:both )?(?:correct|right|true))?$/;

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&,\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The letters of an answer that is nothing but a combination of letters; empty for any other. */
function combinedLetters(text: string): readonly string[] {
  const match = letterPair.exec(plain(text));
  return match ? [...(match[1] ?? '').split(/,? /), match[2] ?? ''] : [];
}

/** From this many answers made of letters on, letters are what the question is about. */
const lettersAreMeantFrom = 3;

function combinesAnswers(text: string, question: Question): boolean {
  const letters = combinedLetters(text);
  const known = answerLetters(question);
  const alike = question.answers.filter((answer) => combinedLetters(answer.text).length > 0);
  return (
    letters.length > 1 &&
    new Set(letters).size === letters.length &&
    letters.every((letter) => known.includes(letter)) &&
    alike.length < lettersAreMeantFrom &&
    !areLettersTheSubject(question)
  );
}

/** Whether an answer of the question is nothing but a reference to its other answers. */
export function isCatchAll(text: string, question: Question): boolean {
  const words = plain(text);
  return catchAlls.some((pattern) => pattern.test(words)) || combinesAnswers(text, question);
}

/**
 * Whether an answer is "all of the above", "none of these", "A and B" or the like. They are flaws
 * of item writing (arXiv 2307.08161), and after shuffling there is no "above" and no A. "None" and
 * "both" alone may be honest answers ("How many moons has Venus?") and pass.
 */
export function catchAllAnswer(question: Question): boolean {
  return question.answers.some(({ text }) => isCatchAll(text, question));
}
