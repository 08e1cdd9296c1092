import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Clock, systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { BudgetOutOfReachError } from './errors.ts';
import { redisTiming } from './redis-timing.ts';
import { createSharedBudget, type SharedBudget, settleAfterLossMs } from './shared-budget.ts';
import { linkToNothing, quickTiming, startTestLinks, type TestLinks } from './test-links.ts';
import { describeWithOwnRedis, describeWithRedis, eventually } from './test-redis.ts';

// Real processes come and go in these tests, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

const hourMs = 60 * 60 * 1000;

test('what settles is longer than any instance takes to come back and tell', () => {
  const { longestPauseMs, heartbeatMs, connectMs, operationMs } = redisTiming;
  const look = connectMs + 2 * operationMs;
  expect(Math.max(longestPauseMs, heartbeatMs) + look).toBeLessThan(settleAfterLossMs);
});

test('with a Redis that was never there nothing is spent, and the way out is told', async () => {
  const link = await linkToNothing(createLog({ level: 'silent', secrets: [] }));
  const budget = createSharedBudget({ callsPerDay: 1000, clock: systemClock, link });
  const refused = await budget.take().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(BudgetOutOfReachError);
  expect(refused).toMatchObject({ retryAfterMs: 5000, cause: { name: 'RedisAwayError' } });
  await budget.close();
  await link.close();
});

test('0 is no limit, whatever became of Redis', async () => {
  const link = await linkToNothing(createLog({ level: 'silent', secrets: [] }));
  const budget = createSharedBudget({ callsPerDay: 0, clock: systemClock, link });
  expect(await budget.take()).toEqual({ ok: true });
  await link.close();
});

let links: TestLinks;

beforeEach(async () => {
  links = await startTestLinks();
});

afterEach(() => links.close());

/** Real time that passes from noon, or from where a test puts it. */
function clockFrom(startAt: number): Clock & { moveOn(ms: number): void } {
  let offset = startAt - Date.now();
  return {
    ...systemClock,
    now: () => Date.now() + offset,
    moveOn(ms) {
      offset += ms;
    },
  };
}

const noon = Date.UTC(2026, 10, 5, 12);

async function newBudget(
  callsPerDay: number,
  clock: Clock = clockFrom(noon),
  { settleMs = 300, heartbeatMs = quickTiming.heartbeatMs } = {},
) {
  const link = links.newLink({ heartbeatMs });
  const budget = createSharedBudget({ callsPerDay, clock, link, settleMs });
  await link.open();
  return { link, budget };
}

/** How many of `calls` takes at once were let through. */
async function spend(budget: SharedBudget, calls: number): Promise<number> {
  const takes = Array.from({ length: calls }, () => budget.take().catch(() => ({ ok: false })));
  return (await Promise.all(takes)).filter(({ ok }) => ok).length;
}

describeWithRedis('instances on one Redis', () => {
  test('have exactly the day’s calls together', async () => {
    const budgets = [await newBudget(20), await newBudget(20), await newBudget(20)];
    const spent = await Promise.all(budgets.map(({ budget }) => spend(budget, 15)));
    expect(spent.reduce((sum, calls) => sum + calls)).toBe(20);
  });

  test('lease in blocks of a hundredth, so that most calls ask nobody', async () => {
    const { budget, link } = await newBudget(1000);
    await budget.take();
    const run = vi.spyOn(link, 'run');
    expect(await spend(budget, 9)).toBe(9);
    expect(run).not.toHaveBeenCalled();
    await budget.take();
    expect(run).toHaveBeenCalledOnce();
  });

  test('refuse until midnight in UTC, and have all calls again then', async () => {
    const clock = clockFrom(noon + 11 * hourMs);
    const { budget } = await newBudget(3, clock);
    expect(await spend(budget, 4)).toBe(3);
    const refused = await budget.take();
    if (refused.ok) throw new Error('a fourth call');
    expect(refused.retryAfterMs).toBeGreaterThan(hourMs - 10_000);
    expect(refused.retryAfterMs).toBeLessThanOrEqual(hourMs);
    clock.moveOn(hourMs);
    expect(await spend(budget, 4)).toBe(3);
  });

  test('spend nothing that was leased for the day before', async () => {
    const clock = clockFrom(noon);
    const { budget } = await newBudget(300, clock);
    await budget.take();
    clock.moveOn(12 * hourMs);
    expect(await spend(budget, 400)).toBe(300);
  });

  test('give back what they did not spend when they stop', async () => {
    const first = await newBudget(500);
    const second = await newBudget(500);
    expect(await spend(first.budget, 1)).toBe(1);
    expect(await spend(second.budget, 600)).toBe(495);
    await first.budget.close();
    expect(await spend(second.budget, 600)).toBe(4);
  });

  test('leave no key behind that does not expire', async () => {
    const { budget } = await newBudget(10);
    await budget.take();
    const times = await links.redis.keys(links.prefix);
    const day = `${links.prefix}calls:2026-11-05`;
    expect(Object.keys(times)).toContain(day);
    for (const [key, left] of Object.entries(times)) expect(left, key).toBeGreaterThan(0);
    expect(times[day]).toBeGreaterThan(47 * hourMs);
  });
});

describeWithOwnRedis('instances whose Redis comes and goes', () => {
  test('spend what they have leased while it is away, and no more', async () => {
    const { budget } = await newBudget(1000);
    await budget.take();
    await links.killRedis();
    expect(await spend(budget, 50)).toBe(9);
    await expect(budget.take()).rejects.toThrow(BudgetOutOfReachError);
  });

  test('never exceed the day’s calls although it loses its data, whoever asks first', async () => {
    // So seldom that the first to ask after the loss has not seen what the other leased.
    const heartbeatMs = 1000;
    const patient = 2 * heartbeatMs;
    const most = await newBudget(60, clockFrom(noon), { settleMs: patient, heartbeatMs });
    const least = await newBudget(60, clockFrom(noon), { settleMs: patient, heartbeatMs });
    expect(await spend(least.budget, 5)).toBe(5);
    expect(await spend(most.budget, 35)).toBe(35);
    await links.killRedis();
    await links.redis.start();
    await eventually(() => expect(least.link.isUp()).toBe(true));
    expect(await spend(least.budget, 60)).toBe(20);
    expect(await spend(most.budget, 60)).toBe(0);
  });

  test('never exceed them although the data goes while it runs', async () => {
    const { budget } = await newBudget(10);
    expect(await spend(budget, 7)).toBe(7);
    await links.redis.ask((client) => client.flushall());
    expect(await spend(budget, 10)).toBe(3);
  });

  test('never exceed them although it falls back behind what it granted', async () => {
    const { budget } = await newBudget(10);
    const other = await newBudget(10);
    await other.budget.take();
    expect(await spend(budget, 7)).toBe(7);
    const day = `${links.prefix}calls:2026-11-05`;
    await links.redis.ask((client) => client.hset(day, 'granted', 0));
    const spent = await Promise.all([spend(other.budget, 10), spend(budget, 10)]);
    expect(spent[0] + spent[1]).toBe(2);
  });

  test('are not kept waiting for a stop while it settles', async () => {
    const link = links.newLink();
    const parts = { callsPerDay: 10, clock: systemClock, link, settleMs: 60_000 };
    const budget = createSharedBudget(parts);
    await link.open();
    const waiting = budget.take();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await budget.close();
    await expect(waiting).rejects.toThrow(BudgetOutOfReachError);
  });

  test('lose what a Redis that hangs may have leased to them, and go on', async () => {
    const { budget, link } = await newBudget(100);
    await budget.take();
    links.redis.pause();
    await expect(budget.take()).rejects.toThrow(BudgetOutOfReachError);
    links.redis.resume();
    await eventually(() => expect(link.isUp()).toBe(true));
    const spent = await spend(budget, 200);
    expect(spent).toBeGreaterThanOrEqual(98);
    expect(spent).toBeLessThanOrEqual(99);
  });
});
