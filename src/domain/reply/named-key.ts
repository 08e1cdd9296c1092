import type { DraftAnswer } from './answers.ts';
import { type Fields, fieldOf, isLacking } from './fields.ts';
import { positionOf, readBareLetter, readLabel } from './letters.ts';

/** Fields that give the correct answer by its number in the list. */
const indexNames = [
  'correctIndex',
  'correct_index',
  'correctAnswerIndex',
  'correct_answer_index',
  'correctOptionIndex',
  'correct_option_index',
];

/** Fields beside the list that name its correct answer, the plainest first. */
const keyNames = [
  'correctAnswer',
  'correct_answer',
  'correctAnswerId',
  'correct_answer_id',
  'correctOption',
  'correct_option',
  ...indexNames,
  'correct',
  'answer',
];

/** Which answers a key names: positions that are sure, or an index still to be interpreted. */
export type NamedKey =
  | { readonly kind: 'positions'; readonly positions: readonly number[] }
  | { readonly kind: 'index'; readonly index: number; readonly count: number };

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ');
}

function withoutLabel(text: string): string {
  return plain(readLabel(text)?.rest ?? text);
}

/** The positions of the answers that `matches` holds for; undefined where it is none. */
function positionsWhere(
  answers: readonly DraftAnswer[],
  matches: (answer: DraftAnswer) => boolean,
): readonly number[] | undefined {
  const positions = answers.flatMap((answer, at) => (matches(answer) ? [at] : []));
  return positions.length > 0 ? positions : undefined;
}

/** The answers that a key names by text, else by id, else by letter. */
function positionsOf(key: string, answers: readonly DraftAnswer[]): readonly number[] | undefined {
  const letter = readBareLetter(key) ?? readLabel(key)?.letter;
  const position = letter === undefined ? answers.length : positionOf(letter);
  // One letter alone is no text behind a label: "B" names "B) Paris", not "A) B".
  const unlabelled = key.length > 1 ? withoutLabel(key) : undefined;
  const plainKey = plain(key);
  return (
    positionsWhere(answers, ({ text }) => text.trim() === key) ??
    positionsWhere(answers, ({ text }) => plain(text) === plainKey) ??
    positionsWhere(answers, ({ text }) => withoutLabel(text) === unlabelled) ??
    positionsWhere(answers, ({ id }) => plain(id) === plainKey) ??
    positionsWhere(answers, ({ id }) => plain(id) === letter) ??
    (position < answers.length ? [position] : undefined)
  );
}

function indexOf(key: string, count: number): NamedKey | undefined {
  const index = /^\d{1,6}$/.test(key) ? Number(key) : count + 1;
  return index <= count ? { kind: 'index', index, count } : undefined;
}

/**
 * The correct answer named beside the list of answers, as an answer's text, its id, its letter
 * ("b", "B)", "B. Paris") or its index, in this order, for texts may be numbers and ids letters; a
 * field whose own name says index is read as one first. Undefined where no field names an answer.
 */
export function readNamedKey(
  question: Fields,
  answers: readonly DraftAnswer[],
): NamedKey | undefined {
  for (const name of keyNames) {
    const value = fieldOf(question, name);
    if (isLacking(value) || !['string', 'number'].includes(typeof value)) continue;
    const key = String(value).trim();
    const index = indexOf(key, answers.length);
    if (index && indexNames.includes(name)) return index;
    const positions = positionsOf(key, answers);
    if (positions) return { kind: 'positions', positions };
    if (index) return index;
  }
  return undefined;
}

/**
 * Whether the indexes of a reply count from one. Models count from zero unless the reply as a whole
 * shows otherwise: some index equals the number of answers, which from zero would be past the last,
 * and none is 0, which from one would be before the first.
 */
export function countsFromOne(keys: readonly (NamedKey | undefined)[]): boolean {
  const indexes = keys.filter((key) => key?.kind === 'index');
  return (
    indexes.some(({ index, count }) => index === count) && indexes.every(({ index }) => index > 0)
  );
}

/** The zero-based positions that a key names; none where its index lies outside the list. */
export function correctPositions(key: NamedKey, fromOne: boolean): readonly number[] {
  if (key.kind === 'positions') return key.positions;
  const position = key.index - (fromOne ? 1 : 0);
  return position < key.count ? [position] : [];
}
