/**
 * Counts the questions that are complete in a text that is still being written. `add` takes the
 * next piece and gives the count so far: objects closed directly inside the first array that holds
 * objects, wherever it stands (bare, inside an object, inside a code fence). It only tells a
 * visitor how far the writing is; what counts is the reading of the whole.
 */
export function createQuestionCounter(): { add(text: string): number } {
  /** The brackets that are open. */
  const open: string[] = [];
  let listDepth: number | undefined;
  let isInString = false;
  let isEscaped = false;
  let count = 0;

  function readInString(character: string): void {
    if (isEscaped) isEscaped = false;
    else if (character === '\\') isEscaped = true;
    else if (character === '"') isInString = false;
  }

  function close(bracket: string): void {
    open.pop();
    if (listDepth === undefined) return;
    if (bracket === '}' && open.length === listDepth) count += 1;
    // Past the end of the list nothing is a question any more.
    if (open.length < listDepth) listDepth = Number.POSITIVE_INFINITY;
  }

  function readOutside(character: string): void {
    if (character === '{' || character === '[') {
      if (character === '{' && open.at(-1) === '[') listDepth ??= open.length;
      open.push(character);
    } else if (character === '}' || character === ']') {
      close(character);
    } else if (character === '"') {
      // Quotes in the words around the JSON open no string.
      isInString = open.length > 0;
    }
  }

  return {
    add(text) {
      for (const character of text) {
        if (isInString) readInString(character);
        else readOutside(character);
      }
      return count;
    },
  };
}
