import { getEventListeners, setMaxListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { topicIds } from '../../domain/topics.ts';
import { type CallGate, createCallGate } from './call-gate.ts';
import { OverCapacityError } from './errors.ts';
import type { Priority } from './priority.ts';

const { signal } = new AbortController();
// One visitor stands for many here, so that one signal is heeded by many calls.
setMaxListeners(0, signal);

/** Lets everything that is due happen. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

interface End {
  readonly resolve: (name: string) => void;
  readonly reject: (error: Error) => void;
}

/** Calls through `gate` that end when the test says so; `begun` has their names in order. */
function callsThrough(gate: CallGate) {
  const begun: string[] = [];
  const ends = new Map<string, End>();
  return {
    begun,
    run(name: string, priority: Priority = 'visitor', by: AbortSignal = signal): Promise<string> {
      return gate.run(priority, by, () => {
        begun.push(name);
        return new Promise((resolve, reject) => ends.set(name, { resolve, reject }));
      });
    },
    async end(name: string): Promise<void> {
      await settled();
      ends.get(name)?.resolve(name);
      await settled();
    },
    async fail(name: string, error: Error): Promise<void> {
      await settled();
      ends.get(name)?.reject(error);
      await settled();
    },
  };
}

test('a call is run at once where there is a place, and its outcome is handed on', async () => {
  const calls = callsThrough(createCallGate({ maxCalls: 2 }));
  const first = calls.run('first');
  const second = calls.run('second');
  await settled();
  expect(calls.begun).toEqual(['first', 'second']);
  await calls.end('first');
  expect(await first).toBe('first');
  const refused = expect(second).rejects.toThrow('of the call itself');
  await calls.fail('second', new Error('of the call itself'));
  await refused;
});

test('without a place visitors wait in the order in which they came', async () => {
  const calls = callsThrough(createCallGate({ maxCalls: 3 }));
  const runs = ['1', '2', '3', '4', '5', '6'].map((name) => calls.run(name));
  await settled();
  expect(calls.begun).toEqual(['1', '2', '3']);
  await calls.end('2');
  expect(calls.begun).toEqual(['1', '2', '3', '4']);
  for (const name of ['4', '1', '3', '5', '6']) await calls.end(name);
  expect(calls.begun).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(await Promise.all(runs)).toEqual(['1', '2', '3', '4', '5', '6']);
});

test('as many may wait as there are places; one more is told when to come again', async () => {
  const calls = callsThrough(createCallGate({ maxCalls: 2 }));
  const runs = ['1', '2', '3', '4'].map((name) => calls.run(name));
  const refused = await calls.run('5').catch((error) => error);
  expect(refused).toBeInstanceOf(OverCapacityError);
  expect(refused).toMatchObject({ name: 'OverCapacityError', retryAfterMs: 10_000 });
  await calls.end('1');
  const late = calls.run('6');
  for (const name of ['2', '3', '4', '6']) await calls.end(name);
  expect(await Promise.all([...runs, late])).toEqual(['1', '2', '3', '4', '6']);
  expect(calls.begun).not.toContain('5');
});

test('visitors go before background calls that have waited longer', async () => {
  const calls = callsThrough(createCallGate({ maxCalls: 1 }));
  const runs = [
    calls.run('running'),
    calls.run('prepared', 'background'),
    calls.run('prepared later', 'background'),
    calls.run('visitor'),
  ];
  await calls.end('running');
  expect(calls.begun).toEqual(['running', 'visitor']);
  const next = calls.run('next visitor');
  await calls.end('visitor');
  expect(calls.begun).toEqual(['running', 'visitor', 'next visitor']);
  await calls.end('next visitor');
  await calls.end('prepared');
  await calls.end('prepared later');
  expect(calls.begun.slice(3)).toEqual(['prepared', 'prepared later']);
  await Promise.all([...runs, next]);
});

test('background calls leave the last place free, so that a visitor does not wait for them', async () => {
  const calls = callsThrough(createCallGate({ maxCalls: 3 }));
  const names = ['1', '2', '3'];
  const runs = names.map((name) => calls.run(name, 'background'));
  await settled();
  expect(calls.begun).toEqual(['1', '2']);
  const visitor = calls.run('visitor');
  await settled();
  expect(calls.begun).toEqual(['1', '2', 'visitor']);
  await calls.end('visitor');
  expect(calls.begun).toHaveLength(3);
  await calls.end('1');
  expect(calls.begun.at(-1)).toBe('3');
  await calls.end('2');
  await calls.end('3');
  await Promise.all([...runs, visitor]);
});

test('background calls fill a queue of their own, and the visitors’ stays open', async () => {
  const calls = callsThrough(createCallGate({ maxCalls: 1 }));
  const running = calls.run('running');
  const waiting = topicIds.map((topic) => calls.run(topic, 'background'));
  await expect(calls.run('one more', 'background')).rejects.toBeInstanceOf(OverCapacityError);
  const visitor = calls.run('visitor');
  for (const name of ['running', 'visitor', ...topicIds]) await calls.end(name);
  expect(calls.begun).toEqual(['running', 'visitor', ...topicIds]);
  await Promise.all([running, visitor, ...waiting]);
});

test('a call that throws, at once or later, frees its place', async () => {
  const gate = createCallGate({ maxCalls: 1 });
  for (let round = 0; round < 3; round += 1) {
    const thrown = gate.run('visitor', signal, () => {
      throw new TypeError('thrown before any promise');
    });
    await expect(thrown).rejects.toThrow('thrown before any promise');
    const rejected = gate.run('visitor', signal, () => Promise.reject(new Error('rejected')));
    await expect(rejected).rejects.toThrow('rejected');
  }
  expect(await gate.run('visitor', signal, async () => 'still open')).toBe('still open');
});

test('who leaves the queue frees the place in it, is never run, and leaves no listener', async () => {
  const calls = callsThrough(createCallGate({ maxCalls: 1 }));
  const leaving = new AbortController();
  const running = calls.run('running');
  const left = calls.run('left', 'visitor', leaving.signal);
  await expect(calls.run('too many')).rejects.toBeInstanceOf(OverCapacityError);
  const reason = new Error('The visitor has gone');
  leaving.abort(reason);
  await expect(left).rejects.toBe(reason);
  const stays = calls.run('stays');
  await calls.end('running');
  await calls.end('stays');
  expect(calls.begun).toEqual(['running', 'stays']);
  expect(await Promise.all([running, stays])).toEqual(['running', 'stays']);
  expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
});

test('who leaves in the moment of getting a place passes it on', async () => {
  const calls = callsThrough(createCallGate({ maxCalls: 2 }));
  const leaving = new AbortController();
  const reason = new Error('The visitor has gone');
  const others = [calls.run('1'), calls.run('2')];
  const given = calls.run('given', 'visitor', leaving.signal);
  const refused = expect(given).rejects.toBe(reason);
  // The gate stops listening as it gives the place away, and the call begins a moment later.
  const { signal: left } = leaving;
  const removeListener = left.removeEventListener.bind(left);
  vi.spyOn(left, 'removeEventListener').mockImplementationOnce((...listener) => {
    removeListener(...listener);
    leaving.abort(reason);
  });
  await calls.end('1');
  await refused;
  others.push(calls.run('3'));
  await settled();
  expect(calls.begun).toEqual(['1', '2', '3']);
  await calls.end('2');
  await calls.end('3');
  await Promise.all(others);
});

test('who has left already takes no place, neither to run nor to wait', async () => {
  const calls = callsThrough(createCallGate({ maxCalls: 1 }));
  const reason = new Error('gone before');
  await expect(calls.run('gone', 'visitor', AbortSignal.abort(reason))).rejects.toBe(reason);
  const running = calls.run('running');
  await expect(calls.run('gone', 'visitor', AbortSignal.abort(reason))).rejects.toBe(reason);
  const waiting = calls.run('waiting');
  await calls.end('running');
  await calls.end('waiting');
  await Promise.all([running, waiting]);
  expect(calls.begun).toEqual(['running', 'waiting']);
});

test('a call keeps no listener on its signal once it has begun', async () => {
  const calls = callsThrough(createCallGate({ maxCalls: 1 }));
  const staying = new AbortController();
  const first = calls.run('first', 'visitor', staying.signal);
  const second = calls.run('second', 'visitor', staying.signal);
  await settled();
  expect(getEventListeners(staying.signal, 'abort')).toHaveLength(1);
  await calls.end('first');
  expect(getEventListeners(staying.signal, 'abort')).toEqual([]);
  await calls.end('second');
  await Promise.all([first, second]);
});
