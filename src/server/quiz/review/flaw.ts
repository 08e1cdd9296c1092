/** The names of the review's rules; `key-disputed` is the blind check's, found elsewhere. */
export const reviewRules = [
  'not-five-questions',
  'not-four-answers',
  'no-correct-answer',
  'several-correct-answers',
  'repeated-answer',
  'repeated-question',
  'recently-asked',
  'longest-is-correct',
  'catch-all-answer',
  'names-a-letter',
  'key-disputed',
] as const;

export type ReviewRule = (typeof reviewRules)[number];

/** Something that makes a quiz worth less; never a reason to refuse it (specification, section 5). */
export interface Flaw {
  readonly rule: ReviewRule;
  /** The index of the question; absent where the quiz as a whole is meant. */
  readonly index?: number;
}
