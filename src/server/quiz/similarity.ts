import { canonical, folded, type Reading, readQuestion } from './question-reading.ts';
import { decidingWords, opposites } from './question-words.ts';

/** Shared words over all words from which two questions count as the same. */
const likeness = 0.7;

const within = (some: ReadonlySet<string>, all: ReadonlySet<string>) =>
  [...some].every((word) => all.has(word));

const shareAny = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...one].some((word) => other.has(word));

/** The A of "vitamin A", which is not the article of another question. */
const isLetter = (name: string) => name.length === 1;

/** Whether each names something that the other does not mention: Austria here, Australia there. */
function nameDifferently(one: Reading, other: Reading): boolean {
  const missing = (from: Reading, to: Reading) =>
    [...from.names].some((name) => !(isLetter(name) ? to.names : to.said).has(name));
  return missing(one, other) && missing(other, one);
}

function decideDifferently(one: Reading, other: Reading): boolean {
  const deciding = ({ words }: Reading) => new Set([...words].filter((w) => decidingWords.has(w)));
  return !within(deciding(one), other.words) || !within(deciding(other), one.words);
}

const comparedOpposites = opposites.map(
  ([left, right]) => [canonical(left), canonical(right)] as const,
);

function sayOpposites(one: Reading, other: Reading): boolean {
  const only = ({ said }: Reading, word: string, not: string) => said.has(word) && !said.has(not);
  return comparedOpposites.some(
    ([left, right]) =>
      (only(one, left, right) && only(other, right, left)) ||
      (only(one, right, left) && only(other, left, right)),
  );
}

/**
 * Whether the shared words over all words come up to the likeness; a number that only one of the
 * two gives is no difference. Most pairs are told apart by their first few words.
 */
function shareMostWords(one: Reading, other: Reading): boolean {
  const mostMissing = (1 - likeness) * one.words.size;
  let shared = 0;
  let missing = 0;
  for (const word of one.words) {
    if (other.words.has(word)) shared += 1;
    else if (!one.numbers.has(word)) missing += 1;
    if (missing > mostMissing) return false;
  }
  for (const word of other.words) {
    if (!(one.words.has(word) || other.numbers.has(word))) missing += 1;
  }
  return shared > 0 && shared / (shared + missing) >= likeness;
}

/** Readings kept: twice what all topics' recent questions take. */
const mostReadings = 512;
const readings = new Map<string, Reading>();

/** Reads a question, but not again one of the last few hundred: each is compared many times. */
function readingOf(text: string): Reading {
  const known = readings.get(text);
  if (known) return known;
  const reading = readQuestion(text);
  readings.set(text, reading);
  if (readings.size > mostReadings) {
    for (const oldest of readings.keys()) {
      readings.delete(oldest);
      break;
    }
  }
  return reading;
}

/**
 * The words by which a question is compared, sorted: stemmed, without question words, filler and
 * words for the kind of answer ("city", "year"), with words of one meaning made one.
 */
export function fingerprintOf(text: string): readonly string[] {
  return [...readQuestion(text).words].sort();
}

/**
 * Whether two questions ask the same, by their words alone: they share at least 70 % of the words
 * of their fingerprints (Jaccard), and nothing sets them apart. Set apart they are by asking for
 * different things (who, when, where, how many), by numbers of which neither holds the other's, by
 * a negation, an ordinal or a superlative in one alone, by opposites (begin and end), and by each
 * naming something that the other does not.
 *
 * It can tell rephrasings with the same key words, in another order, form or listed synonym. It
 * cannot tell that "Holland" is "the Netherlands", that a question is another one turned round
 * (France to Paris, Paris to France), nor that two long questions with different clues have one
 * answer; and it calls short questions alike that differ in a word it leaves out. Without an
 * English question word, in whatever script, only questions of the very same words count as alike.
 */
export function areAlike(a: string, b: string): boolean {
  const one = readingOf(a);
  const other = readingOf(b);
  if (one.words.size === 0 || other.words.size === 0) return folded(a).trim() === folded(b).trim();
  if (one.aims.size === 0 || other.aims.size === 0) {
    return within(one.words, other.words) && within(other.words, one.words);
  }
  return (
    shareMostWords(one, other) &&
    shareAny(one.aims, other.aims) &&
    (within(one.numbers, other.numbers) || within(other.numbers, one.numbers)) &&
    !decideDifferently(one, other) &&
    !sayOpposites(one, other) &&
    !nameDifferently(one, other)
  );
}
