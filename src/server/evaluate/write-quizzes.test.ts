import { describe, expect, test } from 'vitest';
import type { TopicId } from '../../domain/topics.ts';
import type { AbortSignalLike } from '../abort-signal.ts';
import { createLog } from '../log.ts';
import { NoContentError } from '../model/errors.ts';
import type { ObserveAttempt } from '../quiz/attempt-observation.ts';
import { GenerationFailedError, type QuizWriter } from '../writers/quiz-writer.ts';
import type { QuizRecord } from './quiz-record.ts';
import { attemptOf } from './test-attempts.ts';
import { writeQuizzes } from './write-quizzes.ts';

type WriteQuiz = QuizWriter['writeQuiz'];

const log = createLog({ level: 'silent', secrets: [] });
const quizOf = (topic: TopicId) => ({ topic, source: 'model', questions: [] }) as const;

/** Runs with a writer of `write`, and gives what was told and the way to end it early. */
function start(
  write: (observe: ObserveAttempt, ...args: Parameters<WriteQuiz>) => ReturnType<WriteQuiz>,
  { quizzesPerTopic = 2, concurrency = 2, topics = ['history', 'art', 'music'] as TopicId[] } = {},
) {
  const leaving = new AbortController();
  const records: QuizRecord[] = [];
  const ended = writeQuizzes({
    writerWith: (observe) => ({ writeQuiz: (...args) => write(observe, ...args) }),
    topics,
    quizzesPerTopic,
    concurrency,
    signal: leaving.signal,
    log,
    onQuiz: (record) => void records.push(record),
  });
  return { ended, records, leave: () => leaving.abort(new Error('interrupted')) };
}

/** Never settles but for the signal. */
const untilAborted = (signal: AbortSignalLike) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test('writes as many topics at once as it may, and the quizzes of a topic one after another', async () => {
  const running: TopicId[] = [];
  const seen: (readonly TopicId[])[] = [];
  const { ended, records } = start(async (_, topic) => {
    running.push(topic);
    seen.push([...running]);
    await new Promise(setImmediate);
    running.splice(running.indexOf(topic), 1);
    return quizOf(topic);
  });
  await ended;
  expect(records.map(({ topic }) => topic).sort()).toEqual([
    'art',
    'art',
    'history',
    'history',
    'music',
    'music',
  ]);
  expect(Math.max(...seen.map(({ length }) => length))).toBe(2);
  expect(seen.every((topics) => new Set(topics).size === topics.length)).toBe(true);
});

test('gives each quiz the attempts that were made at it, and the one that was served', async () => {
  const { ended, records } = start(async (observe, topic) => {
    observe(attemptOf({ topic, attempt: 1, outcome: 'flawed' }));
    await new Promise(setImmediate);
    observe(attemptOf({ topic, attempt: 2 }));
    observe({ event: 'served', topic, attempt: 2 });
    return quizOf(topic);
  });
  await ended;
  expect(records).toHaveLength(6);
  for (const { topic, attempts, served } of records) {
    expect(attempts.map((attempt) => [attempt.topic, attempt.attempt])).toEqual([
      [topic, 1],
      [topic, 2],
    ]);
    expect(served).toBe(attempts[1]);
  }
});

test('a quiz that fails is one of the records, with the last reason, and the others go on', async () => {
  const { ended, records } = start(async (observe, topic) => {
    if (topic !== 'art') return quizOf(topic);
    observe(attemptOf({ topic, outcome: 'NoContentError' }));
    throw new GenerationFailedError(3, new NoContentError());
  });
  await ended;
  expect(records).toHaveLength(6);
  const failed = records.filter(({ failure }) => failure !== undefined);
  expect(failed.map(({ topic, failure }) => [topic, failure])).toEqual([
    ['art', 'No content in response'],
    ['art', 'No content in response'],
  ]);
  expect(failed.every(({ served }) => served === undefined)).toBe(true);
});

describe('ended early', () => {
  test('by the signal, it leaves out the quizzes that are under way', async () => {
    const { ended, records, leave } = start((_, topic, { signal }) =>
      topic === 'history' ? Promise.resolve(quizOf(topic)) : untilAborted(signal),
    );
    await expect.poll(() => records.length).toBe(2);
    leave();
    await ended;
    expect(records.map(({ topic }) => topic)).toEqual(['history', 'history']);
  });

  test('by a bug, it gives up the others and rejects with it', async () => {
    const bug = new RangeError('No such thing');
    const { ended, records } = start((_, topic, { signal }) =>
      topic === 'art' ? Promise.reject(bug) : untilAborted(signal),
    );
    await expect(ended).rejects.toBe(bug);
    expect(records).toEqual([]);
  });
});
