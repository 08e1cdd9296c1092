import { expect, test } from 'vitest';
import { testQuiz, testWriter } from '../http/test-app.ts';
import { createCallGate } from '../limits/call-gate.ts';
import { OverCapacityError } from '../limits/errors.ts';
import { createLog } from '../log.ts';
import { notAsked } from '../quiz/blind-check.ts';
import { createMemoryShelf } from '../quiz/shelf.ts';
import { createTestClock } from '../test-clock.ts';
import { createMeteredGate } from './metered-gate.ts';
import { createMeteredShelf } from './metered-shelf.ts';
import { createMeteredWriter, observeReviews } from './metered-writer.ts';
import { noMetrics } from './metrics.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const options = {
  signal: new AbortController().signal,
  log: createLog({ level: 'silent', secrets: [] }),
};

function meteredGate() {
  let load = [0, 0];
  const gate = createMeteredGate(createCallGate({ maxCalls: 1 }), {
    modelCallsChanged: ({ underWay, waiting }) => {
      load = [underWay, waiting];
    },
  });
  const ends: (() => void)[] = [];
  const call = () => new Promise<void>((resolve) => ends.push(resolve));
  return { gate, call, ends, load: () => load };
}

test('a gate tells the calls behind it and before it, through waits and refusals', async () => {
  const { gate, call, ends, load } = meteredGate();
  const { signal } = options;
  const first = gate.run('visitor', signal, call);
  const second = gate.run('visitor', signal, call);
  await settled();
  expect(load()).toEqual([1, 1]);
  await expect(gate.run('visitor', signal, call)).rejects.toBeInstanceOf(OverCapacityError);
  expect(load()).toEqual([1, 1]);
  ends[0]?.();
  await first;
  await settled();
  expect(load()).toEqual([1, 0]);
  ends[1]?.();
  await second;
  expect(load()).toEqual([0, 0]);
});

test('who leaves the queue, and a call that fails, are counted out', async () => {
  const { gate, call, ends, load } = meteredGate();
  const first = gate.run('visitor', options.signal, call);
  const leaving = new AbortController();
  const left = gate.run('visitor', leaving.signal, call);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(load()).toEqual([1, 0]);
  ends[0]?.();
  await first;
  const failing = gate.run('visitor', options.signal, () => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  expect(load()).toEqual([0, 0]);
});

test('a shelf tells hits and misses, and its size can be read', async () => {
  const asked: boolean[] = [];
  let sizeOf: (topic: 'history') => Promise<number> = async () => -1;
  const shelf = createMeteredShelf(createMemoryShelf({ size: 2, clock: createTestClock() }), {
    shelfAsked: (isHit) => void asked.push(isHit),
    watchShelf: (size) => {
      sizeOf = size;
    },
  });
  expect(await shelf.take('history')).toBeUndefined();
  await shelf.put('history', testQuiz);
  expect(await shelf.size('history')).toBe(1);
  expect(await sizeOf('history')).toBe(1);
  expect(await shelf.take('history')).toBe(testQuiz);
  expect(asked).toEqual([false, true]);
});

test('a writer tells how long a quiz took, and for whom, but nothing of one that failed', async () => {
  const written: unknown[] = [];
  const clock = createTestClock();
  const failure = new Error('no quiz');
  let isFailing = false;
  const writer = testWriter({
    async writeQuiz() {
      clock.advance(700);
      if (isFailing) throw failure;
      return testQuiz;
    },
  });
  const quizWritten = (quiz: unknown) => void written.push(quiz);
  const metered = createMeteredWriter(writer, { quizWritten }, clock);
  expect(await metered.writeQuiz('art', options)).toBe(testQuiz);
  expect(await metered.writeQuiz('art', { ...options, priority: 'background' })).toBe(testQuiz);
  isFailing = true;
  await expect(metered.writeQuiz('art', options)).rejects.toBe(failure);
  const result = { topic: 'art', score: 1, total: 5 } as const;
  expect((await metered.writeFeedback(result, options)).feedback).toBe('A fine result.');
  expect(written).toEqual([
    { priority: 'visitor', ms: 700 },
    { priority: 'background', ms: 700 },
  ]);
});

test('only attempts that came to a review are told as reviewed', () => {
  const verdicts: string[] = [];
  const observe = observeReviews({ quizReviewed: (verdict) => void verdicts.push(verdict) });
  for (const outcome of ['accepted', 'NoContentError', 'flawed']) {
    observe({
      event: 'attempt',
      topic: 'art',
      attempt: 1,
      outcome,
      mended: false,
      flaws: [],
      questions: [],
      blindCheck: notAsked,
      ms: 1,
    });
  }
  observe({ event: 'served', topic: 'art', attempt: 3 });
  expect(verdicts).toEqual(['accepted', 'flawed']);
});

test('metrics that are off take every event and do nothing', async () => {
  const shelf = createMeteredShelf(
    createMemoryShelf({ size: 1, clock: createTestClock() }),
    noMetrics,
  );
  await shelf.put('history', testQuiz);
  expect(await shelf.take('history')).toBe(testQuiz);
  const gate = createMeteredGate(createCallGate({ maxCalls: 1 }), noMetrics);
  expect(await gate.run('visitor', options.signal, async () => 7)).toBe(7);
});
