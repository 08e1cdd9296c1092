import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createRecentQuestionsInMemory, recentPerTopic } from '../quiz/recent-questions.ts';
import { loadSamples } from '../writers/samples/collection.ts';
import type { RedisLink } from './redis-link.ts';
import { createSharedRecentQuestions, recentKeptMs } from './shared-recent-questions.ts';
import { linkToNothing, startTestLinks, type TestLinks } from './test-links.ts';
import { describeWithOwnRedis, describeWithRedis } from './test-redis.ts';

const texts = loadSamples().history.map(({ text }) => text);

let links: TestLinks;

beforeEach(async () => {
  links = await startTestLinks();
});

afterEach(() => links.close());

const questionsOn = (link: RedisLink) =>
  createSharedRecentQuestions({ link, standIn: createRecentQuestionsInMemory() });

async function openQuestions() {
  const link = links.newLink();
  await link.open();
  return questionsOn(link);
}

test('without Redis they are this instance’s own', async () => {
  const link = await linkToNothing(createLog({ level: 'silent', secrets: [] }));
  const questions = questionsOn(link);
  await questions.remember('history', texts.slice(0, 2));
  expect(await questions.recent('history')).toEqual(texts.slice(0, 2).reverse());
  expect(await questions.recent('art')).toEqual([]);
  await link.close();
});

describeWithRedis('recent questions on Redis', () => {
  test('are seen by every instance, the newest first', async () => {
    const [one, other] = [await openQuestions(), await openQuestions()];
    await one.remember('history', texts.slice(0, 2));
    await other.remember('history', texts.slice(2, 3));
    for (const questions of [one, other]) {
      expect(await questions.recent('history')).toEqual(texts.slice(0, 3).reverse());
      expect(await questions.recent('art')).toEqual([]);
    }
  });

  test('are not kept twice where two instances ask the same in other words', async () => {
    const [one, other] = [await openQuestions(), await openQuestions()];
    await one.remember('geography', ['What is the capital of Australia?']);
    await other.remember('geography', ["Which city is Australia's capital?"]);
    expect(await one.recent('geography')).toEqual(["Which city is Australia's capital?"]);
  });

  test('are bounded in number and in length, however many are told at once', async () => {
    const questions = await openQuestions();
    const many = Array.from({ length: 10_000 }, (_, index) => `Question number ${index}?`);
    await questions.remember('history', ['x'.repeat(5000), ...many, ...texts.slice(0, 25)]);
    expect(await questions.recent('history')).toEqual(texts.slice(0, 25).reverse());
    const key = `${links.prefix}recent:history`;
    expect(await links.redis.ask((client) => client.llen(key))).toBe(2 * recentPerTopic);
    await questions.remember('history', ['y'.repeat(5000)]);
    expect(await links.redis.ask((client) => client.lindex(key, -1))).toBe('y'.repeat(120));
    await questions.remember('history', []);
    const left = (await links.redis.keys(links.prefix))[key];
    expect(left).toBeGreaterThan(recentKeptMs - 10_000);
  });
});

describeWithOwnRedis('recent questions whose Redis goes', () => {
  test('are what this instance asked itself', async () => {
    const [one, other] = [await openQuestions(), await openQuestions()];
    await one.remember('history', texts.slice(0, 1));
    await other.remember('history', texts.slice(1, 2));
    await links.killRedis();
    expect(await one.recent('history')).toEqual(texts.slice(0, 1));
    await one.remember('history', texts.slice(2, 3));
    expect(await one.recent('history')).toEqual([texts[2], texts[0]]);
  });
});
