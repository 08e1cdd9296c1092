import { expect, test } from 'vitest';
import { ApiRequestError, NoContentError } from '../model/errors.ts';
import { createTestClock } from '../test-clock.ts';
import { attempt } from './attempts.ts';

const { signal } = new AbortController();

/** A run that fails with each of `errors` in turn, then gives 'done'. */
function failing(...errors: readonly Error[]) {
  const attempts: number[] = [];
  return {
    attempts,
    async run(number: number): Promise<string> {
      attempts.push(number);
      const error = errors[number - 1];
      if (error) throw error;
      return 'done';
    },
  };
}

function busy(retryAfterMs: number): ApiRequestError {
  return new ApiRequestError({ status: 429, body: '', retryAfterMs });
}

test('what succeeds is done once and waits for nothing', async () => {
  const clock = createTestClock();
  const { run, attempts } = failing();
  await expect(attempt(run, { clock, signal })).resolves.toBe('done');
  expect(attempts).toEqual([1]);
});

test('three attempts, with waits of exactly 2 s and 3 s; the last failure is thrown', async () => {
  const clock = createTestClock({ skip: () => true });
  const last = new NoContentError();
  const { run, attempts } = failing(new NoContentError(), new NoContentError(), last);
  await expect(attempt(run, { clock, signal })).rejects.toBe(last);
  expect(attempts).toEqual([1, 2, 3]);
  expect(clock.skipped).toEqual([2000, 3000]);
});

test('the second attempt starts after 2 s and not before', async () => {
  const clock = createTestClock();
  const { run, attempts } = failing(new NoContentError());
  const outcome = attempt(run, { clock, signal });
  await Promise.resolve();
  clock.advance(1999);
  await Promise.resolve();
  expect(attempts).toEqual([1]);
  clock.advance(1);
  await expect(outcome).resolves.toBe('done');
  expect(attempts).toEqual([1, 2]);
});

test.each([
  [1000, 60_000, [2000, 10_000]],
  [7000, 2999, [7000, 3000]],
  [10_001, 3001, [10_000, 3001]],
])('Retry-After of %i and %i ms makes the waits %j', async (first, second, waits) => {
  const clock = createTestClock({ skip: () => true });
  const { run } = failing(busy(first), busy(second));
  await expect(attempt(run, { clock, signal })).resolves.toBe('done');
  expect(clock.skipped).toEqual(waits);
});

test('a bug is not tried again', async () => {
  const clock = createTestClock();
  const bug = new TypeError('not a function');
  const { run, attempts } = failing(bug);
  await expect(attempt(run, { clock, signal })).rejects.toBe(bug);
  expect(attempts).toEqual([1]);
});

test('a caller who leaves during a wait ends it at once', async () => {
  const clock = createTestClock();
  const leaving = new AbortController();
  const { run, attempts } = failing(new NoContentError());
  const outcome = attempt(run, { clock, signal: leaving.signal });
  await Promise.resolve();
  expect(clock.pending()).toBe(1);
  const reason = new Error('The visitor has gone');
  leaving.abort(reason);
  await expect(outcome).rejects.toBe(reason);
  expect(attempts).toEqual([1]);
  expect(clock.pending()).toBe(0);
});

test('a caller who leaves during an attempt gets its reason and no other attempt', async () => {
  const clock = createTestClock();
  const leaving = new AbortController();
  const reason = new Error('The visitor has gone');
  const attempts: number[] = [];
  const outcome = attempt<never>(
    async (number) => {
      attempts.push(number);
      leaving.abort(reason);
      throw new NoContentError();
    },
    { clock, signal: leaving.signal },
  );
  await expect(outcome).rejects.toBe(reason);
  expect(attempts).toEqual([1]);
});

test('a caller who has left already costs no attempt', async () => {
  const { run, attempts } = failing();
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(attempt(run, { clock: createTestClock(), signal: gone })).rejects.toThrow('gone');
  expect(attempts).toEqual([]);
});
