import type { AttemptObserved } from '../quiz/attempt-observation.ts';
import { type ReviewRule, reviewRules } from '../quiz/review/flaw.ts';
import { percentile, type Rate, rateOf, rateWhere } from './rate.ts';

/** What came of a number of attempts at quizzes. */
export interface AttemptFigures {
  readonly made: number;
  readonly accepted: Rate;
  readonly flawed: Rate;
  readonly failed: Rate;
  /** Of the replies that could be read: those that needed more than section 5's own reading. */
  readonly mended: Rate;
  /** Of the replies that could be read; `key-disputed` of those that the blind check answered. */
  readonly flaws: Readonly<Record<ReviewRule, Rate>>;
  /** Of the replies that could be read, in ms; the blind check's time is not in it. */
  readonly latencyMs: { readonly p50: number | null; readonly p95: number | null };
}

/** Whether the attempt gave a quiz, flawed or not. */
export const isRead = ({ outcome }: AttemptObserved) =>
  outcome === 'accepted' || outcome === 'flawed';

const isCheckAnswered = ({ blindCheck: { outcome } }: AttemptObserved) =>
  outcome === 'agreed' || outcome === 'disputed';

function flawRate(rule: ReviewRule, read: readonly AttemptObserved[]): Rate {
  const seen = rule === 'key-disputed' ? read.filter(isCheckAnswered) : read;
  return rateWhere(seen, ({ flaws }) => flaws.some((flaw) => flaw.rule === rule));
}

/** Counts over attempts; a flaw counts once per attempt, however many questions have it. */
export function attemptFigures(attempts: readonly AttemptObserved[]): AttemptFigures {
  const read = attempts.filter(isRead);
  const times = read.map(({ ms }) => ms);
  const rates = reviewRules.map((rule) => [rule, flawRate(rule, read)] as const);
  return {
    made: attempts.length,
    accepted: rateWhere(attempts, ({ outcome }) => outcome === 'accepted'),
    flawed: rateWhere(attempts, ({ outcome }) => outcome === 'flawed'),
    failed: rateOf(attempts.length - read.length, attempts.length),
    mended: rateWhere(read, ({ mended }) => mended),
    flaws: Object.fromEntries(rates) as Record<ReviewRule, Rate>,
    latencyMs: { p50: percentile(times, 0.5), p95: percentile(times, 0.95) },
  };
}

/** How often attempts failed with an error of this name. */
export interface FailureCount {
  readonly name: string;
  readonly count: number;
}

/** The failures of attempts by their names, the most frequent first. */
export function failureCounts(attempts: readonly AttemptObserved[]): readonly FailureCount[] {
  const names = attempts.filter((attempt) => !isRead(attempt)).map(({ outcome }) => outcome);
  return [...new Set(names)]
    .map((name) => ({ name, count: names.filter((other) => other === name).length }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}
