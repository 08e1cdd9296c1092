import type { AbortSignalLike } from './abort-signal.ts';

/** Time as the server's parts see it; passed in, so that tests decide what time it is. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason, leaving no timer, when it aborts. */
  sleep(ms: number, signal: AbortSignalLike): Promise<void>;
  /** Calls `run` after `ms`, unless the function that it gives is called before. */
  after(ms: number, run: () => void): () => void;
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after,
  // Not that of node:timers/promises: it makes an error with its stack for every wait given up, and
  // each stream to a visitor gives one up.
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const giveUp = () => {
        leave();
        reject(signal.reason);
      };
      const cancel = after(ms, () => {
        leave();
        resolve();
      });
      const leave = () => {
        cancel();
        signal.removeEventListener('abort', giveUp);
      };
      signal.addEventListener('abort', giveUp);
    }),
};
