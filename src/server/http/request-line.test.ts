import { expect, test } from 'vitest';
import { feedbackPath, quizzesPath } from '../../domain/api.ts';
import { jsonPost, testApp, testWriter } from './test-app.ts';

test('a request leaves one line: its id, what was asked, and what came of it', async () => {
  let now = 1000;
  const writer = testWriter({
    writeFeedback: async () => {
      now += 250;
      return { feedback: 'Fine.', source: 'samples' };
    },
  });
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const { app, lines } = testApp({ writer, clock });
  await app.request(`${feedbackPath}?a=1`, jsonPost({ topic: 'art', score: 1, total: 5 }));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 30,
    time: expect.any(String),
    id: 'request-1',
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
