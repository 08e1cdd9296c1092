import { type AddressInfo, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Agent, Pool } from 'undici';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createTestClock } from '../test-clock.ts';
import { type ChatClient, createChatClient } from './chat-client.ts';
import type { ChatRequest } from './chat-request.ts';
import { AttemptTimeoutError, ModelCallError } from './errors.ts';
import {
  bodyScript,
  completion,
  jsonScript,
  startTestUpstream,
  type TestUpstream,
  type UpstreamScript,
} from './test-upstream.ts';

const key = 'sk-test-0123456789abcdef';
const timeoutMs = 30_000;
const log = createLog({ level: 'silent', secrets: [] });
const request: ChatRequest = {
  model: 'test/model',
  messages: [
    { role: 'system', content: 'You write quizzes.' },
    { role: 'user', content: 'Write one on “history” – now.' },
  ],
  temperature: 0.7,
  max_tokens: 2000,
};

let upstream: TestUpstream;
let client: ChatClient;
let clock = createTestClock();

function connect(settings: { baseUrl?: string; apiKey?: string } = { apiKey: key }): ChatClient {
  return createChatClient({
    clock,
    settings: {
      baseUrl: `${upstream.origin}/api/v1`,
      appUrl: 'https://quiz.example',
      appTitle: 'Quiz für alle',
      timeoutMs,
      ...settings,
    },
  });
}

/** What `complete` rejects with once the upstream has answered by `script`. */
async function failureOf(script: UpstreamScript): Promise<unknown> {
  upstream.answer(script);
  return client.complete(request, { signal: new AbortController().signal, log }).then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
}

function complete(signal = new AbortController().signal) {
  return client.complete(request, { signal, log });
}

beforeEach(async () => {
  upstream = await startTestUpstream();
  clock = createTestClock();
  client = connect();
});

afterEach(async () => {
  expect(clock.pending(), 'timers left').toBe(0);
  await client.close();
  await vi.waitFor(async () => expect(await upstream.connections(), 'sockets left').toBe(0), {
    interval: 5,
  });
  await upstream.close();
});

const ownHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['host', 'connection', 'content-length'].includes(name),
    ),
  );

test('a call carries exactly the headers of section 7 and the body as it is', async () => {
  upstream.answer(jsonScript(completion('Hello')));
  await complete();
  const [received] = upstream.requests;
  expect(received?.method).toBe('POST');
  expect(received?.path).toBe('/api/v1/chat/completions');
  expect(received?.raw).toBe(JSON.stringify(request));
  expect(ownHeaders(received?.headers ?? {})).toEqual({
    'content-type': 'application/json',
    accept: 'application/json',
    authorization: `Bearer ${key}`,
    'x-api-key': key,
    'http-referer': 'https://quiz.example',
    'x-title': 'Quiz für alle',
    'x-openrouter-title': 'Quiz für alle',
  });
});

test.each([
  ['in one piece', undefined],
  ['streamed', () => undefined],
])('a call of a traced request, %s, carries the headers of its trace as well', async (...row) => {
  upstream.answer(jsonScript(completion('Hello')), jsonScript(completion('Hello')));
  const [, onText] = row;
  const signal = new AbortController().signal;
  let count = 0;
  const traceHeaders = () => {
    count += 1;
    return { traceparent: `parent-${count}`, tracestate: 'vendor=1' };
  };
  const options = { signal, log, ...(onText && { onText }) };
  await client.complete(request, { ...options, traceHeaders });
  await client.complete(request, options);
  const [traced, plain] = upstream.requests;
  const { traceparent, tracestate, ...others } = traced?.headers ?? {};
  expect([traceparent, tracestate]).toEqual(['parent-1', 'vendor=1']);
  expect(others).toEqual(plain?.headers);
});

test('a call is told as started before it is sent', async () => {
  upstream.answer(jsonScript(completion('Hello')));
  const signal = new AbortController().signal;
  let starts = 0;
  const onStart = () => {
    starts += 1;
  };
  const reply = client.complete(request, { signal, log }, onStart);
  expect(starts).toBe(1);
  expect(upstream.requests).toHaveLength(0);
  await reply;
  expect(starts).toBe(1);
});

test('without a key neither key header is sent', async () => {
  await client.close();
  client = connect({});
  upstream.answer(jsonScript(completion('Hello')));
  await complete();
  expect(ownHeaders(upstream.requests[0]?.headers ?? {})).toEqual({
    'content-type': 'application/json',
    accept: 'application/json',
    'http-referer': 'https://quiz.example',
    'x-title': 'Quiz für alle',
    'x-openrouter-title': 'Quiz für alle',
  });
});

test.each([
  ['', '/chat/completions'],
  ['/v1', '/v1/chat/completions'],
  ['/v1beta/openai/', '/v1beta/openai/chat/completions'],
  ['/v1?api-version=2', '/v1/chat/completions?api-version=2'],
])('a base URL ending in "%s" leads to %s', async (suffix, path) => {
  await client.close();
  client = connect({ baseUrl: upstream.origin + suffix });
  upstream.answer(jsonScript(completion('Hello')));
  await complete();
  expect(upstream.requests[0]?.path).toBe(path);
});

test('a title that cannot stand in a header is refused at once', () => {
  const settings = { baseUrl: upstream.origin, appUrl: 'https://quiz.example', timeoutMs };
  expect(() =>
    createChatClient({ clock, settings: { ...settings, appTitle: 'Quiz\r\nX: y' } }),
  ).toThrow('X-Title');
});

test('a reply gives text, finish reason, usage and the model that answered', async () => {
  upstream.answer(jsonScript(completion('Hello', { model: 'other/model' }, 'length')));
  expect(await complete()).toEqual({
    content: 'Hello',
    finishReason: 'length',
    usage: { promptTokens: 11, completionTokens: 22, cost: 0.0033 },
    model: 'other/model',
  });
});

test('a reply that says no more than its text is enough', async () => {
  upstream.answer(jsonScript({ choices: [{ message: { content: 'Hello' } }], usage: null }));
  expect(await complete()).toEqual({ content: 'Hello', finishReason: null });
});

test.each([
  ['blank lines before the JSON', `\n \r\n\n${JSON.stringify(completion('Hello'))}`],
  ['a byte order mark before it', `\uFEFF${JSON.stringify(completion('Hello'))}`],
  ['content as parts', JSON.stringify(completion([part('Hel'), { type: 'image' }, part('lo')]))],
  ['an error of null', JSON.stringify(completion('Hello', { error: null }))],
])('%s is read', async (_name, body) => {
  upstream.answer(bodyScript(body));
  expect((await complete()).content).toBe('Hello');
});

function part(text: string) {
  return { type: 'text', text };
}

test('a character cut in two on the wire is whole; bytes that are no UTF-8 are replaced', async () => {
  const bytes = Buffer.from(JSON.stringify(completion('Zürich€')));
  const cut = bytes.indexOf('€') + 1;
  upstream.answer(bodyScript([bytes.subarray(0, cut), bytes.subarray(cut)]));
  expect((await complete()).content).toBe('Zürich€');

  const broken = Buffer.from(bytes);
  broken[bytes.indexOf('Z')] = 0xff;
  upstream.answer(bodyScript([broken]));
  expect((await complete()).content).toBe('\uFFFDürich€');
});

test('what comes in advance of a reply is none', async () => {
  const hints = '</style.css>; rel=preload';
  upstream.answer(jsonScript(completion('Hello'), { hints }));
  expect((await complete()).content).toBe('Hello');
  expect(await failureOf({ type: 'reset', hints })).toMatchObject({ name: 'ConnectionLostError' });
});

const upstreamError = { code: 429, message: 'Slow down', metadata: { provider_name: 'P' } };

test.each<[string, UpstreamScript, string]>([
  [
    'a status with a JSON error',
    jsonScript({ error: upstreamError }, { status: 429 }),
    `API request failed: 429 - ${JSON.stringify({ error: upstreamError })}`,
  ],
  [
    'a status with any other body',
    bodyScript('<h1>Bad gateway</h1>', { status: 502 }),
    'API request failed: 502 - <h1>Bad gateway</h1>',
  ],
  ['a status without a body', bodyScript([], { status: 402 }), 'API request failed: 402 - '],
  [
    'a redirect',
    bodyScript('', { status: 301, headers: { Location: '/' } }),
    'API request failed: 301 - ',
  ],
  [
    'a status whose body breaks off',
    bodyScript(['half a bo'], { status: 500, ending: 'reset' }),
    'API request failed: 500 - half a bo',
  ],
  [
    'status 200 with an error inside',
    jsonScript({ error: upstreamError }),
    `API request failed: 429 - ${JSON.stringify(upstreamError)}`,
  ],
  [
    'an error wrapped in an array',
    jsonScript([{ error: { code: 400, status: 'INVALID_ARGUMENT' } }]),
    'API request failed: 400 - {"code":400,"status":"INVALID_ARGUMENT"}',
  ],
  [
    'an error without a numeric code',
    jsonScript({ error: { code: 'overloaded', message: 'Busy' } }),
    'API request failed: 200 - {"code":"overloaded","message":"Busy"}',
  ],
  ['an error of one sentence', jsonScript({ error: 'Busy' }), 'API request failed: 200 - Busy'],
  [
    'a choice that ends in an error',
    jsonScript({
      choices: [{ message: { content: 'Half' }, finish_reason: 'error', error: upstreamError }],
    }),
    `API request failed: 429 - ${JSON.stringify(upstreamError)}`,
  ],
  [
    'a choice that ends in an error without saying which',
    jsonScript({ choices: [{ finish_reason: 'error' }] }),
    'API request failed: 200 - {"finish_reason":"error"}',
  ],
])('%s is an ApiRequestError', async (_name, script, message) => {
  const error = await failureOf(script);
  expect(error).toMatchObject({ name: 'ApiRequestError', message });
  expect(error).toBeInstanceOf(ModelCallError);
});

test('an error says how long the service wants to be left alone', async () => {
  const script = bodyScript('', { status: 429, headers: { 'Retry-After': '7' } });
  expect(await failureOf(script)).toMatchObject({ status: 429, body: '', retryAfterMs: 7000 });
});

test('of a long error only the first 16 KiB are read', async () => {
  const page = 'x'.repeat(100_000);
  const error = await failureOf(bodyScript(page, { status: 500, ending: 'silence' }));
  expect(error).toMatchObject({ status: 500, body: page.slice(0, 16_384) });
});

test.each<[string, UpstreamScript, string]>([
  ['a text of nothing', jsonScript(completion('')), 'NoContentError'],
  ['a text of null', jsonScript(completion(null)), 'NoContentError'],
  ['parts without text', jsonScript(completion([{ type: 'image' }])), 'NoContentError'],
  ['a text of nothing, cut off', jsonScript(completion('', {}, 'length')), 'NoContentError'],
  ['no choice', jsonScript({ choices: [] }), 'NoContentError'],
  ['JSON of something else', jsonScript(42), 'NoContentError'],
  ['an empty body', bodyScript(''), 'NoContentError'],
  ['a page', bodyScript('<!doctype html><p>Welcome'), 'UnreadableReplyError'],
  ['a refusal', jsonScript(completion('Half', {}, 'content_filter')), 'ContentRefusedError'],
  ['a connection cut at once', { type: 'reset' }, 'ConnectionLostError'],
  ['half a body', bodyScript(['{"choices":[{"mess'], { ending: 'reset' }), 'ConnectionLostError'],
  ['a body without end', bodyScript([Buffer.alloc(1_100_000, ' ')]), 'ReplyTooLargeError'],
])('%s is its own failure', async (_name, script, name) => {
  const error = await failureOf(script);
  expect(error).toMatchObject({ name });
  expect(error).toBeInstanceOf(ModelCallError);
  expect(String(error)).not.toContain(key);
});

test('nothing at choices[0].message.content is said in the words of section 8', async () => {
  expect(await failureOf(jsonScript({ choices: [] }))).toMatchObject({
    message: 'No content in response',
  });
});

test('a reply beyond 1 MiB costs its connection', async () => {
  const failure = failureOf(bodyScript([Buffer.alloc(1_100_000, ' ')], { ending: 'silence' }));
  const received = await upstream.nextRequest();
  expect(await failure).toMatchObject({ name: 'ReplyTooLargeError' });
  await received.closed;
});

test('a service that is not there is a failed connection', async () => {
  const gone = await startTestUpstream();
  await gone.close();
  await client.close();
  client = connect({ baseUrl: gone.origin, apiKey: key });
  await expect(complete()).rejects.toMatchObject({
    name: 'ConnectionFailedError',
    message: `Could not connect to ${gone.origin}: ECONNREFUSED`,
  });
});

test('a service that speaks something else than HTTP is a broken connection', async () => {
  const other = createServer((socket) => socket.resume().end('SSH-2.0-Server\r\n'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await client.close();
  client = connect({ baseUrl: `http://127.0.0.1:${port}` });
  await expect(complete()).rejects.toMatchObject({ name: 'ConnectionLostError' });
  await new Promise((resolve) => other.close(resolve));
});

test('a call on a closed client is a bug, not a failure of the service', async () => {
  await client.close();
  const error = await complete().catch((reason: unknown) => reason);
  expect(error).not.toBeInstanceOf(ModelCallError);
  expect(error).toMatchObject({ code: 'UND_ERR_DESTROYED' });
  client = connect();
});

test.each<[string, UpstreamScript]>([
  ['no answer', { type: 'silence' }],
  ['half a body, then silence', bodyScript(['\n\n{"choices":'], { ending: 'silence' })],
  ['half an error, then silence', bodyScript(['{"er'], { status: 500, ending: 'silence' })],
])('%s ends at the bound and frees the socket', async (_name, script) => {
  const failure = failureOf(script);
  const received = await upstream.nextRequest();
  await vi.waitFor(() => expect(clock.pending()).toBe(1));
  clock.advance(timeoutMs - 1);
  expect(await upstream.connections()).toBe(1);
  clock.advance(1);
  const error = await failure;
  expect(error).toBeInstanceOf(AttemptTimeoutError);
  expect(error).toMatchObject({ message: 'No whole reply within 30000 ms' });
  await received.closed;
});

test('a caller who leaves before any answer closes the socket and gets its own reason', async () => {
  upstream.answer({ type: 'silence' });
  const leaving = new AbortController();
  const reply = complete(leaving.signal);
  const received = await upstream.nextRequest();
  const reason = new Error('The visitor has gone');
  leaving.abort(reason);
  await expect(reply).rejects.toBe(reason);
  await received.closed;
});

test('a caller who leaves in the middle of the body closes the socket just so', async () => {
  upstream.answer(bodyScript(['{"choices":'], { ending: 'silence' }));
  const leaving = new AbortController();
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const reply = client.complete(request, {
    signal: leaving.signal,
    log: createLog({ level: 'debug', secrets: [key], destination }),
  });
  const received = await upstream.nextRequest();
  await vi.waitFor(() => expect(lines.join()).toContain('The model service answers'));
  const reason = new Error('The visitor has gone');
  leaving.abort(reason);
  await expect(reply).rejects.toBe(reason);
  await received.closed;
});

test('a connection that is never made ends at the bound, or when the caller leaves', async () => {
  const connecting: (() => void)[] = [];
  const pool = new Pool(upstream.origin, {
    connect: (_options, callback) => {
      connecting.push(() => callback(new Error('No route'), null));
    },
  });
  const own = createChatClient({
    clock,
    dispatcher: pool,
    settings: { baseUrl: upstream.origin, appUrl: 'https://q.example', appTitle: 'Q', timeoutMs },
  });
  const leaving = new AbortController();
  const left = own.complete(request, { signal: leaving.signal, log });
  const reason = new Error('The visitor has gone');
  leaving.abort(reason);
  await expect(left).rejects.toBe(reason);

  const late = own.complete(request, { signal: new AbortController().signal, log });
  clock.advance(timeoutMs);
  await expect(late).rejects.toMatchObject({ name: 'AttemptTimeoutError' });
  expect(connecting).toHaveLength(2);
  for (const giveUp of connecting) giveUp();
  await pool.close();
});

test('a caller who has left already costs no call', async () => {
  const reason = new Error('The visitor has gone');
  await expect(complete(AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(upstream.requests).toEqual([]);
});

test('one connection serves call after call', async () => {
  upstream.answerOthers(jsonScript(completion('Hello')));
  for (let call = 0; call < 3; call += 1) {
    await complete();
    // The pool takes a connection back a turn of the event loop after the reply.
    await setImmediate();
  }
  expect(await upstream.connections()).toBe(1);
});

test('a dispatcher that is handed over carries the calls and stays open', async () => {
  const seen: string[] = [];
  const agent = new Agent().compose((dispatch) => (options, handler) => {
    seen.push(`${options.method} ${String(options.origin)}${options.path}`);
    return dispatch(options, handler);
  });
  const settings = { baseUrl: upstream.origin, appUrl: 'https://q.example', appTitle: 'Quiz' };
  const own = createChatClient({
    clock,
    dispatcher: agent,
    settings: { ...settings, timeoutMs },
  });
  upstream.answerOthers(jsonScript(completion('Hello')));
  const signal = new AbortController().signal;
  await own.complete(request, { signal, log });
  await own.close();
  await own.complete(request, { signal, log });
  expect(seen).toEqual(Array(2).fill(`POST ${upstream.origin}/chat/completions`));
  await agent.close();
});
