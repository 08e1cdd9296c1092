import { afterEach, describe, expect, test } from 'vitest';
import { feedbackPath, quizzesPath } from '../../domain/api.ts';
import type { RequestLimits, RequestTaken } from '../limits/request-limits.ts';
import { startTestServer, type TestServerParts } from '../test-server.ts';
import { GenerationFailedError } from '../writers/quiz-writer.ts';
import { jsonPost, testApp, testWriter } from './test-app.ts';

const appUrl = 'https://quiz.example';
const policy = { name: 'minute', requests: 30, windowSeconds: 60 } as const;
const day = { name: 'day', requests: 300, windowSeconds: 86_400 } as const;
const allowed: RequestTaken = {
  ok: true,
  quotas: [
    { policy, remaining: 29, resetMs: 60_000 },
    { policy: day, remaining: 299, resetMs: 3_600_001 },
  ],
};
const refused = {
  ok: false,
  retryAfterMs: 1200,
  quotas: [{ policy, remaining: 0, resetMs: 1200 }],
} as const;

/** Limits that answer as they are told and note who asked. */
function notedLimits(taken: RequestTaken = allowed) {
  const asked: string[] = [];
  const limits: RequestLimits = {
    take: async (kind, address) => {
      asked.push(`${kind} ${address}`);
      return taken;
    },
  };
  return { asked, limits };
}

const quiz = { topic: 'art' };

describe('the order of the guards', () => {
  // Each request breaks one rule and all that are looked at later.
  const last = { 'content-type': 'text/plain', 'content-length': '5000' };
  test.each([
    ['method', 'GET', { 'sec-fetch-site': 'cross-site', ...last }, 405, 'method-not-allowed'],
    ['site', 'POST', { 'sec-fetch-site': 'cross-site', ...last }, 403, 'cross-site'],
    ['origin', 'POST', { origin: 'null', ...last }, 403, 'cross-site'],
    ['type', 'POST', last, 415, 'unsupported-media-type'],
    ['size', 'POST', { ...last, 'content-type': 'application/json' }, 413, 'too-large'],
    ['limits', 'POST', { 'content-type': 'application/json' }, 429, 'too-many-requests'],
  ])('%s', async (name, method, headers, status, code) => {
    const { asked, limits } = notedLimits(refused);
    const writer = testWriter({ writeQuiz: () => Promise.reject(new Error('was reached')) });
    const { app, requests } = testApp({ writer, guard: { limits, trustProxy: 0, appUrl } });
    let pulled = 0;
    const pull = () => {
      pulled += 1;
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const init = { method, headers, ...(method === 'POST' && { body, duplex: 'half' }) };
    const reply = await app.request(quizzesPath, init as RequestInit);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(await reply.json()).toMatchObject({ status, code });
    expect(requests()).toMatchObject([{ status, outcome: code }]);
    expect(pulled).toBe(0);
    expect(asked).toHaveLength(name === 'limits' ? 1 : 0);
  });
});

describe('what a reply tells of the limits', () => {
  const policyHeader = '"minute";q=30;w=60, "day";q=300;w=86400';

  test.each([
    ['a quiz', quizzesPath, quiz, {}],
    ['a streamed quiz', quizzesPath, quiz, { accept: 'text/event-stream' }],
    ['feedback', feedbackPath, { ...quiz, score: 1, total: 5 }, {}],
    ['a body that is refused', quizzesPath, { topic: 'none' }, {}],
  ])('%s', async (_name, path, body, headers) => {
    const { limits } = notedLimits();
    const { app } = testApp({ guard: { limits, trustProxy: 0, appUrl } });
    const reply = await app.request(path, jsonPost(body, headers));
    expect(reply.headers.get('ratelimit-policy')).toBe(policyHeader);
    expect(reply.headers.get('ratelimit')).toBe('"minute";r=29;t=60, "day";r=299;t=3601');
    expect(reply.headers.has('retry-after')).toBe(false);
  });

  test('a failure', async () => {
    const { limits } = notedLimits();
    const failure = new GenerationFailedError(3, new Error('cause'));
    const writer = testWriter({ writeQuiz: () => Promise.reject(failure) });
    const { app } = testApp({ writer, guard: { limits, trustProxy: 0, appUrl } });
    const reply = await app.request(quizzesPath, jsonPost(quiz));
    expect(reply.status).toBe(502);
    expect(reply.headers.get('ratelimit-policy')).toBe(policyHeader);
  });

  test('a refusal', async () => {
    const { limits } = notedLimits(refused);
    const { app } = testApp({ guard: { limits, trustProxy: 0, appUrl } });
    const reply = await app.request(quizzesPath, jsonPost(quiz));
    expect(reply.status).toBe(429);
    expect(reply.headers.get('retry-after')).toBe('2');
    expect(reply.headers.get('ratelimit-policy')).toBe('"minute";q=30;w=60');
    expect(reply.headers.get('ratelimit')).toBe('"minute";r=0;t=2');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await reply.json()).toEqual({
      type: 'about:blank',
      title: 'Too Many Requests',
      status: 429,
      code: 'too-many-requests',
    });
  });

  test('nothing where there is no limit', async () => {
    const reply = await testApp().app.request(quizzesPath, jsonPost(quiz));
    expect(reply.headers.has('ratelimit')).toBe(false);
    expect(reply.headers.has('ratelimit-policy')).toBe(false);
  });
});

test('limits that fail are an internal error, and nothing is written', async () => {
  const limits: RequestLimits = { take: () => Promise.reject(new Error('lost')) };
  const writer = testWriter({ writeQuiz: () => Promise.reject(new Error('was reached')) });
  const { app, requests } = testApp({ writer, guard: { limits, trustProxy: 0, appUrl } });
  const reply = await app.request(quizzesPath, jsonPost(quiz));
  expect(reply.status).toBe(500);
  expect(requests()[0]?.err).toMatchObject({ message: 'lost' });
});

describe('whom a request counts for', () => {
  const servers: (() => void)[] = [];
  afterEach(() => {
    for (const close of servers.splice(0)) close();
  });

  async function askFrom(forwardedFor: string, trustProxy: number, parts: TestServerParts = {}) {
    const { asked, limits } = notedLimits();
    const server = await startTestServer({ ...parts, guard: { limits, trustProxy, appUrl } });
    servers.push(server.close);
    const headers = { 'x-forwarded-for': forwardedFor };
    await fetch(server.url + quizzesPath, jsonPost(quiz, headers));
    await fetch(server.url + feedbackPath, jsonPost({ ...quiz, score: 1, total: 5 }, headers));
    return { asked, lines: server.lines };
  }

  test('the address of its connection, whatever it says', async () => {
    const { asked, lines } = await askFrom('203.0.113.9', 0);
    expect(asked).toEqual(['quiz 127.0.0.1', 'feedback 127.0.0.1']);
    expect(lines.join('')).not.toMatch(/127\.0\.0\.1|203\.0\.113\.9/);
  });

  test('the address that a trusted proxy tells, which no log line holds', async () => {
    const { asked, lines } = await askFrom('1.1.1.1, 2001:db8:1:2::3', 1);
    expect(asked).toEqual(['quiz 2001:db8:1:2::/64', 'feedback 2001:db8:1:2::/64']);
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/2001:db8|127\.0\.0\.1|1\.1\.1\.1/);
  });
});
