const closers = new Map([
  ['[', ']'],
  ['{', '}'],
]);

/** The position behind the string that opens at `from`; behind the text where it never ends. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The positions of all brackets, but for those in strings that follow the first bracket. */
function* bracketPositions(text: string): Generator<number> {
  let at = text.search(/[[{]/);
  while (at >= 0 && at < text.length) {
    if ('[]{}'.includes(text.charAt(at))) yield at;
    at = text[at] === '"' ? endOfString(text, at) : at + 1;
  }
}

/**
 * The longest stretch of a text in which brackets balance: the quiz, where words around it hold
 * brackets too. Undefined where some bracket has no partner, for then a quote was misread, or the
 * text was cut off, and a stretch found before would be no whole.
 */
export function longestBalanced(text: string): string | undefined {
  const awaited: string[] = [];
  let from = 0;
  let longest = { from: 0, to: 0 };
  for (const at of bracketPositions(text)) {
    const closer = closers.get(text.charAt(at));
    if (closer) {
      if (awaited.push(closer) === 1) from = at;
    } else if (awaited.pop() !== text[at]) {
      return undefined;
    }
    const isLonger = at + 1 - from > longest.to - longest.from;
    if (awaited.length === 0 && isLonger) longest = { from, to: at + 1 };
  }
  const found = awaited.length === 0 && longest.to > 0;
  return found ? text.slice(longest.from, longest.to) : undefined;
}
