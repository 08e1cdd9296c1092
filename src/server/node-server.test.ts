import { once } from 'node:events';
import type { Server, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { feedbackPath, quizzesPath } from '../domain/api.ts';
import type { AbortSignalLike } from './abort-signal.ts';
import { jsonPost, type TestAppParts, testApp, testQuiz, testWriter } from './http/test-app.ts';
import { createLog } from './log.ts';
import { createServer, listen, maxConnections, serverLimits } from './node-server.ts';
import { RawClient } from './test-http.ts';

const servers: Server[] = [];
const silentLog = createLog({ level: 'silent', secrets: [] });

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(parts: TestAppParts = {}, limits?: ServerOptions) {
  const { app, requests } = testApp(parts);
  const { server } = createServer(app, { log: silentLog, ...(limits && { limits }) });
  servers.push(server);
  const address = await listen(server, '127.0.0.1', 0);
  if (!address.ok) throw new Error(address.error);
  const { port } = server.address() as AddressInfo;
  return { url: address.value, port, requests };
}

/** A writer that never comes to an end by itself, and the reason it was stopped for. */
function endlessWriter() {
  let started = () => {};
  const begun = new Promise<void>((resolve) => {
    started = resolve;
  });
  const stopped: unknown[] = [];
  const untilAborted = (signal: AbortSignalLike) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        stopped.push(signal.reason);
        reject(signal.reason);
      });
      started();
    });
  const writer = testWriter({
    writeQuiz: (_topic, { signal }) => untilAborted(signal),
    writeFeedback: (_result, { signal }) => untilAborted(signal),
  });
  return { writer, begun, stopped };
}

describe('a visitor who goes away', () => {
  const quiz = '{"topic":"art"}';
  test.each([
    ['a quiz', quizzesPath, quiz, []],
    ['a streamed quiz', quizzesPath, quiz, ['Accept: text/event-stream']],
    ['feedback', feedbackPath, '{"topic":"art","score":1,"total":5}', []],
  ])('aborts the writing of %s', async (_name, path, body, headers) => {
    const { writer, begun, stopped } = endlessWriter();
    const { port, requests } = await serve({ writer });
    const client = new RawClient(port);
    client.post(path, body, headers);
    await begun;
    client.socket.destroy();
    await expect.poll(() => requests()).toMatchObject([{ status: 499, outcome: 'visitor-gone' }]);
    expect(stopped).toHaveLength(1);
  });

  test('aborts it as well when the body came in chunks', async () => {
    const { writer, begun, stopped } = endlessWriter();
    const { port, requests } = await serve({ writer });
    const client = new RawClient(port);
    const head = [`POST ${quizzesPath} HTTP/1.1`, 'Host: localhost'];
    client.send(...head, 'Content-Type: application/json', 'Transfer-Encoding: chunked', '', '');
    client.send('9', '{"topic":', '6', '"art"}', '0', '', '');
    await begun;
    client.socket.destroy();
    await expect.poll(() => requests()).toMatchObject([{ status: 499, outcome: 'visitor-gone' }]);
    expect(stopped).toHaveLength(1);
  });

  test.each([['Content-Length: 15'], ['Transfer-Encoding: chunked']])(
    'in the middle of the body (%s) is no fault of the server',
    async (length) => {
      const { port, requests } = await serve();
      const client = new RawClient(port);
      const head = [`POST ${quizzesPath} HTTP/1.1`, 'Host: localhost'];
      client.send(...head, 'Content-Type: application/json', length, '', '5\r\n{"top');
      await once(client.socket, 'ready');
      setImmediate(() => client.socket.end());
      await expect.poll(() => requests()).toMatchObject([{ status: 499, outcome: 'visitor-gone' }]);
    },
  );
});

test('the head of a stream is sent before there is any event', async () => {
  const { writer } = endlessWriter();
  const { url } = await serve({ writer });
  const leaving = new AbortController();
  const init = jsonPost({ topic: 'art' }, { accept: 'text/event-stream' });
  const reply = await fetch(url + quizzesPath, { ...init, signal: leaving.signal });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/event-stream');
  leaving.abort();
});

test('each event of a stream is sent when it happens', async () => {
  let finish = () => {};
  const writer = testWriter({
    writeQuiz: (_topic, { onProgress }) =>
      new Promise((resolve) => {
        onProgress?.({ attempt: 1, attempts: 3, written: 1, total: 5 });
        finish = () => resolve(testQuiz);
      }),
  });
  const { url } = await serve({ writer });
  const init = jsonPost({ topic: 'art' }, { accept: 'text/event-stream' });
  const reply = await fetch(url + quizzesPath, init);
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
  const first = await reader.read();
  expect(new TextDecoder().decode(first.value)).toMatch(/^event: progress\n.*\n\n$/);
  finish();
  const second = await reader.read();
  expect(new TextDecoder().decode(second.value)).toMatch(/^event: quiz\n.*\n\n$/);
  expect((await reader.read()).done).toBe(true);
});

describe('greedy clients', () => {
  const nested = '['.repeat(500_000) + ']'.repeat(500_000);

  test.each([
    ['at once', nested],
    ['in chunks', new Blob([nested]).stream()],
  ])('a megabyte of nested arrays sent %s is refused, and the server goes on', async (...row) => {
    const { url, requests } = await serve();
    const init = { ...jsonPost(''), body: row[1], duplex: 'half' } as RequestInit;
    const reply = await fetch(url + quizzesPath, init);
    expect(reply.status).toBe(413);
    expect(await reply.json()).toMatchObject({ code: 'too-large' });
    const next = await fetch(url + quizzesPath, jsonPost({ topic: 'art' }));
    expect(next.status).toBe(200);
    expect(requests().map(({ outcome }) => outcome)).toEqual(['too-large', 'served']);
  });

  const limits = { ...serverLimits, connectionsCheckingInterval: 20 };

  test('a client that stalls in its head is cut off', async () => {
    const { port } = await serve({}, { ...limits, headersTimeout: 100 });
    const client = new RawClient(port);
    client.send('GET / HTTP/1.1', 'Host: local');
    await client.closed();
    expect(client.received).toMatch(/^HTTP\/1.1 408 /);
  });

  test('a client that stalls in its body is cut off', async () => {
    const { port, requests } = await serve(
      {},
      { ...limits, headersTimeout: 50, requestTimeout: 100 },
    );
    const client = new RawClient(port);
    client.post(quizzesPath, '{"topic', [], 15);
    await client.closed();
    expect(client.received).not.toMatch(/^HTTP\/1.1 [25]00 /);
    await expect.poll(() => requests()).toMatchObject([{ status: 499, outcome: 'visitor-gone' }]);
  });

  test('a reply that takes longer than a request may is not cut off', async () => {
    const writer = testWriter({
      writeQuiz: async (_topic, { onProgress }) => {
        for (let written = 0; written < 5; written += 1) {
          await new Promise((resolve) => setTimeout(resolve, 100));
          onProgress?.({ attempt: 1, attempts: 3, written, total: 5 });
        }
        return testQuiz;
      },
    });
    const { url } = await serve({ writer }, { ...limits, headersTimeout: 50, requestTimeout: 100 });
    const stream = await fetch(
      url + quizzesPath,
      jsonPost({ topic: 'art' }, { accept: 'text/event-stream' }),
    );
    expect(await stream.text()).toMatch(/event: quiz\n/);
    const whole = await fetch(url + quizzesPath, jsonPost({ topic: 'art' }));
    expect(await whole.json()).toEqual(testQuiz);
  });

  test.each(['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.0\r\nHost: a b\r\n\r\n'])(
    'what is no request (%j) is refused, and the server goes on',
    async (text) => {
      const { url, port } = await serve();
      const client = new RawClient(port);
      client.send(text);
      await client.closed();
      expect(client.received).toMatch(/^HTTP\/1.1 400 /);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    },
  );
});

describe('listening', () => {
  test('gives the address to open', async () => {
    const { url, port } = await serve();
    expect(url).toBe(`http://127.0.0.1:${port}`);
  });

  test('names this machine where every address is listened on', async () => {
    const { server } = createServer(testApp().app, { log: silentLog });
    servers.push(server);
    const address = await listen(server, '0.0.0.0', 0);
    expect(address).toEqual({ ok: true, value: expect.stringMatching(/^http:\/\/localhost:\d+$/) });
  });

  test('says so when the port is taken', async () => {
    const { port } = await serve();
    const { server } = createServer(testApp().app, { log: silentLog });
    const second = await listen(server, '127.0.0.1', port);
    expect(second).toEqual({
      ok: false,
      error: `Cannot listen on 127.0.0.1 port ${port}: something else is listening there; stop it, or choose another PORT.`,
    });
  });

  test('says so when the address is not of this machine', async () => {
    const { server } = createServer(testApp().app, { log: silentLog });
    const refused = await listen(server, '192.0.2.1', 0);
    expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('check HOST') });
  });
});

describe('many clients', () => {
  test('the number of connections is bounded, and a place that is free is given again', async () => {
    const { server } = createServer(testApp().app, { log: silentLog });
    servers.push(server);
    expect(server.maxConnections).toBe(maxConnections);
    server.maxConnections = 2;
    await listen(server, '127.0.0.1', 0);
    const { port } = server.address() as AddressInfo;
    const clients = [new RawClient(port), new RawClient(port)];
    await Promise.all(clients.map(({ socket }) => once(socket, 'connect')));
    const third = new RawClient(port);
    await third.closed();
    expect(third.received).toBe('');
    const [first, second] = clients;
    first?.socket.destroy();
    await first?.closed();
    await expect
      .poll(async () => {
        const fourth = new RawClient(port);
        fourth.send('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        await fourth.closed();
        return fourth.received;
      })
      .toMatch(/^HTTP\/1.1 200 /);
    second?.socket.destroy();
  });
});

describe('what fails outside the app', () => {
  test.each([
    [
      'at once',
      () => {
        throw new Error('no app');
      },
    ],
    ['later', () => Promise.reject(new Error('no app'))],
  ])('%s is answered and logged', async (_name, fetchCallback) => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLog({ level: 'info', secrets: [], destination });
    const { server } = createServer(
      { fetch: fetchCallback },
      { log, headers: { 'X-Test': 'yes' } },
    );
    servers.push(server);
    const address = await listen(server, '127.0.0.1', 0);
    if (!address.ok) throw new Error(address.error);
    const reply = await fetch(address.value);
    expect(reply.status).toBe(500);
    expect(reply.headers.get('x-test')).toBe('yes');
    expect(await reply.json()).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
    });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, err: { message: 'no app' } });
  });
});
