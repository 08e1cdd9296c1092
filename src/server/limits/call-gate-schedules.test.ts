import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCallGate } from './call-gate.ts';
import { OverCapacityError } from './errors.ts';
import type { Priority } from './priority.ts';

// Any order of arrivals, ends, failures and departures, held against what the gate promises.

/** What happens next; `at` picks among the calls that are there. */
type Step =
  | { readonly type: 'arrive'; readonly priority: Priority }
  | { readonly type: 'end' | 'fail' | 'leave'; readonly at: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'arrive', priority: 'visitor' } as const) },
  { weight: 2, arbitrary: fc.constant({ type: 'arrive', priority: 'background' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom('end', 'fail', 'leave'), at: fc.nat(1000) }),
  },
);

interface Arrived {
  readonly priority: Priority;
  readonly leaving: AbortController;
  state: 'arrived' | 'waiting' | 'running' | 'over';
  outcome: 'done' | 'failed' | 'left' | 'refused' | undefined;
  end: (error?: Error) => void;
}

const failure = new Error('of the call itself');
const gone = new Error('gone');

function scheduleOn(maxCalls: number) {
  const gate = createCallGate({ maxCalls });
  const calls: Arrived[] = [];
  const broken: string[] = [];
  const having = (...states: readonly Arrived['state'][]) =>
    calls.filter(({ state }) => states.includes(state));
  const expects = (promise: string, isKept: boolean) => void (isKept || broken.push(promise));

  function begin(call: Arrived): Promise<void> {
    const earlier = calls.slice(0, calls.indexOf(call));
    const isOvertaken = earlier.some(
      ({ state, priority }) => state === 'waiting' && priority === call.priority,
    );
    const isVisitorWaiting = having('waiting').some(({ priority }) => priority === 'visitor');
    expects('each begins once', call.state === 'arrived' || call.state === 'waiting');
    expects('who leaves in time is not run', !call.leaving.signal.aborted);
    expects('first come, first served', !isOvertaken);
    expects('visitors first', call.priority === 'visitor' || !isVisitorWaiting);
    call.state = 'running';
    expects('never more than the places', having('running').length <= maxCalls);
    return new Promise((resolve, reject) => {
      call.end = (error) => {
        call.state = 'over';
        if (error) reject(error);
        else resolve();
      };
    });
  }

  async function arrive(priority: Priority): Promise<void> {
    const leaving = new AbortController();
    const end = () => undefined;
    const call: Arrived = { priority, leaving, state: 'arrived', outcome: undefined, end };
    calls.push(call);
    try {
      await gate.run(priority, leaving.signal, () => begin(call));
      call.outcome = 'done';
    } catch (error) {
      if (error === failure) call.outcome = 'failed';
      if (error === gone) call.outcome = 'left';
      if (error instanceof OverCapacityError) call.outcome = 'refused';
    }
    call.state = 'over';
  }

  function leave(call: Arrived | undefined): void {
    call?.leaving.abort(gone);
    // A call that has begun ends by itself when its signal aborts, as the client's does.
    if (call?.state === 'running') call.end(gone);
    else if (call) call.state = 'over';
  }

  function take(next: Step): void {
    if (next.type === 'arrive') {
      void arrive(next.priority);
      return;
    }
    const open =
      next.type === 'leave' ? having('arrived', 'waiting', 'running') : having('running');
    const call = open[next.at % open.length];
    if (next.type === 'leave') leave(call);
    else call?.end(next.type === 'fail' ? failure : undefined);
  }

  /** Lets everything that is due happen, and looks at who waits. */
  async function settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    for (const call of having('arrived')) call.state = 'waiting';
    const waiting = having('waiting').filter(({ priority }) => priority === 'visitor').length;
    const running = having('running').length;
    expects('a queue as long as there are places', waiting <= maxCalls);
    expects('visitors wait only for a place', waiting === 0 || running === maxCalls);
    expects('the rest waits for all but one', having('waiting').length === 0 || running > 0);
  }

  return { take, settle, calls, having, broken };
}

test('never more calls than places, nobody passed over, nobody forgotten, nothing left', async () => {
  const oneStep = fc.record({ next: step, isSettled: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(oneStep, { minLength: 1, maxLength: 60 }),
      async (maxCalls, steps) => {
        const { take, settle, calls, having, broken } = scheduleOn(maxCalls);
        for (const { next, isSettled } of steps) {
          take(next);
          // Without a pause the next step meets calls that are just on their way.
          if (isSettled) await settle();
        }
        await settle();
        while (having('running').length > 0) {
          for (const call of having('running')) call.end();
          await settle();
        }
        expect(calls.filter(({ outcome }) => outcome === undefined)).toEqual([]);
        for (const { leaving } of calls) {
          expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
        }
        for (let place = 0; place < maxCalls; place += 1) {
          take({ type: 'arrive', priority: 'visitor' });
        }
        await settle();
        expect(having('running'), 'every place is free again').toHaveLength(maxCalls);
        expect(broken).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});
