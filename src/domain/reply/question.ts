import type { Question } from '../quiz.ts';
import { type DraftAnswer, readAnswers } from './answers.ts';
import { type Fields, fieldOf, idOf, isFields, isLacking, type Notes, textOf } from './fields.ts';
import { correctPositions, type NamedKey, readNamedKey } from './named-key.ts';

/** A question as far as it is read by itself; what an index counts from, the whole reply shows. */
export interface DraftQuestion {
  readonly id: string;
  readonly text: string;
  readonly answers: readonly DraftAnswer[];
  /** Present only where no answer says of itself whether it is correct. */
  readonly key: NamedKey | undefined;
  readonly explanation: string | undefined;
}

/** The question's text by section 5; undefined where there is one that cannot be read. */
function readText(question: Fields, index: number, notes: Notes): string | undefined {
  const given = ['text', 'question']
    .map((name) => fieldOf(question, name))
    .find((value) => !isLacking(value));
  return given === undefined ? `Question ${index + 1}` : textOf(given, notes);
}

function readExplanation(question: Fields): string | undefined {
  return ['explanation', 'rationale']
    .map((name) => fieldOf(question, name))
    .find((value): value is string => typeof value === 'string' && !isLacking(value))
    ?.trim();
}

/**
 * One question of a reply, repaired by section 5: the id defaults to q-{index}, counted from zero;
 * the text to the `question` field, then to Question N, counted from one; fields that are right
 * stay as they are. Undefined, for what is invalid after repair: no object (null, text, number,
 * boolean, array), a text that is a boolean, an array or an object, or an answer that is none. An
 * id that cannot be read counts as lacking, for it says nothing to the visitor.
 */
export function readQuestion(
  element: unknown,
  index: number,
  notes: Notes,
): DraftQuestion | undefined {
  if (!isFields(element)) return undefined;
  const text = readText(element, index, notes);
  const answers = readAnswers(element, notes);
  if (text === undefined || !answers) return undefined;
  const saysItself = answers.some(({ isCorrect }) => isCorrect !== undefined);
  return {
    id: idOf(fieldOf(element, 'id'), `q-${index}`, notes),
    text,
    answers,
    key: saysItself ? undefined : readNamedKey(element, answers),
    explanation: readExplanation(element),
  };
}

/** The question of a draft, its key applied; nothing is selected, whatever the reply said. */
export function finishQuestion(draft: DraftQuestion, fromOne: boolean, notes: Notes): Question {
  const { id, text, key, explanation } = draft;
  const correct = new Set(key ? correctPositions(key, fromOne) : []);
  if (correct.size > 0) notes.mended = true;
  const answers = draft.answers.map((answer, at) => ({
    id: answer.id,
    text: answer.text,
    isCorrect: answer.isCorrect ?? correct.has(at),
  }));
  const question = { id, text, answers, selectedAnswerId: null };
  return explanation === undefined ? question : { ...question, explanation };
}
