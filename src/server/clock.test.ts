import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

const never = new AbortController().signal;

test('tells the time in ms', () => {
  const before = Date.now();
  const now = systemClock.now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test('sleeps for as long as it is told', async () => {
  const startedAt = performance.now();
  await systemClock.sleep(30, never);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(29);
});

test('wakes with the reason of the abort, leaving no timer', async () => {
  const leaving = new AbortController();
  const reason = new Error('gone');
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const sleeping = systemClock.sleep(60_000, leaving.signal);
  expect(timers()).toBe(before + 1);
  leaving.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  expect(timers()).toBe(before);
});

test('calls after a time, or not at all, leaving no timer', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await new Promise<void>((resolve) => systemClock.after(1, resolve));
  const cancel = systemClock.after(60_000, () => expect.unreachable());
  expect(timers()).toBe(before + 1);
  cancel();
  expect(timers()).toBe(before);
});

test('does not fall asleep after the abort', async () => {
  const reason = new Error('gone before');
  await expect(systemClock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
});
