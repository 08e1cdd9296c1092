import { letterAt } from '../../../domain/reply/letters.ts';
import { lengthOf } from '../../quiz/review/keys.ts';
import type { SampleQuestion } from '../../writers/samples/collection.ts';

/** A question as the flawed model writes it: a sample made worse. */
export interface FlawedQuestion {
  readonly text: string;
  /** Texts, the key always second. */
  readonly answers: readonly [string, string, string, string];
  readonly explanation: string;
  /** Whether the model, asked blind, answers against its own key. */
  readonly disputed: boolean;
}

/** `text` with `more` behind it, as often as it takes to be at least so many characters long. */
function lengthened(text: string, more: string, atLeast: number): string {
  return lengthOf(text) >= atLeast ? text : lengthened(text + more, more, atLeast);
}

/**
 * The sample with its key at b. `longKey` decides about the lengths too: the key is at least twice as
 * long as each of the others, or no longer than any of them.
 */
export function flawedQuestion(
  { text, correct, wrong, explanation }: SampleQuestion,
  { longKey, disputed }: { readonly longKey: boolean; readonly disputed: boolean },
): FlawedQuestion {
  const longest = Math.max(...wrong.map(lengthOf));
  const key = longKey ? lengthened(correct, ', without any doubt', 2 * longest) : correct;
  const others = wrong.map((one) => lengthened(one, ', perhaps', longKey ? 0 : lengthOf(key)));
  const [first = '', second = '', third = ''] = others;
  return { text, answers: [first, key, second, third], explanation, disputed };
}

/** The question as it stands in a reply, numbered from 1. */
export function questionInReply({ text, answers, explanation }: FlawedQuestion, number: number) {
  return {
    id: `q-${number}`,
    text,
    answers: answers.map((answer, at) => ({
      id: letterAt(at),
      text: answer,
      isCorrect: at === 1,
    })),
    explanation,
  };
}
