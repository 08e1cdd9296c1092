import { topicIds } from '../../domain/topics.ts';
import type { AbortSignalLike } from '../abort-signal.ts';
import { OverCapacityError } from './errors.ts';
import type { Priority } from './priority.ts';

/** Bounds the model calls under way at once: visitors before background, in bounded queues. */
export interface CallGate {
  /**
   * Runs `call` as soon as it has a place, and settles as `call` does. Rejects without running it
   * with OverCapacityError when the queue is full, and with the signal's reason when it aborts
   * before the call begins. A call that has begun keeps its place until it settles.
   */
  run<T>(priority: Priority, signal: AbortSignalLike, call: () => Promise<T>): Promise<T>;
}

export interface CallGateParts {
  /** `MAX_GENERATIONS` (design, section 2), at least 1; as many visitors' calls again may wait. */
  readonly maxCalls: number;
}

/** Background calls that may wait: one for each topic, whose quizzes are prepared one at a time. */
const backgroundQueueLength = topicIds.length;

/** A queue as long as there are places is through in about the time that one quiz takes to write. */
const fullQueueMs = 10_000;

/** A gate with `maxCalls` places, the last of which background calls leave free for a visitor. */
export function createCallGate({ maxCalls }: CallGateParts): CallGate {
  const places = { visitor: maxCalls, background: Math.max(1, maxCalls - 1) };
  const lengths = { visitor: maxCalls, background: backgroundQueueLength };
  const queues = { visitor: new Set<() => void>(), background: new Set<() => void>() };
  let running = 0;

  function nextQueue(): Set<() => void> | undefined {
    if (queues.visitor.size > 0) return running < places.visitor ? queues.visitor : undefined;
    return running < places.background ? queues.background : undefined;
  }

  function startNext(): void {
    for (const start of nextQueue() ?? []) {
      running += 1;
      start();
      return;
    }
  }

  function free(): void {
    running -= 1;
    startNext();
  }

  /** Resolves when a place is taken. */
  function waitForPlace(priority: Priority, signal: AbortSignalLike): Promise<void> {
    const queue = queues[priority];
    if (queue.size >= lengths[priority]) throw new OverCapacityError(fullQueueMs);
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(start);
        signal.removeEventListener('abort', giveUp);
      };
      const start = () => {
        leave();
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(signal.reason);
      };
      queue.add(start);
      signal.addEventListener('abort', giveUp);
    });
  }

  return {
    async run(priority, signal, call) {
      signal.throwIfAborted();
      // Where a place is free nobody waits for it: each that becomes free is given away at once.
      if (running < places[priority]) running += 1;
      else await waitForPlace(priority, signal);
      try {
        signal.throwIfAborted();
        return await call();
      } finally {
        free();
      }
    },
  };
}
