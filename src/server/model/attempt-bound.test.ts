import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import type { PlainSignal } from '../abort-signal.ts';
import { createTestClock } from '../test-clock.ts';
import { withinBound } from './attempt-bound.ts';

const timeoutMs = 1000;

/** Something that takes for ever, but for its signal. */
function forever(signal: PlainSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('interrupted')));
  });
}

test('what ends in time is handed on, and no timer is left', async () => {
  const clock = createTestClock();
  const { signal } = new AbortController();
  const bound = { clock, timeoutMs, signal };
  await expect(withinBound(bound, async () => 'done')).resolves.toBe('done');
  const bug = new TypeError('not a function');
  await expect(withinBound(bound, () => Promise.reject(bug))).rejects.toBe(bug);
  expect(clock.pending()).toBe(0);
});

test('what takes too long is ended with the bound as the reason', async () => {
  const clock = createTestClock();
  const run = withinBound({ clock, timeoutMs, signal: new AbortController().signal }, forever);
  clock.advance(timeoutMs);
  await expect(run).rejects.toMatchObject({ name: 'AttemptTimeoutError' });
});

test('a caller who leaves ends it with its own reason, whatever that is', async () => {
  const clock = createTestClock();
  const leaving = new AbortController();
  const run = withinBound({ clock, timeoutMs, signal: leaving.signal }, forever);
  leaving.abort('gone');
  await expect(run).rejects.toBe('gone');
  expect(clock.pending()).toBe(0);
});

test('what does not heed its signal is not waited for, and may fail later unheard', async () => {
  const clock = createTestClock();
  let fail = (_error: Error): void => undefined;
  const deaf = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const { signal } = new AbortController();
  const run = withinBound({ clock, timeoutMs, signal }, () => deaf);
  clock.advance(timeoutMs);
  await expect(run).rejects.toMatchObject({ name: 'AttemptTimeoutError' });
  fail(new Error('at last'));
});

test('a caller who has left already has nothing run', async () => {
  const clock = createTestClock();
  const bound = { clock, timeoutMs, signal: AbortSignal.abort('gone before') };
  await expect(withinBound(bound, () => expect.unreachable())).rejects.toBe('gone before');
  expect(clock.pending()).toBe(0);
});

test('the signal tells of its end once, with the first reason, and leaves no listener', async () => {
  const clock = createTestClock();
  const leaving = new AbortController();
  const seen: unknown[] = [];
  let given: PlainSignal | undefined;
  const run = withinBound({ clock, timeoutMs, signal: leaving.signal }, (signal) => {
    given = signal;
    signal.addEventListener('abort', () => seen.push(signal.reason));
    return forever(signal);
  });
  given?.throwIfAborted();
  clock.advance(timeoutMs);
  leaving.abort('too late');
  given?.abort('later still');
  await expect(run).rejects.toBe(given?.reason);
  expect(seen).toEqual([expect.objectContaining({ name: 'AttemptTimeoutError' })]);
  expect(() => given?.throwIfAborted()).toThrow('No whole reply within 1000 ms');
  expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
});
