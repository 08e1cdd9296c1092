import { gzipSync } from 'node:zlib';
import {
  bodyScript,
  completion,
  delta,
  doneEvent,
  eventsScript,
  jsonScript,
  type UpstreamScript,
} from './model/test-upstream.ts';

// For tests: the ways in which a chat-completions service fails (upstream.md, specification 8).

/** The key that the service is called with, and repeats in whatever it says about a failure. */
export const upstreamKey = 'sk-test-0123456789abcdef';
/** Stands in every text of the service that no visitor may read. */
export const upstreamWords = 'the inner workings';

export interface FaultyAnswer {
  readonly script: UpstreamScript;
  /** How the log calls an attempt that is answered so. */
  readonly outcome: string;
}

export interface Fault {
  readonly name: string;
  /** The answer to a call for one piece, and to a call for a stream. */
  readonly whole: FaultyAnswer;
  readonly stream: FaultyAnswer;
  /** Where an attempt stands still until its bound; it fails by itself where this is not given. */
  readonly hangs?: 'before the headers' | 'after the headers';
  /** The waits in ms after the first and the second failure, where the service asks for others. */
  readonly waitsMs?: readonly [number, number];
}

const megabyte = 1024 * 1024;

/** The same piece for as long as somebody reads. */
function endless(piece: string): Iterable<string> {
  return {
    *[Symbol.iterator]() {
      for (;;) yield piece;
    },
  };
}

const json = { 'Content-Type': 'application/json' };
const events = { 'Content-Type': 'text/event-stream' };
const echo = { 'X-Echo': `${upstreamWords} ${upstreamKey}` };
const report = (code: number | string) => ({
  code,
  message: `${upstreamWords} of ${upstreamKey}`,
  metadata: { raw: JSON.stringify({ error: { message: upstreamKey } }) },
});

/** The beginning of a quiz, as JSON of a whole reply and as events of a stream. */
const begun = '[{"id":"q-0","text":"Which emp';
const half = JSON.stringify(completion(begun)).slice(0, -60);
const firstEvents = [delta(begun), delta('eror reb')];

function fault(
  name: string,
  outcome: string | readonly [whole: string, stream: string],
  script: UpstreamScript | readonly [whole: UpstreamScript, stream: UpstreamScript],
  more: Pick<Fault, 'hangs' | 'waitsMs'> = {},
): Fault {
  const [wholeScript, streamScript] = 'type' in script ? [script, script] : script;
  const [wholeName, streamName] = typeof outcome === 'string' ? [outcome, outcome] : outcome;
  return {
    name,
    whole: { script: wholeScript, outcome: wholeName },
    stream: { script: streamScript, outcome: streamName },
    ...more,
  };
}

/** A fault by status, whose body and headers repeat the key. */
function statusFault(status: number, retryAfter?: string, waitsMs?: readonly [number, number]) {
  const headers = { ...echo, ...(retryAfter && { 'Retry-After': retryAfter }) };
  const name = retryAfter ? `${status} with Retry-After: ${retryAfter}` : `${status}`;
  const script = jsonScript({ error: report(status) }, { status, headers });
  return fault(name, 'ApiRequestError', script, waitsMs && { waitsMs });
}

const statuses = [400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504, 524, 529];

/** An answer that breaks off or stands still after its first part. */
function partial(ending: 'end' | 'silence' | 'reset') {
  return [
    bodyScript([half], { headers: json, ending }),
    eventsScript(firstEvents, { ending }),
  ] as const;
}

/** 100 MB of blanks, in some 100 kB. */
const gzipped = gzipSync(Buffer.alloc(100 * megabyte, ' '), { level: 9 });
const garbage = Uint8Array.from({ length: 4096 }, (_, at) => 0x80 + ((at * 37) % 0x80));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const deep = 100_000;

/** What the service sends that is text, and no quiz. */
const texts: readonly Fault[] = [
  fault('200 with an error inside', 'ApiRequestError', jsonScript({ error: report(502) })),
  fault('200 with an error inside that is a list', 'ApiRequestError', [
    jsonScript([{ error: report(400) }]),
    eventsScript([[{ error: report(400) }]]),
  ]),
  fault('an error after part of the text', 'ApiRequestError', [
    jsonScript(completion(begun, { error: report('overloaded') })),
    eventsScript([...firstEvents, { ...delta('', 'error'), error: report('overloaded') }]),
  ]),
  fault('an error of 100,000 levels', 'ApiRequestError', [
    bodyScript(`{"error":${nested(deep)}}`, { headers: json }),
    eventsScript([`data: {"error":${nested(deep)}}\n\n`]),
  ]),
  fault('a text of 100,000 levels', 'QuizReplyInvalidError', [
    jsonScript(completion(nested(deep))),
    eventsScript([delta(nested(deep), 'stop'), doneEvent]),
  ]),
  fault('a text of 100,000 levels that are left open', 'QuizReplyInvalidError', [
    jsonScript(completion('[{"a":'.repeat(deep))),
    eventsScript([delta('[{"a":'.repeat(deep), 'stop'), doneEvent]),
  ]),
  fault('no text', 'NoContentError', [
    jsonScript(completion(null)),
    eventsScript([delta('', 'stop'), doneEvent]),
  ]),
  fault(
    'no body',
    ['NoContentError', 'ConnectionLostError'],
    [bodyScript([], { headers: json }), bodyScript([], { headers: events })],
  ),
  fault(
    'a page of HTML',
    'UnreadableReplyError',
    bodyScript(`<h1>${upstreamWords} ${upstreamKey}</h1>`, {
      headers: { ...echo, 'Content-Type': 'text/html' },
    }),
  ),
  fault('bytes that are no UTF-8', 'UnreadableReplyError', [
    bodyScript([garbage], { headers: json }),
    bodyScript(['data: ', garbage, '\n\n'], { headers: events }),
  ]),
  fault(
    'a gzip bomb',
    ['UnreadableReplyError', 'ConnectionLostError'],
    [
      bodyScript([gzipped], { headers: { ...json, 'Content-Encoding': 'gzip' } }),
      bodyScript([gzipped], { headers: { ...events, 'Content-Encoding': 'gzip' } }),
    ],
  ),
];

/** Every fault that a service which is there can have. */
export const faults: readonly Fault[] = [
  fault(
    'a hang before the headers',
    'AttemptTimeoutError',
    { type: 'silence' },
    {
      hangs: 'before the headers',
    },
  ),
  fault(
    'a hang after the headers',
    'AttemptTimeoutError',
    [bodyScript([], { headers: json, ending: 'silence' }), eventsScript([], { ending: 'silence' })],
    { hangs: 'after the headers' },
  ),
  fault('a hang in the body', 'AttemptTimeoutError', partial('silence'), {
    hangs: 'after the headers',
  }),
  fault(
    'an error whose body hangs',
    'AttemptTimeoutError',
    bodyScript([upstreamWords], { status: 500, ending: 'silence' }),
    { hangs: 'after the headers' },
  ),
  fault(
    'a drip without an end',
    'AttemptTimeoutError',
    [
      { type: 'answer', headers: json, chunks: endless('\n') },
      { type: 'answer', headers: events, chunks: endless(': AT WORK\n\n') },
    ],
    { hangs: 'after the headers' },
  ),
  fault('a reset before the headers', 'ConnectionLostError', { type: 'reset' }),
  fault('a reset after the headers', 'ConnectionLostError', [
    bodyScript([''], { headers: json, ending: 'reset' }),
    eventsScript([''], { ending: 'reset' }),
  ]),
  fault('a reset in the body', 'ConnectionLostError', partial('reset')),
  fault('a body that is cut off', ['UnreadableReplyError', 'ConnectionLostError'], partial('end')),
  fault('a stream without an end', 'ReplyTooLargeError', [
    { type: 'answer', headers: json, chunks: endless(' '.repeat(megabyte / 8)) },
    { type: 'answer', headers: events, chunks: endless(': AT WORK\n\n'.repeat(10_000)) },
  ]),
  fault('a reply of 10 MB', 'ReplyTooLargeError', [
    jsonScript(completion('x'.repeat(10 * megabyte))),
    eventsScript([delta('x'.repeat(10 * megabyte)), doneEvent]),
  ]),
  fault(
    'an error of 10 MB',
    'ApiRequestError',
    bodyScript(upstreamKey.repeat((10 * megabyte) / upstreamKey.length), { status: 500 }),
  ),
  fault(
    'headers of 100 kB',
    'ConnectionLostError',
    jsonScript(
      {},
      {
        headers: { 'X-Long': 'x'.repeat(100_000) },
      },
    ),
  ),
  ...statuses.map((status) => statusFault(status)),
  statusFault(429, '7', [7000, 7000]),
  statusFault(429, '1', [2000, 3000]),
  statusFault(429, '86400', [10_000, 10_000]),
  statusFault(429, 'soon', [2000, 3000]),
  statusFault(503, '7', [7000, 7000]),
  ...texts,
];
