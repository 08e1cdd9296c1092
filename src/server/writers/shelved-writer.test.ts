import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Quiz } from '../../domain/quiz.ts';
import { BudgetSpentError, OverCapacityError } from '../limits/errors.ts';
import { createLog, type Log } from '../log.ts';
import { createMemoryShelf, longestOnShelfMs, type Shelf } from '../quiz/shelf.ts';
import { createTestClock, type TestClock } from '../test-clock.ts';
import { GenerationFailedError, type QuizWriter, type WriteQuizOptions } from './quiz-writer.ts';
import { createShelvedWriter, RefillStoppedError, type ShelvedWriter } from './shelved-writer.ts';

/** A quiz that somebody asked for, and that the test finishes or fails. */
interface Asked {
  readonly topic: string;
  readonly options: WriteQuizOptions;
  readonly quiz: Quiz;
  readonly finish: () => Promise<Quiz>;
  readonly fail: (error: unknown) => void;
}

let asked: Asked[] = [];
let lines: Record<string, unknown>[] = [];
let clock: TestClock;
let shelf: Shelf;
const unhandled: unknown[] = [];
const noteUnhandled = (reason: unknown) => void unhandled.push(reason);

const inner: QuizWriter = {
  writeQuiz: (topic, options) =>
    new Promise((resolve, reject) => {
      const text = `Question ${asked.length}?`;
      const question = { id: 'q-0', text, answers: [], selectedAnswerId: null };
      const quiz: Quiz = { topic, source: 'model', questions: [question] };
      const finish = async () => {
        resolve(quiz);
        await settled();
        return quiz;
      };
      asked.push({ topic, options, quiz, finish, fail: reject });
      options.signal.addEventListener('abort', () => reject(options.signal.reason));
    }),
  writeFeedback: async () => ({ feedback: 'Well done.', source: 'model' }),
};

function testLog(): Log {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return createLog({ level: 'info', secrets: [], destination });
}

/** Lets everything that is due happen. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

function visitor(): WriteQuizOptions {
  return { signal: new AbortController().signal, log: createLog({ level: 'silent', secrets: [] }) };
}

function shelved(size: number): ShelvedWriter {
  shelf = createMemoryShelf({ size, clock });
  return createShelvedWriter({ writer: inner, shelf, size, log: testLog() });
}

/** The quiz that was asked for at `index`, once it was. */
async function askedAt(index: number): Promise<Asked> {
  await settled();
  const quiz = asked[index];
  if (!quiz) throw new RangeError(`only ${asked.length} quizzes were asked for`);
  return quiz;
}

/** Serves the first visitor of a topic, so that its refill is under way. */
async function serveFirst(writer: ShelvedWriter, topic: Quiz['topic'] = 'history'): Promise<Quiz> {
  const at = asked.length;
  const served = writer.writeQuiz(topic, visitor());
  await (await askedAt(at)).finish();
  return served;
}

beforeEach(() => {
  asked = [];
  lines = [];
  clock = createTestClock();
  process.on('unhandledRejection', noteUnhandled);
});

afterEach(async () => {
  await settled();
  process.off('unhandledRejection', noteUnhandled);
  expect(unhandled.splice(0)).toEqual([]);
});

test('the first visitor waits for the quiz; only then the next is prepared', async () => {
  const writer = shelved(1);
  await settled();
  expect(asked).toEqual([]);
  const options = visitor();
  const served = writer.writeQuiz('history', options);
  const first = await askedAt(0);
  expect(first.options).toBe(options);
  expect(asked).toHaveLength(1);
  const quiz = await first.finish();
  expect(await served).toBe(quiz);
  const next = await askedAt(1);
  expect(next.topic).toBe('history');
  expect(next.options).toMatchObject({ priority: 'background' });
  expect(next.options.signal).not.toBe(options.signal);
  expect(next.options).not.toHaveProperty('onProgress');
});

test('the second visitor gets the shelved quiz at once, and another is prepared', async () => {
  const writer = shelved(1);
  await serveFirst(writer);
  const prepared = await (await askedAt(1)).finish();
  expect(asked).toHaveLength(2);
  expect(await writer.writeQuiz('history', visitor())).toBe(prepared);
  expect((await askedAt(2)).options).toMatchObject({ priority: 'background' });
});

test('two visitors at once never get the same shelved quiz', async () => {
  const writer = shelved(1);
  await serveFirst(writer);
  const prepared = await (await askedAt(1)).finish();
  const both = [writer.writeQuiz('history', visitor()), writer.writeQuiz('history', visitor())];
  await settled();
  const own = asked.find(({ options }, index) => index > 1 && options.priority === undefined);
  await own?.finish();
  expect(await Promise.all(both)).toEqual([prepared, own?.quiz]);
});

test('a hundred visitors at once get a hundred quizzes', async () => {
  const writer = shelved(3);
  await serveFirst(writer);
  for (const index of [1, 2, 3]) await (await askedAt(index)).finish();
  expect(await shelf.size('history')).toBe(3);
  const quizzes = Array.from({ length: 100 }, () => writer.writeQuiz('history', visitor()));
  await settled();
  for (const { finish } of asked) await finish();
  expect(new Set(await Promise.all(quizzes)).size).toBe(100);
});

test('quizzes are prepared one at a time until as many as wanted are there', async () => {
  const writer = shelved(2);
  await serveFirst(writer);
  await askedAt(1);
  expect(asked).toHaveLength(2);
  await (await askedAt(1)).finish();
  await askedAt(2);
  expect(asked).toHaveLength(3);
  await (await askedAt(2)).finish();
  expect(asked).toHaveLength(3);
  expect(await shelf.size('history')).toBe(2);
});

test('who comes while a quiz is prepared writes its own, and no second refill starts', async () => {
  const writer = shelved(1);
  await serveFirst(writer);
  const prepared = await askedAt(1);
  const second = writer.writeQuiz('history', visitor());
  const own = await (await askedAt(2)).finish();
  expect(await second).toBe(own);
  expect(asked).toHaveLength(3);
  await prepared.finish();
  expect(asked).toHaveLength(3);
});

test('what is taken while the shelf is filled is filled up again', async () => {
  const writer = shelved(2);
  await serveFirst(writer);
  const first = await (await askedAt(1)).finish();
  expect(await writer.writeQuiz('history', visitor())).toBe(first);
  for (const index of [2, 3]) await (await askedAt(index)).finish();
  expect(await shelf.size('history')).toBe(2);
  expect(asked).toHaveLength(4);
});

test('nothing is prepared for a topic before it was served', async () => {
  const writer = shelved(1);
  const failing = writer.writeQuiz('art', visitor());
  const failure = new GenerationFailedError(3, new Error('down'));
  (await askedAt(0)).fail(failure);
  await expect(failing).rejects.toBe(failure);
  await serveFirst(writer, 'music');
  await (await askedAt(2)).finish();
  await settled();
  expect(asked.map(({ topic }) => topic)).toEqual(['art', 'music', 'music']);
});

test('a shelf that does not hold what it is given costs one quiz each time and no more', async () => {
  const lost = createMemoryShelf({ size: 0, clock });
  const writer = createShelvedWriter({ writer: inner, shelf: lost, size: 1, log: testLog() });
  await serveFirst(writer);
  await (await askedAt(1)).finish();
  await settled();
  expect(asked).toHaveLength(2);
  await serveFirst(writer);
  await (await askedAt(3)).finish();
  await settled();
  expect(asked).toHaveLength(4);
});

test('a quiz that is too old is not served', async () => {
  const writer = shelved(1);
  await serveFirst(writer);
  await (await askedAt(1)).finish();
  clock.advance(longestOnShelfMs + 1);
  const served = writer.writeQuiz('history', visitor());
  const own = await (await askedAt(2)).finish();
  expect(await served).toBe(own);
});

test.each([
  ['is refused for the day', new BudgetSpentError(1000), 40, "The day's model calls are spent"],
  ['finds no place', new OverCapacityError(1000), 40, /^Too many model calls/],
  ['fails', new GenerationFailedError(3, new Error('down')), 40, 'No quiz after 3 attempts'],
])('a refill that %s ends with one line, until the topic is served again', async (...row) => {
  const [, error, level, reason] = row;
  const writer = shelved(2);
  await serveFirst(writer);
  (await askedAt(1)).fail(error);
  await settled();
  expect(asked).toHaveLength(2);
  const line = { level, refill: 'history', msg: 'The next quiz is not prepared' };
  expect(lines).toMatchObject([line]);
  expect(lines[0]?.reason).toMatch(reason);
  await serveFirst(writer);
  const quiz = await (await askedAt(3)).finish();
  expect(await shelf.take('history')).toBe(quiz);
  expect(lines).toHaveLength(1);
});

test.each([
  ['an error', new TypeError('a bug')],
  ['something that is no error', 'a text'],
])('a refill that ends in %s is logged as the fault it is', async (_name, thrown) => {
  const writer = shelved(1);
  await serveFirst(writer);
  (await askedAt(1)).fail(thrown);
  await settled();
  expect(lines).toMatchObject([{ level: 50, refill: 'history' }]);
  expect(lines[0]).toHaveProperty('err');
});

test('visitors who are served while a refill fails do not start another at once', async () => {
  const writer = shelved(1);
  await serveFirst(writer);
  const refill = await askedAt(1);
  await serveFirst(writer);
  refill.fail(new BudgetSpentError(1000));
  await settled();
  expect(asked).toHaveLength(3);
});

test('not even a log that breaks makes a refill reject', async () => {
  const log = testLog();
  log.child = () => {
    throw new Error('no child');
  };
  log.error = () => {
    throw new Error('no line');
  };
  shelf = createMemoryShelf({ size: 1, clock });
  const writer = createShelvedWriter({ writer: inner, shelf, size: 1, log });
  expect(await serveFirst(writer)).toMatchObject({ topic: 'history' });
  await settled();
  expect(asked).toHaveLength(1);
});

test('a visitor who has left takes nothing from the shelf', async () => {
  const writer = shelved(1);
  await serveFirst(writer);
  await (await askedAt(1)).finish();
  const gone = { ...visitor(), signal: AbortSignal.abort(new Error('gone')) };
  await expect(writer.writeQuiz('history', gone)).rejects.toThrow('gone');
  expect(await shelf.size('history')).toBe(1);
});

test('stopping gives up every refill, ends when none is left, and starts no other', async () => {
  const writer = shelved(1);
  await serveFirst(writer, 'history');
  await serveFirst(writer, 'art');
  const refills = asked.filter(({ options }) => options.priority === 'background');
  expect(refills).toHaveLength(2);
  await writer.stop();
  for (const { options } of refills) {
    expect(options.signal.reason).toBeInstanceOf(RefillStoppedError);
  }
  expect(lines).toMatchObject([
    { level: 30, refill: 'history', msg: 'The next quiz is not prepared: the server is stopping' },
    { level: 30, refill: 'art' },
  ]);
  await serveFirst(writer);
  await settled();
  expect(asked).toHaveLength(5);
  await writer.stop();
});

test('a stop between two quizzes asks for no other', async () => {
  const writer = shelved(2);
  await serveFirst(writer);
  const first = await askedAt(1);
  const finishing = first.finish();
  await Promise.all([writer.stop(), finishing]);
  await settled();
  expect(asked).toHaveLength(2);
});

test('size 0 turns the shelf off', async () => {
  const writer = shelved(0);
  await serveFirst(writer);
  await settled();
  expect(asked).toHaveLength(1);
  await writer.stop();
});

test('feedback is the writer’s own', async () => {
  const writer = shelved(1);
  const result = { topic: 'art', score: 1, total: 5 } as const;
  const feedback = await writer.writeFeedback(result, visitor());
  expect(feedback).toEqual({ feedback: 'Well done.', source: 'model' });
  expect(asked).toEqual([]);
});
