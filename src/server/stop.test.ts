import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { quizzesPath } from '../domain/api.ts';
import { systemClock } from './clock.ts';
import { jsonPost, testApp, testQuiz, testWriter } from './http/test-app.ts';
import { createLog } from './log.ts';
import { createServer, listen, type TrackedServer } from './node-server.ts';
import { stopServer } from './stop.ts';
import { RawClient } from './test-http.ts';

/** A server whose quizzes are ready when the test says so, or when they are aborted. */
async function slowServer() {
  let finish = () => {};
  let started = () => {};
  const begun = new Promise<void>((resolve) => {
    started = resolve;
  });
  const writer = testWriter({
    writeQuiz: (_topic, { signal }) =>
      new Promise((resolve, reject) => {
        finish = () => resolve(testQuiz);
        signal.addEventListener('abort', () => reject(signal.reason));
        started();
      }),
  });
  const { app, requests } = testApp({ writer });
  const log = createLog({ level: 'silent', secrets: [] });
  const { server, connections } = createServer(app, { log });
  await listen(server, '127.0.0.1', 0);
  const { port } = server.address() as AddressInfo;
  return { server, connections, port, begun, requests, finish: () => finish() };
}

function stop({ server, connections }: TrackedServer, graceMs: number) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'info', secrets: [], destination });
  return { stopped: stopServer({ server, connections, clock: systemClock, log, graceMs }), lines };
}

test.each([[[]], [['Accept: text/event-stream']]])(
  'a running request is finished before the stop (%j)',
  async (headers) => {
    const slow = await slowServer();
    const { port, begun, finish, requests } = slow;
    const client = new RawClient(port);
    client.post(quizzesPath, '{"topic":"art"}', headers);
    await begun;
    const { stopped, lines } = stop(slow, 60_000);
    finish();
    await stopped;
    await client.closed();
    expect(client.received).toMatch(/^HTTP\/1.1 200 /);
    expect(client.received).toContain(testQuiz.questions[0]?.text);
    expect(requests()).toMatchObject([{ outcome: 'served' }]);
    expect(lines).toEqual([]);
  },
);

test('what takes longer than the grace is aborted and cut off', async () => {
  const slow = await slowServer();
  const { port, begun, requests } = slow;
  const client = new RawClient(port);
  client.post(quizzesPath, '{"topic":"art"}');
  await begun;
  const { stopped, lines } = stop(slow, 50);
  await stopped;
  await client.closed();
  expect(client.received).toBe('');
  await expect.poll(() => requests()).toMatchObject([{ status: 499 }]);
  expect(lines).toHaveLength(1);
});

test('idle connections are closed at once, and no new one is accepted', async () => {
  const slow = await slowServer();
  const { port } = slow;
  const idle = new RawClient(port);
  await once(idle.socket, 'ready');
  const used = new RawClient(port);
  used.send('GET /healthz HTTP/1.1', 'Host: localhost', '', '');
  await expect.poll(() => used.received).toContain('{"status":"ok"}');
  const { stopped } = stop(slow, 60_000);
  await stopped;
  await Promise.all([idle.closed(), used.closed()]);
  const late = new RawClient(port);
  const [error] = await once(late.socket, 'error');
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});

test('a request on a connection still in use is answered, and told that it is the last', async () => {
  const slow = await slowServer();
  const { port, begun, finish } = slow;
  const client = new RawClient(port);
  client.post(quizzesPath, '{"topic":"art"}');
  await begun;
  const { stopped } = stop(slow, 60_000);
  client.send('GET /healthz HTTP/1.1', 'Host: localhost', '', '');
  await expect.poll(() => slow.requests()).toMatchObject([{ path: '/healthz' }]);
  finish();
  await stopped;
  await client.closed();
  const [quiz, health] = client.received.split(/(?=HTTP\/1.1 200 )/);
  expect(quiz).toContain(testQuiz.questions[0]?.text);
  expect(health?.toLowerCase()).toContain('connection: close');
  expect(health).toContain('{"status":"ok"}');
});

test('no request is dropped under load, when whoever sends them looks at the readiness', async () => {
  // Real time and real sockets: what is looked at is the moment in which the door closes.
  let ready = true;
  const { app } = testApp({ isReady: () => ready });
  const log = createLog({ level: 'silent', secrets: [] });
  const { server, connections } = createServer(app, { log });
  const address = await listen(server, '127.0.0.1', 0);
  if (!address.ok) throw new Error(address.error);
  const origin = address.value;
  const outcomes: (number | string)[] = [];

  /** A proxy's health check, every 100 ms, and then its requests for as long as it finds it good. */
  async function send(): Promise<void> {
    for (let checkedAt = 0; ; ) {
      if (performance.now() - checkedAt > 100) {
        const { status } = await fetch(`${origin}/readyz`);
        if (status !== 200) return;
        checkedAt = performance.now();
      }
      const reply = fetch(`${origin}${quizzesPath}`, jsonPost({ topic: 'art' }));
      outcomes.push(await reply.then(({ status }) => status, String));
    }
  }

  const senders = Array.from({ length: 20 }, send);
  await expect.poll(() => outcomes.length).toBeGreaterThan(40);
  ready = false;
  const before = outcomes.length;
  await stopServer({ server, connections, clock: systemClock, log, noticeMs: 1000 });
  await Promise.all(senders);
  expect(outcomes.length).toBeGreaterThan(before);
  expect(new Set(outcomes)).toEqual(new Set([200]));
});
