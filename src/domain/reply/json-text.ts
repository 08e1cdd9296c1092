import { longestBalanced } from './balanced-brackets.ts';

/**
 * Mends the syntax of a text that is nearly JSON; throws where it finds no reading. Passed in, for
 * the domain imports no such library.
 */
export type MendJson = (text: string) => string;

export interface ReadJson {
  readonly value: unknown;
  /** Whether more was needed than stripping code fences around the JSON (section 5). */
  readonly mended: boolean;
}

/**
 * The longest text, in characters, that is handed to mending. 2,000 tokens are about 8,000
 * characters; jsonrepair takes time in the square of the length on texts that no model writes.
 */
const longestMended = 32_768;

const fence = '```';

/** A part of the reply that may be its JSON, and what stands behind it. */
interface Part {
  readonly text: string;
  readonly behind: string;
}

/**
 * What stands between the first line that opens with a fence, with or without a language name, and
 * the last fence. In a text that begins as JSON, fences stand inside its strings.
 */
function insideFences(text: string): Part | undefined {
  const open = /^[[{]/.test(text) ? undefined : /^[ \t]*```[\w+-]*/m.exec(text);
  if (!open) return undefined;
  const from = open.index + open[0].length;
  const close = text.lastIndexOf(fence);
  const to = close >= from ? close : text.length;
  return { text: text.slice(from, to).trim(), behind: text.slice(to) };
}

/** What stands between the first opening bracket and the last closing one, of either kind. */
function cutToBrackets(text: string): Part | undefined {
  const from = text.search(/[[{]/);
  const to = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}')) + 1;
  return from >= 0 && to > from
    ? { text: text.slice(from, to), behind: text.slice(to) }
    : undefined;
}

/** Doubles what would be lost in mending: the backslash of \sqrt, and of \frac, no form feed. */
function keepBackslashes(text: string): string {
  return text.replace(/\\(?:[^A-Za-z]|[nrt]|u[\dA-Fa-f]{4})|\\/g, (found) =>
    found === '\\' ? '\\\\' : found,
  );
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Nesting too deep for the parser counts as unreadable too.
    return undefined;
  }
}

function mendAndParse(text: string | undefined, mend: MendJson): unknown {
  if (text === undefined || text.length > longestMended) return undefined;
  try {
    return parse(mend(keepBackslashes(text)));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The first reading of a text that gives an array or an object. */
function firstReading(texts: readonly (string | undefined)[], mend?: MendJson): unknown {
  for (const text of texts) {
    const value = mend ? mendAndParse(text, mend) : parse(text);
    if (isObject(value)) return value;
  }
  return undefined;
}

/**
 * The JSON in a model's reply: the text itself, inside code fences, cut to the outermost brackets,
 * or the longest stretch of balanced brackets, and at last these with the syntax mended; the first
 * that gives an array or an object counts. Undefined where there is no JSON.
 *
 * Without `mend` nothing is guessed: a part behind which another bracket opens is passed over, for
 * in a reply that was cut off it is an example before the quiz.
 */
export function readJsonText(content: string, mend?: MendJson): ReadJson | undefined {
  const text = content.trim();
  const whole = parse(text);
  if (isObject(whole)) return { value: whole, mended: false };

  const textOf = (part: Part | undefined) =>
    mend || !/[[{]/.test(part?.behind ?? '') ? part?.text : undefined;
  const fenced = textOf(insideFences(text));
  const unfenced = parse(fenced);
  if (isObject(unfenced)) {
    return { value: unfenced, mended: !(text.startsWith(fence) && text.endsWith(fence)) };
  }

  const cut = textOf(cutToBrackets(text));
  const cuts = mend ? [cutToBrackets(fenced ?? '')?.text, longestBalanced(text), cut] : [cut];
  const value = firstReading(cuts) ?? (mend && firstReading(cuts, mend)) ?? whole;
  return value === undefined ? undefined : { value, mended: value !== whole };
}
