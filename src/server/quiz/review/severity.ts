import type { Flaw, ReviewRule } from './flaw.ts';

/**
 * What a flaw weighs. First of all counts what can make a visitor's right choice count as wrong:
 * one such flaw outweighs every other that a quiz of five can have together. Then what is missing
 * or misleads (after shuffling, a letter in an explanation points at the wrong answer), then
 * repeats, then style.
 */
const weights: Readonly<Record<ReviewRule, number>> = {
  'no-correct-answer': 1000,
  'several-correct-answers': 1000,
  'key-disputed': 1000,
  'repeated-answer': 1000,
  'not-five-questions': 50,
  'repeated-question': 10,
  'names-a-letter': 10,
  'not-four-answers': 5,
  'recently-asked': 5,
  'catch-all-answer': 3,
  'longest-is-correct': 3,
};

/** How much the flaws weigh together; 0 for none, a greater number for a worse quiz. */
export function severityOf(flaws: readonly Flaw[]): number {
  return flaws.reduce((sum, { rule }) => sum + weights[rule], 0);
}

/** The candidate whose flaws weigh least, the earliest of equals; undefined where there is none. */
export function leastFlawed<T extends { readonly flaws: readonly Flaw[] }>(
  candidates: readonly T[],
): T | undefined {
  return candidates.reduce<T | undefined>(
    (best, candidate) =>
      best && severityOf(best.flaws) <= severityOf(candidate.flaws) ? best : candidate,
    undefined,
  );
}
