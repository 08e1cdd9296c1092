import { type Fields, fieldOf, isFields, type Notes } from './fields.ts';

/** The names that a list of questions goes by where a service insists on a top-level object. */
const wrapperNames = ['questions', 'quiz', 'items'];

/** The names that the answers of one question go by; never a list of questions. */
export const answerListNames = ['answers', 'options', 'choices'];

/** What an object holds under one of the wrapper's names: a list, or a further wrapper. */
function wrapped(fields: Fields): unknown {
  return wrapperNames
    .map((name) => fieldOf(fields, name))
    .find((value) => isFields(value) || (Array.isArray(value) && value.length > 0));
}

/** The only array of an object; undefined where it has several, or is itself a question. */
function onlyArray(fields: Fields): unknown {
  if (answerListNames.some((name) => Object.hasOwn(fields, name))) return undefined;
  const arrays = Object.values(fields).filter(Array.isArray);
  return arrays.length === 1 ? arrays[0] : undefined;
}

/**
 * The list of questions in a reply's JSON: the array itself, or the one in an object around it
 * (`questions`, `quiz`, `items`, each of which may hold the next, or the only array there is).
 * Empty where there is none.
 */
export function questionList(json: unknown, notes: Notes): readonly unknown[] {
  let value = json;
  while (isFields(value)) {
    notes.mended = true;
    value = wrapped(value) ?? onlyArray(value);
  }
  return Array.isArray(value) ? value : [];
}
