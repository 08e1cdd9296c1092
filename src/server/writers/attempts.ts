import { retryWaitsMs } from '../../domain/limits.ts';
import type { Clock } from '../clock.ts';
import { ApiRequestError, ModelCallError } from '../model/errors.ts';

/** The longest wait in ms that a service's `Retry-After` can bring about. */
export const longestRetryWaitMs = 10_000;

export interface AttemptOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The wait in ms after `error`: the specification's, or a longer one that the service asks for. */
function waitAfter(error: ModelCallError, specifiedMs: number): number {
  const asked = error instanceof ApiRequestError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(specifiedMs, Math.min(asked, longestRetryWaitMs));
}

/**
 * Runs `run`, told the attempt from 1, until it succeeds, at most three times, with waits of 2 s and 3 s (specification,
 * section 9); a longer `Retry-After` lengthens a wait up to 10 s. Rejects with the ModelCallError of
 * the last attempt, with the signal's reason as soon as it aborts, and at once with anything that is
 * no ModelCallError, which is a bug that another attempt would only repeat.
 */
export async function attempt<T>(
  run: (attempt: number) => Promise<T>,
  { clock, signal }: AttemptOptions,
): Promise<T> {
  for (let number = 1; ; number += 1) {
    signal.throwIfAborted();
    try {
      return await run(number);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelCallError)) throw error;
      const specifiedMs = retryWaitsMs[number - 1];
      if (specifiedMs === undefined) throw error;
      await clock.sleep(waitAfter(error, specifiedMs), signal);
    }
  }
}
