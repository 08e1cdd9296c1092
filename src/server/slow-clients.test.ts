import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedbackPath, quizzesPath } from '../domain/api.ts';
import { jsonPost, testQuiz, testWriter } from './http/test-app.ts';
import { RawClient } from './test-http.ts';
import { type RawReply, repliesIn } from './test-raw-http.ts';
import { startTestServer, type TestServer } from './test-server.ts';

// The server's own time limits, with real sockets and in real seconds. All clients set out at once,
// before the first test, so that the whole file takes about twelve seconds.

/** Longer than any client may take to send its request. */
const writingMs = 11_000;

const slowWriter = testWriter({
  writeQuiz: async (_topic, { onProgress }) => {
    for (let written = 0; written < 5; written += 1) {
      await delay(writingMs / 5);
      onProgress?.({ attempt: 1, attempts: 3, written, total: 5 });
    }
    return testQuiz;
  },
  writeFeedback: async () => {
    await delay(writingMs);
    return { feedback: 'At last.', source: 'model' };
  },
});

interface SlowClient {
  readonly head: string;
  /** Sent again and again, every half second. */
  readonly drip?: string;
}

interface Cut {
  /** Until the server closed the connection. */
  readonly ms: number;
  /** What it said before. */
  readonly replies: readonly RawReply[];
}

async function timeUntilCut(port: number, { head, drip }: SlowClient): Promise<Cut> {
  const startedAt = performance.now();
  const client = new RawClient(port);
  client.send(head);
  const dripping = setInterval(() => drip && client.send(drip), 500);
  await client.closed();
  clearInterval(dripping);
  return { ms: performance.now() - startedAt, replies: repliesIn(client.received) };
}

const kept = 'GET /healthz HTTP/1.1\r\nHost: quiz.test\r\n\r\n';
const post = [`POST ${quizzesPath} HTTP/1.1`, 'Host: quiz.test', 'Content-Type: application/json'];
const postWith = (line: string, body = '') => [...post, line, '', body].join('\r\n');

const slowHeads: Readonly<Record<string, SlowClient>> = {
  'never says a word': { head: '' },
  'stalls in its first line': { head: 'GET / HT' },
  'stalls in its head': { head: 'GET / HTTP/1.1\r\nHost: quiz.test\r\n' },
  'drips its first line': { head: 'GET /', drip: 'x' },
  'drips its head': { head: 'GET / HTTP/1.1\r\nHost: quiz.test\r\n', drip: 'X-Y: z\r\n' },
  'drips empty lines before it': { head: '\r\n', drip: '\r\n' },
  'stalls in its second head': { head: `${kept}GET /healthz HTTP/1.1\r\nHost: quiz` },
};

const slowBodies: Readonly<Record<string, SlowClient>> = {
  'stalls before its body': { head: postWith('Content-Length: 15') },
  'stalls in its body': { head: postWith('Content-Length: 15', '{"top') },
  'drips its body': { head: postWith('Content-Length: 900'), drip: ' ' },
  'drips chunks': { head: postWith('Transfer-Encoding: chunked'), drip: '1\r\n \r\n' },
  'stalls in a chunk': { head: postWith('Transfer-Encoding: chunked', 'f\r\n{"top') },
};

const patient: Readonly<Record<string, readonly [path: string, init: RequestInit]>> = {
  'a streamed quiz': [quizzesPath, jsonPost({ topic: 'art' }, { accept: 'text/event-stream' })],
  'a whole quiz': [quizzesPath, jsonPost({ topic: 'art' })],
  feedback: [feedbackPath, jsonPost({ topic: 'art', score: 1, total: 5 })],
};

/** A reply that was waited for to its end, and for how many ms. */
async function timeUntilServed(url: string, init: RequestInit) {
  const startedAt = performance.now();
  const reply = await fetch(url, init);
  const text = await reply.text();
  return { status: reply.status, text, ms: performance.now() - startedAt };
}

let server: TestServer;
const cuts = new Map<string, Promise<Cut>>();
const served = new Map<string, ReturnType<typeof timeUntilServed>>();

beforeAll(async () => {
  server = await startTestServer({ writer: slowWriter });
  for (const [name, client] of Object.entries({ ...slowHeads, ...slowBodies })) {
    cuts.set(name, timeUntilCut(server.port, client));
  }
  for (const [name, [path, init]] of Object.entries(patient)) {
    served.set(name, timeUntilServed(server.url + path, init));
  }
});
afterAll(() => server.close());

const timeout = 20_000;

test.each(Object.keys(slowHeads))(
  'a client that %s is cut off within 6 s',
  async (name) => {
    const cut = await cuts.get(name);
    expect(cut?.ms).toBeGreaterThan(4500);
    expect(cut?.ms).toBeLessThan(6000);
    expect(cut?.replies.at(-1)?.status).toBe(408);
  },
  timeout,
);

test.each(Object.keys(slowBodies))(
  'a client that %s is cut off within 9 s',
  async (name) => {
    const cut = await cuts.get(name);
    expect(cut?.ms).toBeGreaterThan(7500);
    expect(cut?.ms).toBeLessThan(9000);
    const [reply, ...others] = cut?.replies ?? [];
    expect(others).toEqual([]);
    expect(reply?.status).toBe(408);
    expect(reply?.headers.get('connection')).toBe('close');
    expect(reply?.headers.get('content-type')).toBe('application/problem+json');
    const problem = { type: 'about:blank', title: 'Request Timeout', status: 408 };
    expect(JSON.parse(reply?.body ?? '')).toEqual(problem);
  },
  timeout,
);

test.each(Object.keys(patient))(
  'a client that waits for %s is not cut off',
  async (name) => {
    const reply = await served.get(name);
    expect(reply?.status).toBe(200);
    expect(reply?.ms).toBeGreaterThan(writingMs - 50);
    if (name !== 'a streamed quiz') return;
    expect(reply?.text.match(/^event: progress$/gm)).toHaveLength(5);
    expect(reply?.text).toMatch(/event: quiz\ndata: .*\n\n$/);
  },
  timeout,
);

test('all this while the server answered others, and none of it was a fault of its own', async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const errors = server.lines.filter((line) => JSON.parse(line).level >= 50);
  expect(errors).toEqual([]);
});
