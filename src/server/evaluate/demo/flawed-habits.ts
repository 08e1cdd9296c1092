import type { Random } from '../../quiz/shuffle.ts';

/** How often, from 0 to 1, the flawed model errs in each way. */
export interface FlawedHabits {
  /** Replies with every key much the longest answer. */
  readonly longKeys: number;
  /** Replies that ask their first question twice. */
  readonly repeatsItself: number;
  /** Replies that ask one of the questions they are told to avoid, where there are any. */
  readonly asksAgain: number;
  /** Replies in a code fence, which section 5 of the specification strips. */
  readonly fences: number;
  /** Replies with words before their JSON, which takes mending. */
  readonly talks: number;
  /** Calls for a quiz that are answered with an error. */
  readonly fails: number;
  /** Questions that the model, asked blind, answers against their key. */
  readonly disputes: number;
  /** Blind checks that are answered with an error. */
  readonly failsChecks: number;
}

/** The habits of the demonstration. */
export const demoHabits: FlawedHabits = {
  longKeys: 0.15,
  repeatsItself: 0.1,
  asksAgain: 0.2,
  fences: 0.3,
  talks: 0.2,
  fails: 0.08,
  disputes: 0.04,
  failsChecks: 0.1,
};

/** In which ways a reply errs. */
export type ReplyErrors = Readonly<
  Record<Exclude<keyof FlawedHabits, 'disputes' | 'failsChecks'>, boolean>
>;

/** Draws in which ways one reply is to err, each on its own. */
export function drawErrors(habits: FlawedHabits, random: Random): ReplyErrors {
  const errs = (share: number) => random() < share;
  return {
    longKeys: errs(habits.longKeys),
    repeatsItself: errs(habits.repeatsItself),
    asksAgain: errs(habits.asksAgain),
    fences: errs(habits.fences),
    talks: errs(habits.talks),
    fails: errs(habits.fails),
  };
}
