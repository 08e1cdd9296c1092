import { expect, test } from 'vitest';
import { quizzesPath } from '../../domain/api.ts';
import { createTestClock } from '../test-clock.ts';
import { GenerationFailedError } from '../writers/quiz-writer.ts';
import { jsonPost, testApp, testQuiz, testWriter } from './test-app.ts';

const request = jsonPost({ topic: 'history' }, { accept: 'text/event-stream' });
const progress = { attempt: 1, attempts: 3, written: 2, total: 5 };

test('a streamed quiz is told as progress, then as the quiz', async () => {
  const writer = testWriter({
    writeQuiz: async (_topic, { onProgress }) => {
      onProgress?.(progress);
      return testQuiz;
    },
  });
  const { app, requests } = testApp({ writer });
  const reply = await app.request(quizzesPath, request);
  expect(reply.status).toBe(200);
  expect(Object.fromEntries(reply.headers)).toEqual({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'request-1',
  });
  expect(await reply.text()).toBe(
    `event: progress\ndata: ${JSON.stringify(progress)}\n\n` +
      `event: quiz\ndata: ${JSON.stringify(testQuiz)}\n\n`,
  );
  expect(requests()).toMatchObject([{ status: 200, source: 'model', outcome: 'served' }]);
});

test('the log line waits for the end of the stream', async () => {
  let finish = () => {};
  const writer = testWriter({
    writeQuiz: () =>
      new Promise((resolve) => {
        finish = () => resolve(testQuiz);
      }),
  });
  const { app, requests } = testApp({ writer });
  const reply = await app.request(quizzesPath, request);
  expect(requests()).toEqual([]);
  finish();
  await reply.text();
  expect(requests()).toHaveLength(1);
});

test.each([
  [new GenerationFailedError(3, new Error('secret cause')), 'generation-failed', 502],
  [new RangeError('secret cause'), 'internal-error', 500],
])('a failure (%s) ends the stream with one problem', async (error, code, status) => {
  const writer = testWriter({
    writeQuiz: async (_topic, { onProgress }) => {
      onProgress?.(progress);
      throw error;
    },
  });
  const { app, requests } = testApp({ writer });
  const events = await (await app.request(quizzesPath, request)).text();
  const [first, last, rest] = events.split('\n\n');
  expect(first).toMatch(/^event: progress\n/);
  expect(last).toMatch(/^event: problem\ndata: /);
  expect(JSON.parse(last?.split('data: ')[1] ?? '')).toMatchObject({ code, status });
  expect(rest).toBe('');
  expect(events).not.toContain('secret cause');
  expect(requests()).toMatchObject([{ level: 50, status, outcome: code }]);
});

test('a request that is refused is a plain problem, not a stream', async () => {
  const refused = jsonPost({ topic: 'none' }, { accept: 'text/event-stream' });
  const reply = await testApp().app.request(quizzesPath, refused);
  expect(reply.status).toBe(400);
  expect(reply.headers.get('content-type')).toBe('application/problem+json');
});

test('progress that comes after the visitor stopped reading is dropped', async () => {
  let tell = () => {};
  let finish = () => {};
  const writer = testWriter({
    writeQuiz: (_topic, { onProgress }) =>
      new Promise((resolve) => {
        tell = () => onProgress?.(progress);
        finish = () => resolve(testQuiz);
      }),
  });
  const { app, requests } = testApp({ writer });
  const reply = await app.request(quizzesPath, request);
  await reply.body?.cancel();
  tell();
  finish();
  await expect.poll(() => requests().length).toBe(1);
});

test('a stream with nothing to tell shows every 5 s that it is alive, and leaves no timer', async () => {
  const clock = createTestClock();
  let finish = () => {};
  const writer = testWriter({
    writeQuiz: () =>
      new Promise((resolve) => {
        finish = () => resolve(testQuiz);
      }),
  });
  const { app } = testApp({ writer, clock });
  const reply = await app.request(quizzesPath, request);
  const text = reply.text();
  for (const _beat of [1, 2]) {
    expect(clock.pending()).toBe(1);
    clock.advance(4999);
    expect(clock.pending()).toBe(1);
    clock.advance(1);
    await new Promise(setImmediate);
  }
  finish();
  expect(await text).toBe(
    `: at work\n\n: at work\n\nevent: quiz\ndata: ${JSON.stringify(testQuiz)}\n\n`,
  );
  expect(clock.pending()).toBe(0);
});

test('a visitor who stops reading leaves no timer', async () => {
  const clock = createTestClock();
  const { app } = testApp({
    clock,
    writer: testWriter({ writeQuiz: () => new Promise(() => {}) }),
  });
  const reply = await app.request(quizzesPath, request);
  expect(clock.pending()).toBe(1);
  await reply.body?.cancel();
  await new Promise(setImmediate);
  expect(clock.pending()).toBe(0);
});
