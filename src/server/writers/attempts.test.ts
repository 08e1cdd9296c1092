import { expect, test } from 'vitest';
import { BudgetSpentError } from '../limits/errors.ts';
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

/** A run that goes through `steps`: a number of flaws, or an error. */
function stepping(...steps: readonly (number | Error)[]) {
  return async (number: number): Promise<number> => {
    const step = steps[number - 1];
    if (typeof step !== 'number') throw step ?? new RangeError(`No attempt ${number} was expected`);
    return step;
  };
}

const failure = new NoContentError();
const isEnough = (flaws: number) => flaws === 0;

test.each([
  ['good at once', [0], 0, []],
  ['good at the second', [2, 0], 0, []],
  ['good at the third', [2, 1, 0], 0, []],
  ['never good: the last one', [1, 2, 3], 3, []],
  ['poor, failed, good', [2, failure, 0], 0, [2000]],
  ['poor, failed, poor', [2, failure, 1], 1, [2000]],
  ['failed, poor, good', [failure, 2, 0], 0, [2000]],
  ['failed, failed, poor', [failure, failure, 2], 2, [2000, 3000]],
] as const)('waits follow failures alone: %s', async (_name, steps, value, waits) => {
  const clock = createTestClock({ skip: () => true });
  await expect(attempt(stepping(...steps), { clock, signal, isEnough })).resolves.toBe(value);
  expect(clock.skipped).toEqual(waits);
});

test.each([
  ['poor, failed, failed', [2, failure, failure], [2000]],
  ['failed, poor, failed', [failure, 2, failure], [2000]],
  ['poor, poor, failed', [2, 2, failure], []],
] as const)('after the last attempt there is no wait: %s', async (_name, steps, waits) => {
  const clock = createTestClock({ skip: () => true });
  await expect(attempt(stepping(...steps), { clock, signal, isEnough })).rejects.toBe(failure);
  expect(clock.skipped).toEqual(waits);
});

test('Retry-After after a poor value is held against the wait of the first failure', async () => {
  const clock = createTestClock({ skip: () => true });
  await attempt(stepping(2, busy(2500), 0), { clock, signal, isEnough });
  expect(clock.skipped).toEqual([2500]);
});

test('a call refused by our own limits is not tried again', async () => {
  const refused = new BudgetSpentError(60_000);
  const run = stepping(refused);
  await expect(attempt(run, { clock: createTestClock(), signal })).rejects.toBe(refused);
});

test('a caller who leaves after a poor value costs no other attempt', async () => {
  const leaving = new AbortController();
  const reason = new Error('The visitor has gone');
  const attempts: number[] = [];
  const run = async (number: number) => {
    attempts.push(number);
    leaving.abort(reason);
    return 1;
  };
  const options = { clock: createTestClock(), signal: leaving.signal, isEnough };
  await expect(attempt(run, options)).rejects.toBe(reason);
  expect(attempts).toEqual([1]);
});
