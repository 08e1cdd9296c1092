/** The letter of a zero-based position: a to z, then aa, ab and on, as columns of a sheet. */
export function letterAt(position: number): string {
  const last = String.fromCharCode(97 + (position % 26));
  return position < 26 ? last : letterAt(Math.floor(position / 26) - 1) + last;
}

/** The zero-based position of a single small letter. */
export function positionOf(letter: string): number {
  return letter.charCodeAt(0) - 97;
}

/** A text with the label in front of it taken off: "A) …", "B. …", "(c) …", "d - …". */
export interface Labelled {
  readonly letter: string;
  readonly rest: string;
}

/** Reads the label in front of a text; undefined where there is none, or nothing after it. */
export function readLabel(text: string): Labelled | undefined {
  const parts = /^\s*[([]?([A-Za-z])(?:\s*[)\].:]\s*|\s+[-–—]\s+)(\S.*)$/s.exec(text);
  return parts?.[1] && parts[2] ? { letter: parts[1].toLowerCase(), rest: parts[2] } : undefined;
}

/** The small letter of a text that names one and nothing else: "B", "b)", "(B)", "Option B". */
export function readBareLetter(text: string): string | undefined {
  return /^(?:(?:option|answer|choice)\b[\s:]*)?[([]?([a-z])[)\].:]?$/i
    .exec(text.trim())?.[1]
    ?.toLowerCase();
}

/**
 * The texts without their labels, where two or more all carry them and the labels run a, b, c, d;
 * undefined otherwise, for a lone "A. Lincoln" is a name.
 */
export function stripLabels(texts: readonly string[]): readonly string[] | undefined {
  if (texts.length < 2) return undefined;
  const rests: string[] = [];
  for (const [position, text] of texts.entries()) {
    const label = readLabel(text);
    if (label?.letter !== letterAt(position)) return undefined;
    rests.push(label.rest);
  }
  return rests;
}
