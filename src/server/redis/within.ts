import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { RedisSlowError } from './errors.ts';

/**
 * Settles as `answer` does, or rejects with RedisSlowError after `ms`. Leaves no timer. An answer that
 * has arrived counts, however busy this process was: timers come first in a turn of the event loop,
 * so what the socket holds is read before the bound is said to be passed.
 */
export async function within<T>(clock: Clock, ms: number, answer: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const tooLate = clock.sleep(ms, timer.signal).then(async () => {
    await nextTurn();
    throw new RedisSlowError(ms);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    timer.abort();
  }
}
