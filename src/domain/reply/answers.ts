import {
  booleanOf,
  type Fields,
  fieldOf,
  idOf,
  isFields,
  isLacking,
  type Notes,
  textOf,
} from './fields.ts';
import { letterAt, stripLabels } from './letters.ts';
import { answerListNames } from './list.ts';

/** An answer as far as it is read by itself; its correctness may stand beside the list. */
export interface DraftAnswer {
  readonly id: string;
  readonly text: string;
  /** Undefined where the answer says nothing readable about it. */
  readonly isCorrect: boolean | undefined;
}

/** One element of a list of answers; `key` is its name where the list is an object. */
interface Element {
  readonly key?: string;
  readonly value: unknown;
}

/** Names that an answer's text goes by where it has no `text`, the likeliest first. */
const textNames = ['answer', 'value', 'option', 'label'];

/** The elements of an object such as {"A": "…", "B": "…"}; undefined where it is none. */
function elementsOfMap(value: unknown): readonly Element[] | undefined {
  if (!isFields(value)) return undefined;
  const elements: Element[] = [];
  for (const [name, inner] of Object.entries(value)) {
    const key = /^(?:(?:option|answer|choice)[ _-]?)?([a-z]|\d{1,2})$/i.exec(name)?.[1];
    if (key === undefined) return undefined;
    elements.push({ key, value: inner });
  }
  return elements.length > 0 ? elements : undefined;
}

function elementsOf(question: Fields, notes: Notes): readonly Element[] {
  for (const name of answerListNames) {
    const value = fieldOf(question, name);
    const isList = Array.isArray(value);
    const elements = isList ? value.map((element) => ({ value: element })) : elementsOfMap(value);
    if (elements) {
      if (name !== 'answers' || !isList) notes.mended = true;
      return elements;
    }
  }
  return [];
}

/** A text under another name than `text`; one that is more than a letter is taken first. */
function textUnderOtherName(answer: Fields): unknown {
  const given = textNames
    .map((name) => fieldOf(answer, name))
    .filter((value) => !isLacking(value) && ['string', 'number'].includes(typeof value));
  return given.find((value) => String(value).trim().length > 1) ?? given[0];
}

/** The answer's text by section 5; undefined where there is one that cannot be read. */
function readText(answer: Fields, letter: string, notes: Notes): string | undefined {
  const given = fieldOf(answer, 'text');
  if (!isLacking(given)) return textOf(given, notes);
  const other = textUnderOtherName(answer);
  if (other === undefined) return `Option ${letter}`;
  notes.mended = true;
  return textOf(other, notes);
}

/** Correctness from isCorrect or, failing that, correct (section 5), at last from is_correct. */
function readCorrectness(answer: Fields, notes: Notes): boolean | undefined {
  const own =
    booleanOf(fieldOf(answer, 'isCorrect'), notes) ?? booleanOf(fieldOf(answer, 'correct'), notes);
  if (own !== undefined) return own;
  const other = booleanOf(fieldOf(answer, 'is_correct'), notes);
  if (other !== undefined) notes.mended = true;
  return other;
}

function readAnswer({ key, value }: Element, at: number, notes: Notes): DraftAnswer | undefined {
  const letter = letterAt(at);
  const answer = isFields(value) ? value : { text: value };
  if (answer !== value) {
    if (textOf(value, notes) === undefined) return undefined;
    notes.mended = true;
  }
  const text = readText(answer, letter, notes);
  if (text === undefined) return undefined;
  const isCorrect = readCorrectness(answer, notes);
  return { id: idOf(fieldOf(answer, 'id'), key ?? letter, notes), text, isCorrect };
}

/** Answers given as plain texts, without the labels that they all carry. */
function withoutLabels(elements: readonly Element[], notes: Notes): readonly Element[] {
  const texts = elements.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const stripped = texts.length === elements.length ? stripLabels(texts) : undefined;
  if (!stripped) return elements;
  notes.mended = true;
  return elements.map((element, at) => ({ ...element, value: stripped[at] }));
}

/** The answers with ids of one capital letter in lower case, unless two would become one. */
function withSmallLetters(answers: readonly DraftAnswer[], notes: Notes): readonly DraftAnswer[] {
  const small = answers.map((answer) =>
    /^[A-Z]$/.test(answer.id) ? { ...answer, id: answer.id.toLowerCase() } : answer,
  );
  const distinct = (list: readonly DraftAnswer[]) => new Set(list.map(({ id }) => id)).size;
  if (distinct(small) < distinct(answers)) return answers;
  if (small.some((answer, at) => answer !== answers[at])) notes.mended = true;
  return small;
}

/**
 * The answers of a question by section 5, with the tolerance of "JSON that models really send":
 * `options` or `choices` for `answers`, an object of letters for a list, plain texts and numbers
 * for answers, numbers and capitals for ids, "true" and 1 for booleans. A list that cannot be read
 * counts as lacking. Undefined, for an invalid question, where an answer is null, a boolean or an
 * array, or its text is a boolean, an array or an object.
 */
export function readAnswers(question: Fields, notes: Notes): readonly DraftAnswer[] | undefined {
  const answers: DraftAnswer[] = [];
  for (const [at, element] of withoutLabels(elementsOf(question, notes), notes).entries()) {
    const answer = readAnswer(element, at, notes);
    if (!answer) return undefined;
    answers.push(answer);
  }
  return withSmallLetters(answers, notes);
}
