import type { CallGate } from '../limits/call-gate.ts';
import type { Metrics } from './metrics.ts';

/** A gate that tells how many calls are under way behind it and how many wait before it. */
export function createMeteredGate(
  gate: CallGate,
  metrics: Pick<Metrics, 'modelCallsChanged'>,
): CallGate {
  let underWay = 0;
  let waiting = 0;
  const change = (started: number, queued: number) => {
    underWay += started;
    waiting += queued;
    metrics.modelCallsChanged({ underWay, waiting });
  };
  return {
    async run(priority, signal, call) {
      let hasBegun = false;
      change(0, 1);
      try {
        return await gate.run(priority, signal, () => {
          hasBegun = true;
          change(1, -1);
          return call();
        });
      } finally {
        if (hasBegun) change(-1, 0);
        else change(0, -1);
      }
    },
  };
}
