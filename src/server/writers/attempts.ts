import { attemptsPerCall, retryWaitsMs } from '../../domain/limits.ts';
import type { AbortSignalLike } from '../abort-signal.ts';
import type { Clock } from '../clock.ts';
import { ApiRequestError, ModelCallError } from '../model/errors.ts';

/** The longest wait in ms that a service's `Retry-After` can bring about. */
export const longestRetryWaitMs = 10_000;

export interface AttemptOptions<T> {
  readonly clock: Clock;
  readonly signal: AbortSignalLike;
  /** Whether a value is good enough to end with; every value is where this is not given. */
  readonly isEnough?: (value: T) => boolean;
}

/**
 * The wait in ms after `error`, which was failure number `failures`: the specification's, or a
 * longer one that the service asks for.
 */
function waitAfter(error: ModelCallError, failures: number): number {
  const asked = error instanceof ApiRequestError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(retryWaitsMs[failures - 1] ?? 0, Math.min(asked, longestRetryWaitMs));
}

/**
 * Runs `run`, told the attempt from 1, at most three times in all, until it gives a value that is
 * enough; resolves to that value, or to the third attempt's. After the first failure it waits 2 s and
 * after the second 3 s (specification, section 9); a longer `Retry-After` lengthens a wait up to
 * 10 s. After a value that is not enough it does not wait, for nothing failed (quiz-quality.md).
 *
 * Rejects with the ModelCallError of the third attempt, with the signal's reason as soon as it
 * aborts, and at once with anything that is no ModelCallError: a call refused by this service's own
 * limits, or a bug, which another attempt would only repeat.
 */
export async function attempt<T>(
  run: (attempt: number) => Promise<T>,
  { clock, signal, isEnough = () => true }: AttemptOptions<T>,
): Promise<T> {
  let failures = 0;
  for (let number = 1; ; number += 1) {
    signal.throwIfAborted();
    const isLast = number === attemptsPerCall;
    try {
      const value = await run(number);
      if (isLast || isEnough(value)) return value;
    } catch (error) {
      signal.throwIfAborted();
      if (isLast || !(error instanceof ModelCallError)) throw error;
      failures += 1;
      await clock.sleep(waitAfter(error, failures), signal);
    }
  }
}
