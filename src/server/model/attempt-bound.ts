import type { Clock } from '../clock.ts';
import { AttemptTimeoutError } from './errors.ts';

export interface AttemptBound {
  readonly clock: Clock;
  /** Bound in ms on everything that `run` does. */
  readonly timeoutMs: number;
  /** The caller's own signal. */
  readonly signal: AbortSignal;
}

/** Why its own signal ends an attempt that is over; an error would be made anew each time. */
const attemptIsOver = 'The attempt is over';

/**
 * Runs `run` with a signal that aborts when the caller's does, with its reason, or when `timeoutMs`
 * are over, with AttemptTimeoutError. Rejects with that reason at once, rather than with what `run`
 * makes of it. Leaves neither timer nor listener on any way out: the
 * signal of `run` is aborted when it is over, too.
 */
export async function withinBound<T>(
  { clock, timeoutMs, signal }: AttemptBound,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const attempt = new AbortController();
  const forward = () => attempt.abort(signal.reason);
  signal.addEventListener('abort', forward, { once: true });
  clock.sleep(timeoutMs, attempt.signal).then(
    () => attempt.abort(new AttemptTimeoutError(timeoutMs)),
    // A clock that breaks must not leave the attempt without a bound.
    (error) => attempt.abort(error),
  );
  // undici heeds its signal only once a connection is made; nobody waits for that.
  const aborted = new Promise<never>((_resolve, reject) => {
    attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason), { once: true });
  });
  try {
    return await Promise.race([run(attempt.signal), aborted]);
  } catch (error) {
    attempt.signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', forward);
    attempt.abort(attemptIsOver);
  }
}
