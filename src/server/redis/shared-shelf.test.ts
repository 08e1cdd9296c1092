import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Quiz } from '../../domain/quiz.ts';
import { createLog } from '../log.ts';
import { createMemoryShelf, longestOnShelfMs } from '../quiz/shelf.ts';
import { createTestClock, type TestClock } from '../test-clock.ts';
import type { RedisLink } from './redis-link.ts';
import { createSharedShelf } from './shared-shelf.ts';
import { linkToNothing, startTestLinks, type TestLinks } from './test-links.ts';
import { describeWithOwnRedis, describeWithRedis, eventually } from './test-redis.ts';

// Real processes come and go in these tests, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

/** A quiz that can be told from others. */
function quizOf(name: string): Quiz {
  const question = { id: name, text: `${name}?`, answers: [], selectedAnswerId: null };
  return { topic: 'history', source: 'model', questions: [question] };
}

let links: TestLinks;
let clock: TestClock;

beforeEach(async () => {
  links = await startTestLinks();
  clock = createTestClock({ startAt: Date.UTC(2026, 0, 1) });
});

afterEach(() => links.close());

function shelfOn(link: RedisLink, size = 2) {
  const standIn = createMemoryShelf({ size, clock });
  return createSharedShelf({ link, standIn, size, clock, log: links.log });
}

async function openShelf(size = 2) {
  const link = links.newLink();
  await link.open();
  return { link, shelf: shelfOn(link, size) };
}

test('without Redis it is a shelf of this instance alone', async () => {
  const link = await linkToNothing(createLog({ level: 'silent', secrets: [] }));
  const shelf = shelfOn(link);
  await shelf.put('history', quizOf('alone'));
  expect(await shelf.size('history')).toBe(1);
  expect(await shelf.take('history')).toEqual(quizOf('alone'));
  expect(await shelf.take('history')).toBeUndefined();
  await link.close();
});

describeWithRedis('a shelf on Redis', () => {
  test('gives one instance what another put there, the oldest first', async () => {
    const [{ shelf: one }, { shelf: other }] = [await openShelf(), await openShelf()];
    await one.put('history', quizOf('first'));
    clock.advance(1);
    await one.put('history', quizOf('second'));
    expect(await other.size('history')).toBe(2);
    expect(await other.size('art')).toBe(0);
    expect(await other.take('history')).toEqual(quizOf('first'));
    expect(await one.take('history')).toEqual(quizOf('second'));
    expect(await one.take('history')).toBeUndefined();
  });

  test('gives each quiz once, although three instances take at the same time', async () => {
    const shelves = await Promise.all(
      Array.from({ length: 3 }, async () => (await openShelf(40)).shelf),
    );
    const quizzes = Array.from({ length: 40 }, (_, index) => quizOf(`quiz ${index}`));
    await Promise.all(quizzes.map((quiz, index) => shelves[index % 3]?.put('history', quiz)));
    const takes = Array.from({ length: 90 }, (_, index) => shelves[index % 3]?.take('history'));
    const given = (await Promise.all(takes)).filter((quiz) => quiz !== undefined);
    const names = given.map(({ questions }) => questions[0]?.id);
    expect(names.sort()).toEqual(quizzes.map(({ questions }) => questions[0]?.id).sort());
  });

  test('holds no more than its size; the oldest falls off', async () => {
    const { shelf } = await openShelf(2);
    for (const name of ['1', '2', '3']) {
      await shelf.put('history', quizOf(name));
      clock.advance(1);
    }
    expect(await shelf.size('history')).toBe(2);
    expect(await shelf.take('history')).toEqual(quizOf('2'));
  });

  test('of size 0 keeps nothing', async () => {
    const { shelf } = await openShelf(0);
    await shelf.put('history', quizOf('none'));
    expect(await shelf.size('history')).toBe(0);
    expect(await shelf.take('history')).toBeUndefined();
  });

  test('gives nothing that stood for more than a day, and its keys expire', async () => {
    const { shelf } = await openShelf(2);
    await shelf.put('history', quizOf('early'));
    clock.advance(1);
    await shelf.put('history', quizOf('late'));
    const left = (await links.redis.keys(links.prefix))[`${links.prefix}shelf:history`];
    expect(left).toBeGreaterThan(longestOnShelfMs - 10_000);
    expect(left).toBeLessThanOrEqual(longestOnShelfMs);
    clock.advance(longestOnShelfMs);
    expect(await shelf.size('history')).toBe(1);
    expect(await shelf.take('history')).toEqual(quizOf('late'));
    expect(await shelf.take('history')).toBeUndefined();
  });

  test.each(['no JSON', '{}', '{"topic":"history","source":"model","questions":[]}'])(
    'drops what is no quiz: %s',
    async (text) => {
      const { shelf } = await openShelf(3);
      const key = `${links.prefix}shelf:history`;
      const art = JSON.stringify({ ...quizOf('of art'), topic: 'art' });
      await links.redis.ask((client) => client.zadd(key, clock.now(), text, clock.now(), art));
      await links.redis.ask((client) => client.pexpire(key, 60_000));
      clock.advance(1);
      await shelf.put('history', quizOf('good'));
      expect(await shelf.take('history')).toEqual(quizOf('good'));
      expect(await shelf.take('history')).toBeUndefined();
      expect(links.lines.filter(({ level }) => level === 40)).toHaveLength(2);
    },
  );

  test('never rejects, even where its key holds something else', async () => {
    const { shelf, link } = await openShelf();
    await links.redis.ask((client) => client.set(`${links.prefix}shelf:art`, 'x', 'PX', 60_000));
    await shelf.put('art', { ...quizOf('a'), topic: 'art' });
    await eventually(() => expect(link.isUp()).toBe(true));
    expect(await shelf.take('art')).toBeUndefined();
    await eventually(() => expect(link.isUp()).toBe(true));
    expect(await shelf.size('art')).toBe(0);
  });
});

describeWithOwnRedis('a shelf whose Redis comes and goes', () => {
  test('goes on with a stand-in, whose quizzes are served once Redis is back', async () => {
    const { shelf, link } = await openShelf();
    await links.killRedis();
    await shelf.put('history', quizOf('meanwhile'));
    expect(await shelf.size('history')).toBe(1);
    await links.redis.start();
    await eventually(() => expect(link.isUp()).toBe(true));
    await shelf.put('history', quizOf('later'));
    expect(await shelf.size('history')).toBe(2);
    expect(await shelf.take('history')).toEqual(quizOf('meanwhile'));
    expect(await shelf.take('history')).toEqual(quizOf('later'));
    expect(await shelf.take('history')).toBeUndefined();
  });

  test('serves a quiz once of which it is not known whether Redis took it', async () => {
    const { shelf, link } = await openShelf();
    const other = await openShelf();
    links.redis.pause();
    const startedAt = performance.now();
    await shelf.put('history', quizOf('unsure'));
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(await shelf.take('history')).toBeUndefined();
    links.redis.resume();
    await eventually(() => expect([link.isUp(), other.link.isUp()]).toEqual([true, true]));
    const taken = [await shelf.take('history'), await other.shelf.take('history')];
    expect(taken.filter((quiz) => quiz !== undefined).length).toBeLessThanOrEqual(1);
  });
});
