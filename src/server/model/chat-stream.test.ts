import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createTestClock } from '../test-clock.ts';
import { type ChatClient, createChatClient } from './chat-client.ts';
import type { ChatRequest } from './chat-request.ts';
import { ModelCallError } from './errors.ts';
import {
  bodyScript,
  completion,
  delta,
  doneEvent,
  eventsScript,
  jsonScript,
  startTestUpstream,
  streamScript,
  type TestUpstream,
  type UpstreamScript,
  usageChunk,
} from './test-upstream.ts';

const timeoutMs = 30_000;
const log = createLog({ level: 'silent', secrets: [] });
const request: ChatRequest = { model: 'test/model', messages: [], max_tokens: 150 };

let upstream: TestUpstream;
let client: ChatClient;
let clock = createTestClock();
let pieces: string[] = [];

beforeEach(async () => {
  upstream = await startTestUpstream();
  clock = createTestClock();
  pieces = [];
  client = createChatClient({
    clock,
    settings: {
      baseUrl: upstream.origin,
      appUrl: 'https://quiz.example',
      appTitle: 'Quiz',
      timeoutMs,
    },
  });
});

afterEach(async () => {
  await vi.waitFor(() => expect(clock.pending(), 'timers left').toBe(0));
  await client.close();
  await vi.waitFor(async () => expect(await upstream.connections(), 'sockets left').toBe(0), {
    interval: 5,
  });
  await upstream.close();
});

function stream(script: UpstreamScript, signal = new AbortController().signal) {
  upstream.answer(script);
  return client.complete(request, { signal, log, onText: (text) => void pieces.push(text) });
}

test('asking for a stream adds `stream: true` and the content type of events', async () => {
  await stream(streamScript(['Hello']));
  expect(upstream.requests[0]?.body).toEqual({ ...request, stream: true });
  expect(upstream.requests[0]?.headers.accept).toBe('text/event-stream');
});

test('text is handed over as it comes; comments are passed over; the usage comes last', async () => {
  const comment = ': OPENROUTER PROCESSING\n\n';
  const reply = await stream(
    eventsScript([
      comment,
      delta('Hel'),
      comment,
      delta([{ type: 'text', text: 'lo' }]),
      delta(null),
      delta('', 'stop'),
      usageChunk,
      doneEvent,
    ]),
  );
  expect(pieces).toEqual(['Hel', 'lo']);
  expect(reply).toEqual({
    content: 'Hello',
    finishReason: 'stop',
    usage: { promptTokens: 11, completionTokens: 22, cost: 0.0033 },
    model: 'test/model',
  });
});

test('a service that ignores `stream` hands its text over in one piece', async () => {
  const reply = await stream(jsonScript(completion('Hello')));
  expect(pieces).toEqual(['Hello']);
  expect(reply).toMatchObject({ content: 'Hello', finishReason: 'stop' });
});

test('a stream that nobody asked for is read all the same', async () => {
  upstream.answer(streamScript(['Hel', 'lo']));
  const signal = new AbortController().signal;
  expect(await client.complete(request, { signal, log })).toMatchObject({ content: 'Hello' });
  expect(upstream.requests[0]?.body).toEqual(request);
});

test('an event, and a character in it, may be cut anywhere on the wire', async () => {
  const event = Buffer.from(`data: ${JSON.stringify(delta('Zürich€', 'stop'))}\r\n\r\n`);
  const bytes = [...event].map((byte) => Buffer.from([byte]));
  const headers = { 'Content-Type': 'Text/Event-Stream; charset=utf-8' };
  const reply = await stream(bodyScript([...bytes, 'data: [DONE]'], { headers }));
  expect(reply.content).toBe('Zürich€');
});

test.each<[string, UpstreamScript]>([
  ['a finish reason without [DONE]', eventsScript([delta('Hello', 'stop')])],
  ['[DONE] without a finish reason', eventsScript([delta('Hello'), doneEvent])],
  ['a cut after the finish reason', eventsScript([delta('Hello', 'stop')], { ending: 'reset' })],
  ['an error after [DONE]', eventsScript([delta('Hello'), doneEvent, { error: 'late' }])],
])('%s ends a text', async (_name, script) => {
  expect((await stream(script)).content).toBe('Hello');
});

test('a reply is there at [DONE]; a stream that stays open is closed at the bound', async () => {
  const reply = stream(eventsScript([delta('Hello'), doneEvent], { ending: 'silence' }));
  const received = await upstream.nextRequest();
  expect((await reply).content).toBe('Hello');
  expect(clock.pending()).toBe(1);
  clock.advance(timeoutMs);
  await received.closed;
});

test('one connection serves stream after stream', async () => {
  for (let call = 0; call < 3; call += 1) {
    await stream(streamScript(['Hello']));
    await vi.waitFor(() => expect(clock.pending()).toBe(0));
  }
  expect(await upstream.connections()).toBe(1);
});

const upstreamError = { code: 502, message: 'Provider disconnected' };

test.each<[string, UpstreamScript, object]>([
  [
    'an error in the middle',
    eventsScript([delta('Half'), { error: upstreamError, choices: [] }, doneEvent]),
    {
      name: 'ApiRequestError',
      message: `API request failed: 502 - ${JSON.stringify(upstreamError)}`,
      status: 502,
    },
  ],
  [
    'a choice that ends in an error',
    eventsScript([
      delta('Half'),
      { choices: [{ delta: {}, finish_reason: 'error', error: upstreamError }] },
    ]),
    { name: 'ApiRequestError', status: 502, body: JSON.stringify(upstreamError) },
  ],
  [
    'an end with neither [DONE] nor a finish reason',
    eventsScript([delta('Half')]),
    { name: 'ConnectionLostError' },
  ],
  [
    'an end in the middle of an event',
    eventsScript([delta('Half'), 'data: {"choices":[{"del']),
    { name: 'ConnectionLostError' },
  ],
  [
    'a connection cut in the middle',
    eventsScript([delta('Half')], { ending: 'reset' }),
    { name: 'ConnectionLostError' },
  ],
  ['no event at all', eventsScript([]), { name: 'ConnectionLostError' }],
  ['an event that is no JSON', eventsScript(['data: oops\n\n']), { name: 'UnreadableReplyError' }],
  ['an end without text', eventsScript([delta('', 'length')]), { name: 'NoContentError' }],
  ['nothing but [DONE]', eventsScript([doneEvent]), { name: 'NoContentError' }],
  [
    'a refusal',
    eventsScript([delta('Half', 'content_filter'), doneEvent]),
    { name: 'ContentRefusedError' },
  ],
  [
    'a stream without end',
    eventsScript([`: ${'x'.repeat(1_100_000)}\n\n`], { ending: 'silence' }),
    { name: 'ReplyTooLargeError' },
  ],
])('%s is its own failure', async (_name, script, error) => {
  const outcome = stream(script);
  await expect(outcome).rejects.toMatchObject(error);
  await expect(outcome).rejects.toBeInstanceOf(ModelCallError);
});

test('some text, then silence, ends at the bound', async () => {
  const reply = stream(eventsScript([delta('Half')], { ending: 'silence' }));
  const received = await upstream.nextRequest();
  await vi.waitFor(() => expect(pieces).toEqual(['Half']));
  clock.advance(timeoutMs);
  await expect(reply).rejects.toMatchObject({ name: 'AttemptTimeoutError' });
  await received.closed;
});

test('a caller who leaves in the middle closes the socket', async () => {
  const leaving = new AbortController();
  const reply = stream(eventsScript([delta('Half')], { ending: 'silence' }), leaving.signal);
  const received = await upstream.nextRequest();
  await vi.waitFor(() => expect(pieces).toEqual(['Half']));
  const reason = new Error('The visitor has gone');
  leaving.abort(reason);
  await expect(reply).rejects.toBe(reason);
  await received.closed;
});

test('a listener that throws is a bug and closes the socket', async () => {
  upstream.answer(eventsScript([delta('Half')], { ending: 'silence' }));
  const bug = new TypeError('not a function');
  const reply = client.complete(request, {
    signal: new AbortController().signal,
    log,
    onText: () => {
      throw bug;
    },
  });
  await expect(reply).rejects.toBe(bug);
  await (await upstream.nextRequest()).closed;
});
