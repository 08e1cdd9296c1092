import {
  aimWords,
  decidingWords,
  howAims,
  phrases,
  placeAims,
  roles,
  sameMeaning,
  stopWords,
} from './question-words.ts';

/** Words between "which" and a role: "which 17th-century Dutch painter" has two. */
const roleReach = 4;

/** A question as the measure sees it. */
export interface Reading {
  /** The words that carry the question, stemmed. */
  readonly words: ReadonlySet<string>;
  /** All of its words, carrying or not, stemmed. */
  readonly said: ReadonlySet<string>;
  /** Those of its words that are written as names. */
  readonly names: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  /** What could answer it (a person, a time, a place); empty where that cannot be told. */
  readonly aims: ReadonlySet<string>;
}

/** A word for a kind of work or word, right before the name of one: it says nothing of its own. */
const classBeforeName =
  /\b(?:novel|book|poem|play|song|film|movie|painting|opera|ballet|abbreviation|acronym) (?=["“'‘]|\p{Lu})/gu;

const onlyAscii = /^[\0-\x7f]*$/;

/** The text without the accents of Latin letters (those of other scripts make other letters). */
export function withoutAccents(text: string): string {
  if (onlyAscii.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC');
}

/** Lower case, without the accents of Latin letters. */
export function folded(text: string): string {
  return withoutAccents(text).replace(/[’‘ʼ]/g, "'").toLowerCase();
}

function withoutPlural(word: string): string {
  return word
    .replace(/(ss|sh|ch|x|z)es$/, '$1')
    .replace(/ies$/, 'y')
    .replace(/([^aious])s$/, '$1');
}

/** A word without the commonest English endings; no English word has more than 30 letters. */
function stemmed(word: string): string {
  if (!/^[a-z]{4,30}$/.test(word)) return word;
  const singular = word.endsWith('s') ? withoutPlural(word) : word;
  const verb = /(?:ing|ed)$/.test(singular)
    ? singular.replace(/^([a-z]*[aeiouy][a-z]*)(?:ing|ed)$/, '$1')
    : singular;
  const base = verb.length < 3 ? singular : verb;
  const undoubled = base === singular ? base : base.replace(/([bdgmnprt])\1$/, '$1');
  return undoubled.replace(/(ia|ca)n$/, '$1').replace(/e$/, '') || word;
}

/** The form in which a word, in lower case, is compared. */
export function canonical(word: string): string {
  const known = sameMeaning.get(word) ?? word;
  if (decidingWords.has(known)) return known;
  const stem = stemmed(known);
  return sameMeaning.get(stem) ?? stem;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Words with a capital anywhere but at the beginning, in the form in which they are compared. */
function namesOf(text: string): ReadonlySet<string> {
  const later = wordsOf(text.replace(/['’]s\b/g, '')).slice(1);
  return new Set(
    later.filter((word) => /^\p{Lu}/u.test(word)).map((word) => canonical(folded(word))),
  );
}

/** Where the asking begins: the first question word; "when" and "where" only with a verb after. */
function askingAt(words: readonly string[]): number {
  return words.findIndex((word, index) => {
    if (/^(?:which|what|who|whom|whose|why|how)$/.test(word)) return true;
    const next = words[index + 1] ?? '';
    const asks =
      index === 0 || /^(?:is|are|was|were|do|does|did|has|have|had|can|will)$/.test(next);
    return /^(?:when|where)$/.test(word) && asks;
  });
}

/** The index behind a role that stands close after "which" or "what", or -1. */
function roleEnd(words: readonly string[], at: number): number {
  const reach = words.slice(at + 1, at + 1 + roleReach);
  const verb = reach.findIndex((word) => stopWords.has(word) || decidingWords.has(canonical(word)));
  const role = reach.findIndex((word) => roles.has(word));
  return role === -1 || (verb !== -1 && verb < role) ? -1 : at + role + 2;
}

function aimsOf(words: readonly string[], at: number, hasRole: boolean): readonly string[] {
  const asking = words[at];
  const next = words[at + 1] ?? '';
  switch (asking) {
    case undefined:
      return [];
    case 'when':
      return ['time'];
    case 'where':
      return placeAims;
    case 'why':
      return ['reason'];
    case 'how':
      return [howAims.get(next) ?? 'manner'];
    case 'which':
    case 'what': {
      if (hasRole) return ['person'];
      const aim = words.slice(at).flatMap((word) => aimWords.get(word) ?? [])[0];
      if (aim) return [aim];
      return asking === 'which' ? ['thing', 'person', ...placeAims] : ['thing', ...placeAims];
    }
    default:
      return ['person'];
  }
}

/** Reads a question for comparing; takes any text, in any script. */
export function readQuestion(text: string): Reading {
  const bare = folded(text.replace(classBeforeName, ''));
  const plain = phrases.reduce((line, [from, to]) => line.replace(from, to), bare);
  const words = wordsOf(plain.replace(/'s\b/g, '').replace(/(\d),(?=\d{3})/g, '$1'));
  const at = askingAt(words);
  const end = /^(?:which|what)$/.test(words[at] ?? '') ? roleEnd(words, at) : -1;
  const measure = words[at] === 'how' && howAims.has(words[at + 1] ?? '') ? at + 1 : -1;
  const kept = words.filter(
    (word, index) =>
      !stopWords.has(word) &&
      !aimWords.has(word) &&
      index !== measure &&
      !(index > at && index < end),
  );
  const carrying = new Set(kept.map(canonical));
  const said = new Set(words.map(canonical));
  return {
    words: carrying,
    said,
    // A phrase that was rewritten ("First World War") has left no name behind.
    names: new Set([...namesOf(text)].filter((name) => said.has(name))),
    numbers: new Set([...carrying].filter((word) => /\d/.test(word) && !decidingWords.has(word))),
    aims: new Set(aimsOf(words, at, end !== -1)),
  };
}
