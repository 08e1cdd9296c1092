import type { Clock } from '../clock.ts';
import { RedisSlowError } from './errors.ts';

/**
 * Settles as `answer` does, or rejects with RedisSlowError after `ms`. Leaves no timer. An answer that
 * has arrived counts, however busy this process was: timers come first in a turn of the event loop,
 * so what the socket holds is read before the bound is said to be passed.
 */
export function within<T>(clock: Clock, ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => {
      setImmediate(() => reject(new RedisSlowError(ms)));
    });
    answer.then(resolve, reject).finally(cancel);
  });
}
