import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { quizzesPath } from '../domain/api.ts';
import type { Pages } from './http/load-pages.ts';
import { jsonPost, testPages, testQuiz, testWriter } from './http/test-app.ts';
import { serverLimits } from './node-server.ts';
import { RawClient } from './test-http.ts';
import { repliesIn } from './test-raw-http.ts';
import { startTestServer, type TestServer, type TestServerParts } from './test-server.ts';

const servers: TestServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const stalledAfterMs = 150;

async function start(parts: TestServerParts): Promise<TestServer> {
  const server = await startTestServer({ stalledAfterMs, ...parts });
  servers.push(server);
  return server;
}

/** More than the system's own buffers on the way take. */
const bigFile = {
  body: new Uint8Array(32 * 1024 * 1024).fill(120),
  type: 'text/plain',
  etag: '"big"',
  encoded: {},
};
const pages: Pages = {
  index: testPages.index,
  files: new Map([...testPages.files, ['/assets/big.txt', bigFile]]),
};

function connectionsOf({ server }: TestServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

test('a client that does not read its reply is cut off, and the others go on', async () => {
  const server = await start({ pages });
  const client = new RawClient(server.port);
  client.socket.pause();
  client.send('GET /assets/big.txt HTTP/1.1\r\nHost: quiz.test\r\n\r\n');
  await delay(50);
  expect(await connectionsOf(server)).toBe(1);
  await expect.poll(() => connectionsOf(server)).toBe(0);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  client.socket.destroy();
});

test('a client that reads slowly gets all of its reply', async () => {
  const server = await start({ pages });
  const reply = await fetch(`${server.url}/assets/big.txt`);
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
  let bytes = 0;
  for (let reads = 0; ; reads += 1) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (reads % 50 === 0 && reads < 500) await delay(stalledAfterMs / 3);
  }
  expect(bytes).toBe(bigFile.body.byteLength);
});

test('a client that waits for a reply is not cut off, however long that takes', async () => {
  const writer = testWriter({
    writeQuiz: async () => {
      await delay(5 * stalledAfterMs);
      return testQuiz;
    },
  });
  const server = await start({ writer });
  const reply = await fetch(server.url + quizzesPath, jsonPost({ topic: 'art' }));
  expect(await reply.json()).toEqual(testQuiz);
});

test('a kept connection is closed after its own time, not before', async () => {
  const limits = { ...serverLimits, keepAliveTimeout: 4 * stalledAfterMs };
  const server = await start({ limits });
  const client = new RawClient(server.port);
  client.send('GET /healthz HTTP/1.1\r\nHost: quiz.test\r\n\r\n');
  const startedAt = performance.now();
  await delay(2 * stalledAfterMs);
  client.send('GET /healthz HTTP/1.1\r\nHost: quiz.test\r\n\r\n');
  await client.closed();
  expect(performance.now() - startedAt).toBeGreaterThan(6 * stalledAfterMs);
  expect(repliesIn(client.received).map(({ status }) => status)).toEqual([200, 200]);
});
