import { beforeEach, expect, test } from 'vitest';
import { BudgetSpentError } from '../limits/errors.ts';
import type { Priority } from '../limits/priority.ts';
import { createLog } from '../log.ts';
import type { AttemptEnded } from '../metrics/metrics.ts';
import { createTestClock, type TestClock } from '../test-clock.ts';
import type { ChatClient } from './chat-client.ts';
import type { ChatUsage, ReplyTook } from './chat-reply.ts';
import type { ChatRequest } from './chat-request.ts';
import { NoContentError } from './errors.ts';
import { createModelCaller, type ModelCall } from './model-call.ts';

const request: ChatRequest = { model: 'test/model', messages: [], max_tokens: 1 };
const usage: ChatUsage = { promptTokens: 3, completionTokens: 4, cost: 0.5 };

let clock: TestClock;
let lines: Record<string, unknown>[];
let told: (AttemptEnded | string)[];
let used: ReplyTook[];
let priority: Priority | undefined;
let leaving: AbortController;

beforeEach(() => {
  clock = createTestClock();
  lines = [];
  told = [];
  used = [];
  priority = undefined;
  leaving = new AbortController();
});

/** Makes one attempt through a client that behaves as `complete` does. */
function make(complete: ChatClient['complete'], more: Partial<ModelCall<string>> = {}) {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const metrics = {
    attemptEnded: (attempt: AttemptEnded) => void told.push(attempt),
    limitHit: (limit: string) => void told.push(limit),
  };
  return createModelCaller({ client: { complete }, clock, metrics }).make(
    { name: 'quiz', attempt: 2, request, read: ({ content }) => ({ value: content }), ...more },
    {
      priority,
      onReply: (each) => used.push(each),
      signal: leaving.signal,
      log: createLog({ level: 'debug', secrets: [], destination }),
    },
  );
}

/** A client behind a gate that lets calls wait 400 ms, and a model that takes 1,500 ms. */
const slow: ChatClient['complete'] = async (_request, _options, onStart) => {
  clock.advance(400);
  onStart?.();
  clock.advance(1500);
  return { content: 'text', finishReason: 'stop', usage };
};

test('the time of a call is that of the model; its wait for a place is told apart', async () => {
  expect(await make(slow)).toBe('text');
  expect(lines).toMatchObject([{ attempt: 2, outcome: 'ok', ms: 1500, waitMs: 400, ...usage }]);
  expect(told).toEqual([{ call: 'quiz', outcome: 'ok', ms: 1500, usage }]);
  expect(used).toEqual([{ ms: 1500, model: 'test/model', usage }]);
});

test.each([
  [undefined, 20],
  ['visitor', 20],
  ['background', 30],
] as const)('a success is told at large only where no request tells of it (%s)', async (...row) => {
  let level: number;
  [priority, level] = row;
  await make(slow);
  expect(lines).toMatchObject([{ level, outcome: 'ok' }]);
});

test('a call that did not wait says nothing of a wait', async () => {
  await make(async (_request, _options, onStart) => {
    onStart?.();
    return { content: 'text', finishReason: 'stop' };
  });
  expect(lines[0]).toMatchObject({ ms: 0 });
  expect(lines[0]).not.toHaveProperty('waitMs');
  expect(used).toEqual([{ ms: 0, model: 'test/model' }]);
});

test('a reply that cannot be read has cost what it cost', async () => {
  const read = () => {
    throw new NoContentError();
  };
  await expect(make(slow, { read })).rejects.toBeInstanceOf(NoContentError);
  expect(lines).toMatchObject([{ level: 40, outcome: 'NoContentError', ms: 1500, ...usage }]);
  expect(told).toEqual([{ call: 'quiz', outcome: 'NoContentError', ms: 1500, usage }]);
  expect(used).toEqual([{ ms: 1500, model: 'test/model', usage }]);
});

test('a call that our limits refuse is no warning and has no time of its own', async () => {
  const refused = make(async () => {
    clock.advance(90);
    throw new BudgetSpentError(5000);
  });
  await expect(refused).rejects.toBeInstanceOf(BudgetSpentError);
  const limit = 'MODEL_CALLS_PER_DAY';
  expect(lines).toMatchObject([{ level: 30, limit, waitMs: 90, retryAfterMs: 5000 }]);
  expect(lines[0]).not.toHaveProperty('ms');
  expect(told).toEqual([
    limit,
    { call: 'quiz', outcome: 'BudgetSpentError', ms: undefined, usage: undefined },
  ]);
});

test('a caller who leaves while waiting is told as aborted', async () => {
  const left = make(async () => {
    clock.advance(60);
    leaving.abort(new Error('gone'));
    throw leaving.signal.reason;
  });
  await expect(left).rejects.toThrow('gone');
  expect(lines).toMatchObject([{ level: 30, outcome: 'aborted', waitMs: 60 }]);
  expect(told).toMatchObject([{ outcome: 'aborted', ms: undefined }]);
});

test('a bug is counted, and left to its caller to log', async () => {
  const bug = new TypeError('not a function');
  await expect(make(() => Promise.reject(bug))).rejects.toBe(bug);
  expect(lines).toEqual([]);
  expect(told).toMatchObject([{ outcome: 'InternalError' }]);
});
