import { jsonrepair } from 'jsonrepair';

/**
 * A backslash with the escape that it begins, if it begins one: those of JSON, and \' of
 * JavaScript, which jsonrepair reads. \b and \f before a letter are LaTeX (\beta, \frac), not a
 * backspace or a form feed; \n, \r and \t before a letter are taken at their word.
 */
const backslash = /\\(u[\da-fA-F]{4}|["'\\/nrt\r\n]|[bf](?![A-Za-z]))?/g;

/**
 * Mends the syntax of JSON as models write it: single quotes, trailing commas, unquoted keys, raw
 * line breaks, stray backslashes. Only for text that is known to be whole: it would complete a text
 * that was cut off. Throws what jsonrepair throws where there is nothing to mend.
 */
export function mendJson(text: string): string {
  const guarded = text.replace(backslash, (whole, begun?: string) =>
    begun === undefined ? '\\\\' : whole,
  );
  return jsonrepair(guarded);
}
