import { expect, test } from 'vitest';
import { createTestClock } from '../test-clock.ts';
import { createMemoryCallBudget } from './call-budget.ts';

const hourMs = 60 * 60 * 1000;
const noon = Date.UTC(2026, 1, 28, 12);

function budgetOf(callsPerDay: number, startAt = noon) {
  const clock = createTestClock({ startAt });
  return { clock, budget: createMemoryCallBudget({ callsPerDay, clock }) };
}

test('a day has exactly as many calls as it is given', async () => {
  const { budget } = budgetOf(3);
  const taken = await Promise.all(Array.from({ length: 10 }, () => budget.take()));
  expect(taken.map(({ ok }) => ok)).toEqual([true, true, true, ...Array(7).fill(false)]);
});

test('who is refused is told how long it is until midnight in UTC', async () => {
  const { budget, clock } = budgetOf(1);
  await budget.take();
  expect(await budget.take()).toEqual({ ok: false, retryAfterMs: 12 * hourMs });
  clock.advance(11 * hourMs);
  expect(await budget.take()).toEqual({ ok: false, retryAfterMs: hourMs });
  clock.advance(hourMs - 1);
  expect(await budget.take()).toEqual({ ok: false, retryAfterMs: 1 });
});

test('a new day has all its calls, whatever the last one used', async () => {
  const { budget, clock } = budgetOf(2);
  await budget.take();
  clock.advance(12 * hourMs);
  expect(await budget.take()).toEqual({ ok: true });
  expect(await budget.take()).toEqual({ ok: true });
  expect(await budget.take()).toEqual({ ok: false, retryAfterMs: 24 * hourMs });
});

test('the first ms of a day belongs to it', async () => {
  const { budget } = budgetOf(1, Date.UTC(2026, 2, 1));
  await budget.take();
  expect(await budget.take()).toEqual({ ok: false, retryAfterMs: 24 * hourMs });
});

test('a clock that was ahead and is set right does not end all calls', async () => {
  const { budget, clock } = budgetOf(1, noon + 1000 * 24 * hourMs);
  await budget.take();
  clock.advance(-1000 * 24 * hourMs);
  expect(await budget.take()).toEqual({ ok: true });
});

test('0 is no limit', async () => {
  const { budget } = budgetOf(0);
  const taken = await Promise.all(Array.from({ length: 1000 }, () => budget.take()));
  expect(taken.every(({ ok }) => ok)).toBe(true);
});
