import { describe, expect, test } from 'vitest';
import { feedbackPath, quizzesPath } from '../../domain/api.ts';
import { BudgetSpentError, OverCapacityError } from '../limits/errors.ts';
import { createTestClock } from '../test-clock.ts';
import { GenerationFailedError } from '../writers/quiz-writer.ts';
import { jsonPost, testApp, testQuiz, testWriter } from './test-app.ts';

test('a request leaves one line: its id, what was asked, and what came of it', async () => {
  let now = 1000;
  const writer = testWriter({
    writeFeedback: async () => {
      now += 250;
      return { feedback: 'Fine.', source: 'samples' };
    },
  });
  const clock = { ...createTestClock(), now: () => now };
  const { app, lines } = testApp({ writer, clock });
  await app.request(`${feedbackPath}?a=1`, jsonPost({ topic: 'art', score: 1, total: 5 }));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 30,
    time: expect.any(String),
    id: 'request-1',
    trace_id: 'ab'.repeat(16),
    method: 'POST',
    path: '/api/feedback',
    status: 200,
    ms: 250,
    topic: 'art',
    source: 'samples',
    outcome: 'served',
    msg: 'request',
  });
});

test('a refused request is logged with its code, and with nothing of its body', async () => {
  const { app, lines, requests } = testApp();
  await app.request(quizzesPath, jsonPost({ topic: 'visitors-own-words' }));
  expect(requests()).toMatchObject([{ level: 30, status: 400, outcome: 'invalid-request' }]);
  expect(lines.join('')).not.toContain('visitors-own-words');
});

test.each([
  ['/healthz', 20],
  ['/readyz', 20],
  ['/metrics', 20],
  ['/assets/main-4f2a.js', 20],
  ['/', 30],
  ['/nowhere', 30],
])('%s is logged at level %i', async (path, level) => {
  const { app, requests } = testApp();
  await app.request(path);
  expect(requests()).toMatchObject([{ level, path }]);
});

test('a server that says it is stopping logs no error', async () => {
  const { app, requests } = testApp({ isReady: () => false });
  await app.request('/readyz');
  expect(requests()).toMatchObject([{ level: 20, status: 503 }]);
});

test('a path of any length or content takes one short line', async () => {
  const { app, lines, requests } = testApp();
  await app.request(`/%0a%22${'x'.repeat(5000)}`);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trim()).not.toContain('\n');
  expect(String(requests()[0]?.path)).toHaveLength(200);
});

test('every reply carries its own request id and forbids guessing its type', async () => {
  const { app } = testApp();
  for (const [at, path] of ['/', '/assets/gone.js', '/api/none', '/healthz'].entries()) {
    const reply = await app.request(path);
    expect(reply.headers.get('x-request-id')).toBe(`request-${at + 1}`);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

describe('the level of a line', () => {
  const warn = 40;
  const fault = 50;
  const refused = { outcome: 'over-capacity', status: 503 };

  test.each([
    [
      'of a full queue',
      new OverCapacityError(1000),
      warn,
      { ...refused, limit: 'MAX_GENERATIONS' },
    ],
    ['of a spent day', new BudgetSpentError(1), warn, { ...refused, limit: 'MODEL_CALLS_PER_DAY' }],
    ['of no quiz', new GenerationFailedError(3, new Error('x')), fault, { status: 502 }],
    ['of a bug', new TypeError('x'), fault, { status: 500 }],
  ])('%s, streamed or not, and a stack with faults alone', async (_name, error, level, fields) => {
    const writer = testWriter({ writeQuiz: () => Promise.reject(error) });
    const { app, requests } = testApp({ writer });
    for (const accept of ['application/json', 'text/event-stream']) {
      const reply = await app.request(quizzesPath, jsonPost({ topic: 'art' }, { accept }));
      await reply.text();
    }
    expect(requests()).toMatchObject([
      { level, ...fields },
      { level, ...fields },
    ]);
    for (const line of requests()) expect('err' in line).toBe(level === fault);
  });

  test('of too many requests is a warning that names the limit', async () => {
    const policy = { name: 'minute', requests: 1, windowSeconds: 60 } as const;
    const taken = { ok: false, quotas: [{ policy, remaining: 0, resetMs: 9 }], retryAfterMs: 9 };
    const limits = { take: async () => taken as typeof taken & { ok: false } };
    const { app, requests } = testApp({ guard: { limits, trustProxy: 0, appUrl: 'http://a.b' } });
    await app.request(quizzesPath, jsonPost({ topic: 'art' }));
    const line = { level: warn, status: 429, outcome: 'too-many-requests' };
    expect(requests()).toMatchObject([{ ...line, limit: 'QUIZZES_PER_MINUTE' }]);
    expect(requests()[0]).not.toHaveProperty('err');
  });
});

test('the line of a request sums what its calls to the model took', async () => {
  const writer = testWriter({
    writeQuiz: async (_topic, { onReply }) => {
      onReply?.({ ms: 900, model: 'first/model', usage: { promptTokens: 10, cost: 0.25 } });
      onReply?.({ ms: 50, model: 'first/model' });
      const usage = { promptTokens: 1, completionTokens: 5, cost: 0.5 };
      onReply?.({ ms: 250, model: 'other/model', usage });
      return testQuiz;
    },
  });
  const { app, requests } = testApp({ writer });
  await app.request(quizzesPath, jsonPost({ topic: 'art' }));
  const took = { promptTokens: 11, completionTokens: 5, cost: 0.75 };
  expect(requests()).toMatchObject([{ calls: 3, callMs: 1200, model: 'other/model', ...took }]);
});

test('every line of a request carries the id of its trace: the caller’s, or a new one', async () => {
  const id = '0af7651916cd43dd8448eb211c80319c';
  const writer = testWriter({
    writeQuiz: async (_topic, { log }) => {
      log.info('writing');
      return testQuiz;
    },
  });
  const { app, lines } = testApp({ writer });
  const traced = { traceparent: `00-${id}-b7ad6b7169203331-01` };
  await app.request(quizzesPath, jsonPost({ topic: 'art' }, traced));
  await app.request(quizzesPath, jsonPost({ topic: 'art' }));
  const ids = lines.map((line) => JSON.parse(line).trace_id);
  expect(ids).toEqual([id, id, 'ab'.repeat(16), 'ab'.repeat(16)]);
});
