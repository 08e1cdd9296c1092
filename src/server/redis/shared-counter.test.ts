import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryCounter } from '../limits/memory-counter.ts';
import { createRequestLimits, type QuotaPolicy } from '../limits/request-limits.ts';
import { createLog } from '../log.ts';
import type { RedisLink } from './redis-link.ts';
import { createSharedCounter } from './shared-counter.ts';
import { linkToNothing, startTestLinks, type TestLinks } from './test-links.ts';
import { describeWithOwnRedis, describeWithRedis, eventually } from './test-redis.ts';

// Real processes come and go in these tests, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

const address = '192.0.2.7';
const policy: QuotaPolicy = { name: 'minute', requests: 3, windowSeconds: 60 };

let links: TestLinks;

beforeEach(async () => {
  links = await startTestLinks();
});

afterEach(() => links.close());

const counterOn = (link: RedisLink, of = policy) =>
  createSharedCounter({ kind: 'quiz', policy: of, link, standIn: createMemoryCounter(of) });

async function openLink() {
  const link = links.newLink();
  await link.open();
  return link;
}

function limitsOn(link: RedisLink) {
  return createRequestLimits({
    perMinute: 10,
    perDay: 15,
    secret: 'the same on all instances',
    newCounter: (kind, of) =>
      createSharedCounter({ kind, policy: of, link, standIn: createMemoryCounter(of) }),
  });
}

test('without Redis each instance counts by itself', async () => {
  const link = await linkToNothing(createLog({ level: 'silent', secrets: [] }));
  const counter = counterOn(link);
  expect(await counter.add('a')).toMatchObject({ requests: 1 });
  expect(await counter.add('a')).toMatchObject({ requests: 2 });
  expect(await counter.peek('a')).toMatchObject({ requests: 2 });
  await link.close();
});

describeWithRedis('requests counted on Redis', () => {
  test('count together, refused ones included, with the time that is left', async () => {
    const [one, other] = [counterOn(await openLink()), counterOn(await openLink())];
    expect(await one.peek('a')).toEqual({ requests: 0, resetMs: 60_000 });
    const counts = [one, other, one, other, one].map((counter) => counter.add('a'));
    const requests = (await Promise.all(counts)).map((count) => count.requests);
    expect(requests.sort()).toEqual([1, 2, 3, 4, 5]);
    const { requests: seen, resetMs } = await other.peek('a');
    expect(seen).toBe(5);
    expect(resetMs).toBeGreaterThan(50_000);
    expect(resetMs).toBeLessThanOrEqual(60_000);
    expect(await other.add('b')).toMatchObject({ requests: 1 });
  });

  test('begin anew when the window is over', async () => {
    const counter = counterOn(await openLink(), { ...policy, windowSeconds: 1 });
    await counter.add('a');
    await eventually(async () => expect(await counter.peek('a')).toMatchObject({ requests: 0 }));
    expect(await counter.add('a')).toMatchObject({ requests: 1 });
  });

  test('hold one address to its limit over two instances', async () => {
    const limits = [limitsOn(await openLink()), limitsOn(await openLink())];
    const takes = Array.from({ length: 40 }, (_, index) =>
      limits[index % 2]?.take('quiz', address),
    );
    const taken = await Promise.all(takes);
    expect(taken.filter((answer) => answer?.ok)).toHaveLength(10);
    expect(await limits[0]?.take('quiz', '192.0.2.8')).toMatchObject({ ok: true });
    expect(await limits[1]?.take('feedback', address)).toMatchObject({ ok: true });
  });

  test('are kept under digests, never under an address, and expire', async () => {
    await limitsOn(await openLink()).take('quiz', address);
    const times = await links.redis.keys(links.prefix);
    const keys = Object.keys(times).filter((key) => key.includes('requests:'));
    expect(keys.join()).not.toContain(address);
    const ofQuiz = `${links.prefix}requests:quiz:`;
    for (const [name, seconds] of [
      ['minute', 60],
      ['day', 86_400],
    ] as const) {
      const key = keys.find((found) => found.startsWith(`${ofQuiz}${name}:`)) ?? '';
      expect(key.slice(`${ofQuiz}${name}:`.length)).toMatch(/^[\w-]{43}$/);
      expect(times[key]).toBeGreaterThan(seconds * 1000 - 10_000);
    }
    expect(keys).toHaveLength(2);
  });
});

describeWithOwnRedis('requests counted on a Redis that comes and goes', () => {
  test('are counted by the instance alone, within the bound, and then together again', async () => {
    const [link, otherLink] = [await openLink(), await openLink()];
    const [one, other] = [counterOn(link), counterOn(otherLink)];
    await one.add('a');
    await other.add('a');
    links.redis.pause();
    const startedAt = performance.now();
    expect(await one.add('a')).toMatchObject({ requests: 1 });
    expect(await one.add('a')).toMatchObject({ requests: 2 });
    expect(performance.now() - startedAt).toBeLessThan(5000);
    links.redis.resume();
    await eventually(() => expect([link.isUp(), otherLink.isUp()]).toEqual([true, true]));
    const { requests } = await other.add('a');
    // The command that was given up may have been carried out after all.
    expect([3, 4]).toContain(requests);
    expect(await one.peek('a')).toMatchObject({ requests });
  });
});
