import { expect, test } from 'vitest';
import type { Quiz } from '../../domain/quiz.ts';
import { createTestClock } from '../test-clock.ts';
import { createMemoryShelf } from './shelf.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A quiz that can be told from others. */
function quizOf(name: string): Quiz {
  const question = { id: name, text: `${name}?`, answers: [], selectedAnswerId: null };
  return { topic: 'history', source: 'model', questions: [question] };
}

function shelfOf(size: number) {
  const clock = createTestClock({ startAt: Date.UTC(2026, 0, 1) });
  return { clock, shelf: createMemoryShelf({ size, clock }) };
}

test('an empty shelf has nothing to take', async () => {
  const { shelf } = shelfOf(2);
  expect(await shelf.take('history')).toBeUndefined();
  expect(await shelf.size('history')).toBe(0);
});

test('the oldest is taken first, and what was taken is gone', async () => {
  const { shelf } = shelfOf(2);
  const [first, second] = [quizOf('first'), quizOf('second')];
  await shelf.put('history', first);
  await shelf.put('history', second);
  expect(await shelf.size('history')).toBe(2);
  expect(await shelf.take('history')).toBe(first);
  expect(await shelf.take('history')).toBe(second);
  expect(await shelf.take('history')).toBeUndefined();
  expect(await shelf.size('history')).toBe(0);
});

test('topics are shelved apart', async () => {
  const { shelf } = shelfOf(1);
  await shelf.put('art', quizOf('art'));
  expect(await shelf.size('music')).toBe(0);
  expect(await shelf.take('music')).toBeUndefined();
  expect(await shelf.size('art')).toBe(1);
});

test('no more stand on it than its size; the oldest falls off', async () => {
  const { shelf } = shelfOf(2);
  const quizzes = ['1', '2', '3', '4'].map(quizOf);
  for (const quiz of quizzes) {
    await shelf.put('history', quiz);
    expect(await shelf.size('history')).toBeLessThanOrEqual(2);
  }
  expect([await shelf.take('history'), await shelf.take('history')]).toEqual(quizzes.slice(2));
});

test('a shelf of size 0 keeps nothing', async () => {
  const { shelf } = shelfOf(0);
  await shelf.put('history', quizOf('none'));
  expect(await shelf.size('history')).toBe(0);
  expect(await shelf.take('history')).toBeUndefined();
});

test('a quiz stands for a day and not a ms longer', async () => {
  const { shelf, clock } = shelfOf(2);
  const late = quizOf('late');
  await shelf.put('history', quizOf('early'));
  clock.advance(1);
  await shelf.put('history', late);
  clock.advance(dayMs - 1);
  expect(await shelf.size('history')).toBe(2);
  clock.advance(1);
  expect(await shelf.size('history')).toBe(1);
  expect(await shelf.take('history')).toBe(late);
  expect(await shelf.take('history')).toBeUndefined();
});

test('what is too old makes room for what is new', async () => {
  const { shelf, clock } = shelfOf(2);
  await shelf.put('history', quizOf('old'));
  clock.advance(dayMs + 1);
  const fresh = [quizOf('fresh'), quizOf('fresher')];
  for (const quiz of fresh) await shelf.put('history', quiz);
  expect([await shelf.take('history'), await shelf.take('history')]).toEqual(fresh);
});

test('a hundred who take at once get each quiz once', async () => {
  const { shelf } = shelfOf(40);
  const quizzes = Array.from({ length: 40 }, (_, index) => quizOf(`quiz ${index}`));
  await Promise.all(quizzes.map((quiz) => shelf.put('history', quiz)));
  const taken = await Promise.all(Array.from({ length: 100 }, () => shelf.take('history')));
  const given = taken.filter((quiz) => quiz !== undefined);
  expect(given).toHaveLength(40);
  expect(new Set(given)).toEqual(new Set(quizzes));
  expect(await shelf.size('history')).toBe(0);
});
