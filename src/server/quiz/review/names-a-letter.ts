import type { Question } from '../../../domain/quiz.ts';
import { isCatchAll } from './catch-all-answer.ts';
import { answerLetters, areAnswersLetters, areLettersTheSubject } from './letters.ts';

const noun = '(?:[Oo]ption|[Aa]nswer|[Cc]hoice|[Dd]istractor)s?';
const open = '["\'“‘(\\[]';
const close = '["\'”’)\\]]';

/** What may not follow a letter that stands alone: C++, B flat, D-Day, B.B. King, D. H. Lawrence. */
const alone =
  "(?![\\w+#♯♭-]|['’]\\w|\\.\\w|\\. ?[A-Z]\\.|\\s+(?:flat|sharp|major|minor|natural|vitamins?|antigens?)\\b)";

/** What follows a letter that ends its phrase. */
const ending =
  '(?=\\s*(?:$|[.,;:!?)\\]"”’]|(?:and|or|is|was|are|were|because|since|as|but|here|only)\\b))';

/** What comes before a letter that no noun of its own precedes: "Plan B" and "vitamin C" have one. */
const unnamed =
  '(?:^|[.;:,!?(]\\s*|\\b(?:[Ss]o|[Bb]ecause|[Ww]hy|[Oo]nly|[Tt]hus|[Hh]ence|[Tt]herefore|[Tt]hat|and|while|[Bb]ut|[Ss]ince|[Bb]oth|[Ee]ither|[Nn]either)\\s+)';

const verdict =
  '(?:(?:is|was|are|were)\\s+(?:both\\s+|all\\s+)?(?:the\\s+)?(?:correct|right|wrong|incorrect|true|false|best\\s+(?:answer|option|choice)))\\b';

/** What to look for where answers go by `letters`; made once for each number of answers. */
interface Patterns {
  /** Ways of speaking of an answer by its letter that leave no doubt. */
  readonly outright: readonly RegExp[];
  /** Ways that may mean something else where letters are what the question is about. */
  readonly likely: readonly RegExp[];
  /** An answer that begins with such a letter, surely and perhaps. */
  readonly surelyCarried: RegExp;
  readonly perhapsCarried: RegExp;
}

function makePatterns(letters: string): Patterns {
  const upper = `[${letters.toUpperCase()}]`;
  const any = `[${letters}${letters.toUpperCase()}]`;
  // A small "a" after a noun is the article; a capital one may begin a title.
  const bare = `(?:A${alone}${ending}|(?!A)${upper}${alone}|[${letters.slice(1)}]${alone}${ending})`;
  const named = `(?:${open}${any}${close}|${any}\\)|${bare})`;
  const single = `(?:${open}${upper}${close}|${upper}${alone})`;
  const outright = [
    `\\b${noun}\\s+A${alone}(?=\\s+[a-z])`,
    `\\b${noun}(?:\\s+(?:is|was|are|were|would be))?\\s*[:=]?\\s*${named}`,
    `\\b(?:[Cc]orrect|[Rr]ight|[Ww]rong)(?:\\s+(?:one|letter))?\\s*(?:is|:|=)\\s*${named}`,
    `\\b(?:[Cc]hoose|[Ss]elect|[Pp]ick)\\s+${upper}${alone}${ending}`,
  ];
  const likely = [
    `\\(${any}\\)\\s*(?:and|or|nor|&|,)\\s*\\(${any}\\)`,
    `\\b(?:[Bb]oth|[Ee]ither|[Nn]either)\\s+${single}\\s+(?:and|or|nor|&)\\s+${single}`,
    `${unnamed}${single}(?:,?\\s+(?:and|or|nor|&)\\s+|,\\s*)${single}\\s+(?:only\\b|${verdict})`,
    `${unnamed}${single}(?:\\s+\\([^)]*\\))?\\s+${verdict}`,
  ];
  const compiled = (patterns: readonly string[]) =>
    patterns.map((pattern) => new RegExp(pattern, 'u'));
  return {
    outright: compiled(outright),
    likely: compiled(likely),
    surelyCarried: new RegExp(`^\\s*\\(?[${letters}][)]\\s*\\S`, 'i'),
    perhapsCarried: new RegExp(`^\\s*[${letters}][.:]\\s+(?![A-Z]\\.)\\S`, 'i'),
  };
}

const made = new Map<string, Patterns>();

function patternsFor(letters: string): Patterns {
  const known = made.get(letters);
  if (known) return known;
  const patterns = makePatterns(letters);
  made.set(letters, patterns);
  return patterns;
}

const listed = ['A', 'B', 'C'].map((letter) => new RegExp(`(?:^|[\\s(])${letter}[):]\\s`));

/** Whether the stem lists answers itself: "A) Mars B) Venus C) Pluto". */
function listsAnswers(stem: string): boolean {
  const places = listed.map((pattern) => stem.search(pattern));
  return places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1));
}

/** Whether answers carry letters of their own: one "B) Venus", or all of them "B. Venus". */
function carryLetters({ answers }: Question, patterns: Patterns): boolean {
  return (
    answers.some(({ text }) => patterns.surelyCarried.test(text)) ||
    (answers.length > 1 && answers.every(({ text }) => patterns.perhapsCarried.test(text)))
  );
}

/** Whether one of the texts speaks of an answer, as far as the question leaves no doubt. */
function nameAnAnswer(texts: readonly string[], question: Question, patterns: Patterns): boolean {
  if (areAnswersLetters(question)) return false;
  const isFound = (pattern: RegExp) => texts.some((text) => pattern.test(text));
  return (
    patterns.outright.some(isFound) ||
    (!areLettersTheSubject(question) && patterns.likely.some(isFound))
  );
}

/**
 * Whether the stem, an answer or the explanation speaks of an answer by its letter. After shuffling
 * the letter points at another answer (unicef/adt-studio#67); models write such references even
 * where the prompt forbids them. Letters that name something else ("vitamin C", "Plan B", "C
 * major") pass, and an answer that is nothing but a reference is a catch-all answer instead.
 */
export function namesALetter(question: Question): boolean {
  const patterns = patternsFor(answerLetters(question));
  const texts = [
    question.text,
    question.explanation ?? '',
    ...question.answers.map(({ text }) => text).filter((text) => !isCatchAll(text, question)),
  ].map((text) => text.replace(/[*_`]/g, ''));
  return (
    listsAnswers(question.text) ||
    carryLetters(question, patterns) ||
    nameAnAnswer(texts, question, patterns)
  );
}
