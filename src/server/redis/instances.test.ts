import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseQuiz, quizzesPath } from '../../domain/api.ts';
import { topicIds } from '../../domain/topics.ts';
import { jsonPost } from '../http/test-app.ts';
import {
  completion,
  jsonScript,
  startTestUpstream,
  type TestUpstream,
} from '../model/test-upstream.ts';
import { sampleAsQuestion } from '../quiz/review/test-questions.ts';
import { loadSamples } from '../writers/samples/collection.ts';
import { startTestInstance, type TestInstance, type TestInstanceParts } from './test-instances.ts';
import {
  describeWithOwnRedis,
  describeWithRedis,
  eventually,
  startTestRedis,
  type TestRedis,
  testPrefix,
} from './test-redis.ts';

// Real processes come and go in these tests, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

// Whole instances in one process, with a real Redis between them and their model calls counted
// where they arrive.

const collection = loadSamples();
const samples = topicIds.flatMap((topic) => collection[topic]).map(sampleAsQuestion);

/** The script of a quiz without a flaw; no two numbers below 90 share a question. */
function quizScript(number: number) {
  const questions = samples.slice(5 * number, 5 * number + 5);
  return jsonScript(completion(JSON.stringify(questions)));
}

let redis: TestRedis;
let upstream: TestUpstream;
let instances: TestInstance[] = [];
let prefix: string;

beforeEach(async () => {
  [redis, upstream] = await Promise.all([startTestRedis(), startTestUpstream()]);
  prefix = testPrefix();
});

afterEach(async () => {
  redis.resume();
  await Promise.all(instances.splice(0).map((instance) => instance.close()));
  await Promise.all([redis.stop(), upstream.close()]);
});

async function start(count: number, parts: Partial<TestInstanceParts> = {}): Promise<void> {
  const basis = { redisUrl: redis.url, prefix, origin: upstream.origin, ...parts };
  instances = await Promise.all(Array.from({ length: count }, () => startTestInstance(basis)));
}

function ask(number: number, topic = 'history', signal?: AbortSignal): Promise<Response> {
  const instance = instances[number % instances.length];
  const init = { ...jsonPost({ topic }), ...(signal && { signal }) };
  return fetch(`${instance?.url}${quizzesPath}`, init);
}

/** The texts of a reply's questions. */
async function textsOf(reply: Response): Promise<readonly string[]> {
  const quiz = parseQuiz(await reply.json());
  if (!quiz.ok) throw new Error(quiz.error);
  return quiz.value.questions.map(({ text }) => text);
}

const readiness = async (number: number) =>
  (await fetch(`${instances[number]?.url}/readyz`)).json();

/** Fifty clients that ask for quizzes, whatever they are told, until `stop` is called. */
function startClients() {
  const statuses: number[] = [];
  let isStopped = false;
  const clients = Array.from({ length: 50 }, async (_, client) => {
    while (!isStopped) {
      const reply = await ask(client, topicIds[client % topicIds.length]);
      await reply.arrayBuffer();
      statuses.push(reply.status);
      if (reply.status !== 200) await delay(300);
    }
  });
  const stop = async () => {
    isStopped = true;
    await Promise.all(clients);
  };
  return { statuses, stop };
}

describeWithOwnRedis('three instances and fifty clients', () => {
  const up = { status: 'ready', redis: 'up' };
  const away = { status: 'ready', redis: 'away' };

  test('never make more calls than the day has, with Redis killed and started again', async () => {
    const callsPerDay = 200;
    // `quickTiming` brings every instance back long before it has settled.
    await start(3, { callsPerDay, shelfSize: 1, settleMs: 1500 });
    const whole = JSON.stringify(completion(JSON.stringify(samples.slice(0, 5))));
    // In pieces, so that the calls take their time.
    const pieces = whole.match(/.{1,80}/gs) ?? [];
    upstream.answerOthers({ type: 'answer', chunks: pieces });
    const { statuses, stop } = startClients();
    const calls = () => upstream.requests.length;
    const everybody = () => Promise.all(instances.map((_, number) => readiness(number)));
    try {
      for (const enough of [50, 100]) {
        await eventually(() => expect(calls()).toBeGreaterThan(enough));
        await redis.kill();
        await eventually(async () => expect(await everybody()).toEqual([away, away, away]));
        // Fifty clients go on asking; what was leased is soon spent, and then nothing more is.
        await eventually(async () => {
          const before = calls();
          await delay(300);
          expect(calls()).toBe(before);
        });
        expect(calls(), 'calls while Redis is away').toBeLessThan(callsPerDay);
        await redis.start();
        await eventually(async () => expect(await everybody()).toEqual([up, up, up]));
      }
      await eventually(() => expect(calls()).toBeGreaterThan(callsPerDay * 0.6));
      await delay(1000);
    } finally {
      await stop();
    }
    expect(calls()).toBeLessThanOrEqual(callsPerDay);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });
});

describeWithRedis('instances on one Redis', () => {
  test('make exactly the day’s calls together', async () => {
    await start(3, { callsPerDay: 40 });
    upstream.answerOthers(quizScript(0));
    const replies = await Promise.all(Array.from({ length: 50 }, (_, number) => ask(number)));
    await Promise.all(replies.map((reply) => reply.arrayBuffer()));
    expect(upstream.requests).toHaveLength(40);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    for (const { status, headers } of refused) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('serve no shelved quiz twice', async () => {
    await start(3, { shelfSize: 6 });
    upstream.answer(...Array.from({ length: 7 }, (_, number) => quizScript(number)));
    upstream.answerOthers({ type: 'silence' });
    const first = await textsOf(await ask(0));
    const shelved = () => instances[0]?.shared.shelf.size('history');
    await eventually(async () => expect(await shelved()).toBe(6));
    const leaving = new AbortController();
    const served: (readonly string[])[] = [first];
    const visits = Array.from({ length: 30 }, async (_, number) => {
      served.push(await textsOf(await ask(number, 'history', leaving.signal)));
    });
    await eventually(() => expect(served).toHaveLength(7));
    leaving.abort();
    await Promise.allSettled(visits);
    expect(served).toHaveLength(7);
    expect(new Set(served.flat()).size, 'no two share a question').toBe(35);
  });

  test('hold one visitor to the limit together', async () => {
    await start(2, { perMinute: 10 });
    upstream.answerOthers(quizScript(0));
    const replies = await Promise.all(Array.from({ length: 30 }, (_, number) => ask(number)));
    const statuses = replies.map(({ status }) => status);
    await Promise.all(replies.map((reply) => reply.arrayBuffer()));
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const keys = Object.keys(await redis.keys(prefix));
    expect(keys.join(), 'no address in the clear').not.toContain('127.0.0.1');
  });

  test('avoid the questions that the other has asked', async () => {
    await start(2);
    upstream.answer(quizScript(0), quizScript(1));
    const [text = ''] = await textsOf(await ask(0));
    await eventually(async () =>
      expect(await instances[1]?.shared.recent.recent('history')).toContain(text),
    );
    await textsOf(await ask(1));
    expect(upstream.requests[0]?.raw).not.toContain(text);
    expect(upstream.requests[1]?.raw).toContain(text);
  });

  test('leave no key behind that does not expire, and no connection', async () => {
    await start(2, { perMinute: 10, shelfSize: 1, callsPerDay: 100 });
    upstream.answer(quizScript(0), quizScript(1));
    upstream.answerOthers({ type: 'silence' });
    await textsOf(await ask(0));
    const shelved = () => instances[1]?.shared.shelf.size('history');
    await eventually(async () => expect(await shelved()).toBe(1));
    const times = Object.entries(await redis.keys(prefix));
    const kinds = new Set(times.map(([key]) => key.slice(prefix.length).split(':')[0]));
    expect([...kinds].sort()).toEqual(['calls', 'contact', 'recent', 'requests', 'shelf']);
    for (const [key, left] of times) expect(left, key).toBeGreaterThan(0);

    const clients = async () => (await redis.ask((client) => client.client('LIST'))) as string;
    const before = (await clients()).trim().split('\n').length;
    await Promise.all(instances.splice(0).map((instance) => instance.close()));
    expect((await clients()).trim().split('\n')).toHaveLength(before - 2);
  });
});

describeWithOwnRedis('two instances whose Redis hangs', () => {
  test('answer within the bound, say so, and come back by themselves', async () => {
    await start(2, { perMinute: 100 });
    upstream.answerOthers(quizScript(0));
    redis.pause();
    const startedAt = performance.now();
    const replies = await Promise.all(Array.from({ length: 10 }, (_, number) => ask(number)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await Promise.all(replies.map((reply) => reply.arrayBuffer()));
    expect(performance.now() - startedAt).toBeLessThan(5000);
    const away = { status: 'ready', redis: 'away' };
    expect([await readiness(0), await readiness(1)]).toEqual([away, away]);
    redis.resume();
    const up = { status: 'ready', redis: 'up' };
    await eventually(async () =>
      expect([await readiness(0), await readiness(1)]).toEqual([up, up]),
    );
  });

  test('stop although it hangs', async () => {
    await start(2, { callsPerDay: 1000 });
    upstream.answerOthers(quizScript(0));
    await (await ask(0)).arrayBuffer();
    redis.pause();
    const startedAt = performance.now();
    await Promise.all(instances.splice(0).map((instance) => instance.close()));
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
