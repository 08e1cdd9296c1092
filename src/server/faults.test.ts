import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { attemptsPerCall, retryWaitsMs } from '../domain/limits.ts';
import { type Fault, faults } from './test-faults.ts';
import {
  type Asked,
  attemptBoundMs,
  expectNoHandles,
  expectNothingTold,
  type FaultyService,
  feedbackText,
  goodAnswer,
  startFaultyService,
  type VisitorReply,
} from './test-faulty-service.ts';
import { fallbackFeedback } from './writers/model-writer.ts';

// Every fault of the model service, seen from the visitor's side of the whole app: it ends in what
// was asked for or in the one right problem, within its time, and nothing is left of it.

let service: FaultyService;

beforeEach(async () => {
  service = await startFaultyService();
});

afterEach(() => service.close());
afterAll(() => expectNoHandles({ timers: 0 }));

const problem = {
  type: 'about:blank',
  title: 'Bad Gateway',
  status: 502,
  code: 'generation-failed',
};

function answerOf({ whole, stream }: Fault, asked: Asked) {
  return asked === 'stream' ? stream : whole;
}

/** Lets the time of each attempt that hangs run out, once it hangs where it should. */
async function passBounds({ hangs }: Fault, attempts: number): Promise<void> {
  if (!hangs) return;
  const { upstream, clock } = service;
  const standing = () =>
    hangs === 'before the headers' ? upstream.requests.length : service.answered();
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    await vi.waitFor(() => expect(standing()).toBe(attempt), { interval: 5 });
    clock.advance(attemptBoundMs);
  }
}

/** Asks while the first `attempts` calls are answered with the fault, and the next one well. */
async function askThrough(fault: Fault, asked: Asked, attempts: number): Promise<VisitorReply> {
  const { script } = answerOf(fault, asked);
  service.upstream.answer(...Array.from({ length: attempts }, () => script));
  if (attempts < attemptsPerCall) service.upstream.answer(goodAnswer(asked));
  const [reply] = await Promise.all([service.ask(asked), passBounds(fault, attempts)]);
  return reply;
}

/** How long it takes, in ms, to fail `attempts` times. */
function msOf({ hangs, waitsMs = retryWaitsMs }: Fault, attempts: number): number {
  const waits = waitsMs.slice(0, Math.min(attempts, attemptsPerCall - 1));
  return waits.reduce((sum, wait) => sum + wait, hangs ? attempts * attemptBoundMs : 0);
}

/** Expects a visitor who asks next to get a quiz at once, and then that nothing is left. */
async function expectAllWell(): Promise<void> {
  service.upstream.answer(goodAnswer('whole', 1));
  const next = await service.ask('whole');
  expect(next).toMatchObject({ status: 200, value: { source: 'model' }, ms: 0 });
  await service.expectNothingLeft();
}

const askedFor: readonly [string, Asked][] = [
  ['a quiz in one piece', 'whole'],
  ['a quiz as a stream', 'stream'],
];

describe.each(askedFor)('%s', (_name, asked) => {
  test.each(faults)('$name, three times, ends in the problem', async (fault) => {
    const reply = await askThrough(fault, asked, attemptsPerCall);
    expect(reply.value).toEqual(problem);
    expect(reply).toMatchObject(
      asked === 'stream'
        ? { status: 200, type: 'text/event-stream', event: 'problem' }
        : { status: 502, type: 'application/problem+json' },
    );
    expect(reply.ms).toBe(msOf(fault, attemptsPerCall));
    expectNothingTold(reply);
    const { outcome } = answerOf(fault, asked);
    expect(service.outcomes()).toEqual([outcome, outcome, outcome]);
    expect(service.upstream.requests).toHaveLength(attemptsPerCall);
    await expectAllWell();
  });

  test.each(faults)('$name, once, ends in a quiz', async (fault) => {
    const reply = await askThrough(fault, asked, 1);
    expect(reply.value).toMatchObject({ topic: 'history', source: 'model' });
    expect(reply.value).toHaveProperty('questions.length', 5);
    expect(reply).toMatchObject({ status: 200, event: asked === 'stream' ? 'quiz' : undefined });
    expect(reply.ms).toBe(msOf(fault, 1));
    expectNothingTold(reply);
    expect(service.outcomes()).toEqual([answerOf(fault, asked).outcome, 'ok']);
    await expectAllWell();
  });
});

describe('feedback', () => {
  // Its text is taken as it stands, however deep its brackets.
  const forFeedback = faults.filter(({ whole }) => whole.outcome !== 'QuizReplyInvalidError');

  test.each(forFeedback)('$name, three times, ends in the fallback', async (fault) => {
    const reply = await askThrough(fault, 'feedback', attemptsPerCall);
    expect(reply.status).toBe(200);
    expect(reply.value).toEqual({ feedback: fallbackFeedback, source: 'fallback' });
    expect(reply.ms).toBe(msOf(fault, attemptsPerCall));
    expectNothingTold(reply);
    await expectAllWell();
  });

  test.each(forFeedback)('$name, once, ends in feedback', async (fault) => {
    const reply = await askThrough(fault, 'feedback', 1);
    expect(reply.status).toBe(200);
    expect(reply.value).toEqual({ feedback: feedbackText, source: 'model' });
    expect(reply.ms).toBe(msOf(fault, 1));
    await expectAllWell();
  });
});
