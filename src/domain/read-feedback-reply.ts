import { feedbackWordLimit } from './limits.ts';

export interface ReadFeedbackReplyOptions {
  /** Whether the service stopped at its token limit (finish_reason length). */
  readonly cutOff?: boolean;
}

/** Abbreviations that stand before a name or a number, where a capital follows a point. */
const abbreviations = new Set(['mr', 'mrs', 'ms', 'dr', 'prof', 'st', 'vs', 'no', 'e.g', 'i.e']);

/**
 * Marks that end a sentence, with the quotes, brackets and emphasis closing behind them, where a
 * new one follows or nothing does. The look-behind holds the search to one try per run of marks.
 */
const sentenceEnd = /(?<![.!?…])[.!?…]+["'”’»)\]*_]*(?=\s+[^\s\p{Ll}]|\s*$)|[。！？]+[」』”）]*/gu;

/** Whether a mark is the point of an abbreviation or of an initial. */
function isAbbreviation(text: string, end: RegExpExecArray): boolean {
  if (end[0] !== '.') return false;
  const word = /(?:^|[\s("'“‘])([\p{L}.]+)$/u.exec(
    text.slice(Math.max(0, end.index - 20), end.index),
  );
  return abbreviations.has(word?.[1]?.toLowerCase() ?? '') || /^\p{Lu}$/u.test(word?.[1] ?? '');
}

/** The text up to its last sentence end within `length` characters; undefined without one. */
function cutAtSentence(text: string, length: number): string | undefined {
  let last: number | undefined;
  for (const end of text.matchAll(sentenceEnd)) {
    const at = end.index + end[0].length;
    if (at > length) break;
    if (!isAbbreviation(text, end)) last = at;
  }
  return last === undefined ? undefined : text.slice(0, last);
}

/** The text held under the limit of words (section 7), at a sentence end if one lies there. */
function holdUnderLimit(text: string): string {
  // To count the words is less work than to find them, and most texts are short enough.
  if (text.split(/\s+/).length < feedbackWordLimit) return text;
  const last = [...text.matchAll(/\S+/g)][feedbackWordLimit - 2];
  if (!last) return text;
  const length = last.index + last[0].length;
  return cutAtSentence(text, length) ?? `${text.slice(0, length).replace(/[,;:–—-]$/, '')}…`;
}

/**
 * The feedback paragraph in a model's reply: its lines trimmed and joined with single spaces, under
 * 100 words (section 7). A text that runs over ends at its last sentence that fits, or after 99
 * words with an ellipsis where the first does not. A text that was cut off ends at its last
 * complete sentence. Undefined where nothing is left, which counts as no content.
 */
export function readFeedbackReply(
  content: string | null | undefined,
  { cutOff = false }: ReadFeedbackReplyOptions = {},
): string | undefined {
  const lines = (content ?? '').split(/\r\n?|[\n\u2028\u2029]/).map((line) => line.trim());
  const text = lines.filter((line) => line !== '').join(' ');
  const whole = cutOff ? cutAtSentence(text, text.length) : text;
  return whole ? holdUnderLimit(whole) : undefined;
}
