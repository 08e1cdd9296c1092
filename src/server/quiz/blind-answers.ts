import type { Question } from '../../domain/quiz.ts';
import { type Fields, fieldOf, isFields } from '../../domain/reply/fields.ts';
import { type MendJson, readJsonText } from '../../domain/reply/json-text.ts';
import { readBareLetter, readLabel } from '../../domain/reply/letters.ts';
import type { Prompt } from './prompt.ts';

const blindCheckSystem =
  'You solve multiple-choice questions with care. You know your facts, and you reply with JSON only.';

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * The messages of a blind check (quiz-quality.md): the questions, numbered from 1, with their
 * lettered answers, and neither keys nor explanations.
 */
export function blindCheckPrompt(questions: readonly Question[]): Prompt {
  const blocks = questions.map(({ text, answers }, index) =>
    [
      `${index + 1}. ${oneLine(text)}`,
      ...answers.map((answer) => `${answer.id}) ${oneLine(answer.text)}`),
    ].join('\n'),
  );
  const form = questions.map((_, index) => `"${index + 1}":"?"`).join(',');
  return {
    system: blindCheckSystem,
    user: `Choose the correct answer to each of these questions.

${blocks.join('\n\n')}

Reply with one JSON object and nothing else: {${form}}, the letter of your answer to each question \
in the place of its question mark.`,
  };
}

/** What a reply says of one question; `number` counts from 1, where it is told. */
interface Given {
  readonly number?: number | undefined;
  readonly value: unknown;
}

const numberNames = ['number', 'question', 'id', 'q'];
const letterNames = ['answer', 'letter', 'choice', 'option', 'correctAnswer', 'correct_answer'];

/** The number of "1", "q-1", "Question 1" or 1; undefined for any other text. */
function numberOf(name: unknown): number | undefined {
  const digits = /^(?:q|question|answer)?[\s_.#-]*(\d{1,3})[.:)]?$/i.exec(String(name).trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function numberIn(fields: Fields): number | undefined {
  return numberNames
    .map((name) => numberOf(fieldOf(fields, name)))
    .find((number) => number !== undefined);
}

/** An object named by numbers as a list; undefined where it is none. */
function givenByNumber(fields: Fields): readonly Given[] | undefined {
  const list = Object.entries(fields).map(([name, value]) => ({ number: numberOf(name), value }));
  return list.some(({ number }) => number !== undefined) ? list : undefined;
}

/** What a reply's JSON says of the questions: an array, an object, or either inside an object. */
function givenIn(json: unknown): readonly Given[] {
  let value = json;
  while (isFields(value)) {
    const list = givenByNumber(value);
    if (list) return list;
    value = Object.values(value).find((inner) => typeof inner === 'object' && inner !== null);
  }
  if (!Array.isArray(value)) return [];
  return value.map((element) => ({
    number: isFields(element) ? numberIn(element) : undefined,
    value: element,
  }));
}

/** The id of the answer that a text names: by its letter, by its own text, or by both. */
function answerNamed(text: string, { answers }: Question): string | undefined {
  const same = (one: string, other: string) =>
    one.trim().toLowerCase() === other.trim().toLowerCase();
  const letter = readBareLetter(text);
  const named =
    answers.find(({ id }) => id === letter) ??
    answers.find((answer) => same(answer.text, text)) ??
    answers.find(({ id }) => id === readLabel(text)?.letter);
  return named?.id;
}

function answerOf(value: unknown, question: Question): string | undefined {
  const texts = isFields(value) ? letterNames.map((name) => fieldOf(value, name)) : [value];
  return texts
    .map((text) => (typeof text === 'string' ? answerNamed(text, question) : undefined))
    .find((id) => id !== undefined);
}

/** The value that the reply gives for the question at `index`, by its number or by its place. */
function valueFor(index: number, given: readonly Given[], count: number): unknown {
  const numbers = given.flatMap(({ number }) => (number === undefined ? [] : [number]));
  // Counted from 0, or numbered in some way of its own; a list of another length is no better.
  if (numbers.some((number) => number < 1 || number > count)) return undefined;
  if (numbers.length > 0) return given.find(({ number }) => number === index + 1)?.value;
  return given.length === count ? given[index]?.value : undefined;
}

/**
 * Reads the reply to a blind check: for each of the questions as `blindCheckPrompt` numbered them,
 * the id of the answer that was chosen, or undefined where the reply names none. Takes an object or
 * an array, fenced or not, letters of either case, with or without the answer's text. `mend` is left
 * out for a reply that was cut off. Never throws.
 */
export function readBlindAnswers(
  content: string,
  asked: readonly Question[],
  mend?: MendJson,
): readonly (string | undefined)[] {
  const given = givenIn(readJsonText(content, mend)?.value);
  return asked.map((question, index) => answerOf(valueFor(index, given, asked.length), question));
}
