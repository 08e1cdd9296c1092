import type { EventEmitter } from 'node:events';

/** Puts off what no visitor waits for. */
export type Later = (run: () => void) => void;

/**
 * Runs what it is given together, once the turn of the event loop is over: the replies are on their
 * way by then, and the same work done for many at a time is done faster. What is left when the
 * process ends, in whatever way it ends by itself, is run then. One that throws keeps no other back,
 * and becomes a rejection that nobody handles.
 */
export function createAfterTurn(process: Pick<EventEmitter, 'on'>): Later {
  let waiting: (() => void)[] = [];
  const runAll = () => {
    const due = waiting;
    waiting = [];
    for (const run of due) {
      try {
        run();
      } catch (error) {
        void Promise.reject(error);
      }
    }
  };
  // What runs at the end may put off more, such as the lines that it leaves in the log.
  process.on('exit', () => {
    while (waiting.length > 0) runAll();
  });
  return (run) => {
    if (waiting.length === 0) setImmediate(runAll);
    waiting.push(run);
  };
}
