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

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  // Not that of node:timers/promises: it makes an error with its stack for every wait given up, and
  // each call to the model gives one up.
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const giveUp = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      }, ms);
      signal.addEventListener('abort', giveUp);
    }),
};
