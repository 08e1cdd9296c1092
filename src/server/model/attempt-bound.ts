import { type AbortSignalLike, PlainSignal } from '../abort-signal.ts';
import type { Clock } from '../clock.ts';
import { AttemptTimeoutError } from './errors.ts';

export interface AttemptBound {
  readonly clock: Clock;
  /** Bound in ms on everything that `run` does. */
  readonly timeoutMs: number;
  /** The caller's own signal. */
  readonly signal: AbortSignalLike;
}

/**
 * Runs `run` with a signal that aborts when the caller's does, with its reason, or when `timeoutMs`
 * are over, with AttemptTimeoutError. Rejects with that reason at once, rather than with what `run`
 * makes of it. What `run` gives to `answer` is resolved to at once, while the bound holds on until
 * `run` settles. Leaves neither timer nor listener on any way out.
 */
export function withinBound<T>(
  { clock, timeoutMs, signal }: AttemptBound,
  run: (signal: PlainSignal, answer: (value: T) => void) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const attempt = new PlainSignal();
    const forward = () => giveUp(signal.reason);
    const cancel = clock.after(timeoutMs, () => giveUp(new AttemptTimeoutError(timeoutMs)));
    const leave = () => {
      cancel();
      signal.removeEventListener('abort', forward);
    };
    // A call can be ended only once its connection is made; nobody waits for that.
    const giveUp = (reason: unknown) => {
      leave();
      reject(reason);
      attempt.abort(reason);
    };
    signal.addEventListener('abort', forward);
    run(attempt, resolve).then(
      (value) => {
        leave();
        resolve(value);
      },
      (error) => {
        leave();
        reject(error);
      },
    );
  });
}
