import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryCounter } from './memory-counter.ts';
import {
  createRequestLimits,
  type QuotaPolicy,
  type RequestKind,
  type RequestLimits,
} from './request-limits.ts';

// The library reads the time and sets timers itself, so here the time itself is faked.
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const dayMs = 24 * 60 * 60 * 1000;

function limitsOf(perMinute: number, perDay: number): RequestLimits {
  const newCounter = (_kind: RequestKind, policy: QuotaPolicy) => createMemoryCounter(policy);
  return createRequestLimits({ perMinute, perDay, newCounter });
}

async function takeMany(limits: RequestLimits, times: number, address = '192.0.2.1') {
  const oks: boolean[] = [];
  for (let at = 0; at < times; at += 1) oks.push((await limits.take('quiz', address)).ok);
  return oks;
}

describe('the requests of one address', () => {
  test('are allowed up to the figure, and again when the minute is over', async () => {
    const limits = limitsOf(3, 0);
    expect(await takeMany(limits, 4)).toEqual([true, true, true, false]);
    vi.advanceTimersByTime(59_999);
    expect(await limits.take('quiz', '192.0.2.1')).toMatchObject({ ok: false, retryAfterMs: 1 });
    vi.advanceTimersByTime(1);
    expect(await takeMany(limits, 4)).toEqual([true, true, true, false]);
  });

  test('tell what is left and when it is whole again', async () => {
    const limits = limitsOf(3, 100);
    await limits.take('quiz', '192.0.2.1');
    vi.advanceTimersByTime(20_000);
    const taken = await limits.take('quiz', '192.0.2.1');
    const minute = { name: 'minute', requests: 3, windowSeconds: 60 };
    const day = { name: 'day', requests: 100, windowSeconds: 86_400 };
    expect(taken).toEqual({
      ok: true,
      quotas: [
        { policy: minute, remaining: 1, resetMs: 40_000 },
        { policy: day, remaining: 98, resetMs: dayMs - 20_000 },
      ],
    });
  });

  test('that the minute refuses do not count for the day, and refusals lengthen nothing', async () => {
    const limits = limitsOf(2, 5);
    expect(await takeMany(limits, 50)).toEqual([true, true, ...Array(48).fill(false)]);
    vi.advanceTimersByTime(60_000);
    expect(await takeMany(limits, 3)).toEqual([true, true, false]);
    vi.advanceTimersByTime(60_000);
    expect(await takeMany(limits, 2)).toEqual([true, false]);
    const refused = await limits.take('quiz', '192.0.2.1');
    expect(refused).toMatchObject({ ok: false, retryAfterMs: dayMs - 120_000 });
    vi.advanceTimersByTime(dayMs - 120_000);
    expect(await takeMany(limits, 2)).toEqual([true, true]);
  });

  test('refused by the minute when the day is spent too are told to wait for the day', async () => {
    const limits = limitsOf(2, 2);
    await takeMany(limits, 2);
    const refused = await limits.take('quiz', '192.0.2.1');
    expect(refused).toMatchObject({ ok: false, retryAfterMs: dayMs });
    expect(refused.quotas.map(({ remaining }) => remaining)).toEqual([0, 0]);
  });

  test('do not touch those of another address, nor those for feedback', async () => {
    const limits = limitsOf(1, 10);
    expect(await takeMany(limits, 2)).toEqual([true, false]);
    expect(await takeMany(limits, 2, '192.0.2.2')).toEqual([true, false]);
    expect((await limits.take('feedback', '192.0.2.1')).ok).toBe(true);
    expect((await limits.take('feedback', '192.0.2.1')).ok).toBe(false);
  });

  test('at once are counted one by one', async () => {
    const limits = limitsOf(7, 100);
    const all = Array.from({ length: 50 }, () => limits.take('quiz', '192.0.2.1'));
    expect((await Promise.all(all)).filter(({ ok }) => ok)).toHaveLength(7);
  });
});

describe('a limit of 0', () => {
  test('of both is no limit', async () => {
    const limits = limitsOf(0, 0);
    expect((await takeMany(limits, 500)).every(Boolean)).toBe(true);
    expect(await limits.take('quiz', '192.0.2.1')).toEqual({ ok: true, quotas: [] });
  });

  test.each([
    [0, 2, ['day']],
    [2, 0, ['minute']],
  ])('of one (%i, %i) leaves the other', async (perMinute, perDay, names) => {
    const limits = limitsOf(perMinute, perDay);
    expect(await takeMany(limits, 3)).toEqual([true, true, false]);
    const { quotas } = await limits.take('quiz', '192.0.2.1');
    expect(quotas.map(({ policy }) => policy.name)).toEqual(names);
  });
});

describe('a counter', () => {
  function keysOf(secret?: string) {
    const keys: string[] = [];
    const counter = {
      add: async (key: string) => {
        keys.push(key);
        return { requests: 1, resetMs: 1 };
      },
      peek: async () => ({ requests: 0, resetMs: 1 }),
    };
    const parts = { perMinute: 5, perDay: 0, newCounter: () => counter };
    return { keys, limits: createRequestLimits({ ...parts, ...(secret && { secret }) }) };
  }

  test('never sees an address, and another process has other keys', async () => {
    const one = keysOf();
    const other = keysOf();
    for (const { limits } of [one, one, other]) await limits.take('quiz', '192.0.2.1');
    expect(one.keys[0]).toBe(one.keys[1]);
    expect(one.keys[0]).toMatch(/^[\w-]{43}$/);
    expect(other.keys[0]).not.toBe(one.keys[0]);
  });

  test('that is shared has the keys of its secret', async () => {
    const [one, other] = [keysOf('shared'), keysOf('shared')];
    for (const { limits } of [one, other]) await limits.take('quiz', '192.0.2.1');
    expect(one.keys).toEqual(other.keys);
  });

  test('that fails is not taken for a refusal', async () => {
    const counter = { add: () => Promise.reject(new Error('lost')), peek: () => Promise.reject() };
    const limits = createRequestLimits({ perMinute: 1, perDay: 1, newCounter: () => counter });
    await expect(limits.take('quiz', '192.0.2.1')).rejects.toThrow('lost');
  });
});

describe('the counter in memory', () => {
  const policy = { requests: 2, windowSeconds: 60 };

  test('forgets the oldest key rather than grow without bound', async () => {
    const counter = createMemoryCounter(policy, 3);
    for (const key of ['a', 'a', 'b', 'c']) await counter.add(key);
    expect((await counter.peek('a')).requests).toBe(2);
    await counter.add('d');
    expect((await counter.peek('a')).requests).toBe(0);
    for (const key of ['b', 'c', 'd']) expect((await counter.peek(key)).requests).toBe(1);
  });

  test('does not forget a key whose window has begun anew', async () => {
    const counter = createMemoryCounter(policy, 2);
    await counter.add('a');
    await counter.add('b');
    vi.advanceTimersByTime(60_000);
    for (const key of ['a', 'c']) await counter.add(key);
    expect((await counter.peek('a')).requests).toBe(1);
  });

  test('goes on counting what is above the limit', async () => {
    const counter = createMemoryCounter(policy);
    for (let at = 0; at < 4; at += 1) await counter.add('a');
    expect(await counter.add('a')).toEqual({ requests: 5, resetMs: 60_000 });
    expect(await counter.peek('a')).toEqual({ requests: 5, resetMs: 60_000 });
    expect(await counter.peek('b')).toEqual({ requests: 0, resetMs: 60_000 });
  });

  test('leaves no timer when a window is over', async () => {
    const counter = createMemoryCounter(policy);
    for (const key of ['a', 'b', 'a']) await counter.add(key);
    expect(vi.getTimerCount()).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
