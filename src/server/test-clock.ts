import type { Clock } from './clock.ts';

export interface TestClockOptions {
  /** Ms since the epoch at which the clock starts. */
  readonly startAt?: number;
  /** Which sleeps end at once, time moving on by their length; none where it is not given. */
  readonly skip?: (ms: number) => boolean;
}

export interface TestClock extends Clock {
  /** The length in ms of every sleep that was skipped, in order. */
  readonly skipped: readonly number[];
  /** How many sleeps and calls to come are under way. */
  pending(): number;
  /** Moves time on by `ms`, ends the sleeps that are due and makes the calls. */
  advance(ms: number): void;
}

interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
}

/** A clock for tests: time stands still until it is moved on, but for the sleeps that `skip` picks. */
export function createTestClock({
  startAt = 0,
  skip = () => false,
}: TestClockOptions = {}): TestClock {
  let now = startAt;
  const skipped: number[] = [];
  const sleepers = new Set<Sleeper>();

  function advance(ms: number): void {
    now += ms;
    for (const sleeper of [...sleepers].sort((a, b) => a.dueAt - b.dueAt)) {
      if (sleeper.dueAt <= now) sleeper.wake();
    }
  }

  function after(ms: number, run: () => void): () => void {
    const leave = () => void sleepers.delete(sleeper);
    const sleeper: Sleeper = {
      dueAt: now + ms,
      wake() {
        leave();
        run();
      },
    };
    sleepers.add(sleeper);
    return leave;
  }

  return {
    skipped,
    advance,
    now: () => now,
    pending: () => sleepers.size,
    after,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      if (skip(ms)) {
        skipped.push(ms);
        advance(ms);
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          cancel();
          signal.removeEventListener('abort', onAbort);
        };
        const cancel = after(ms, () => {
          leave();
          resolve();
        });
        const onAbort = () => {
          leave();
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort);
      });
    },
  };
}
