import { describe, expect, test } from 'vitest';
import type { Question } from '../../domain/quiz.ts';
import { questionOf } from './review/test-questions.ts';
import { shuffled, withFairAnswers } from './shuffle.ts';
import { seededRandom } from './test-random.ts';

/** Pearson's statistic of counts that should all be equal. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** Critical values at p = 0.05 for 3 and for 23 degrees of freedom. */
const critical = { of3: 7.815, of23: 35.172 };

/** A question whose key stands at b, as models like to put it. */
const keyAtB: Question = {
  id: 'q-1',
  text: 'Which planet is nearest to the Sun?',
  answers: ['Venus', 'Mercury', 'Mars', 'Pluto'].map((text, index) => ({
    id: 'abcd'.charAt(index),
    text,
    isCorrect: index === 1,
  })),
  selectedAnswerId: null,
  explanation: 'It circles the Sun in 88 days.',
};

const keyOf = (question: Question) => question.answers.find(({ isCorrect }) => isCorrect);

describe('shuffling', () => {
  test('every order of four is about equally likely', () => {
    const random = seededRandom(4);
    const counts = new Map<string, number>();
    for (let draw = 0; draw < 2400; draw += 1) {
      const order = shuffled(['a', 'b', 'c', 'd'], random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }

    expect(counts.size).toBe(24);
    expect(chiSquare([...counts.values()])).toBeLessThan(critical.of23);
  });

  test('leaves the list that it is given as it was', () => {
    const items = Object.freeze([1, 2, 3]);

    expect([...shuffled(items, seededRandom(1))].sort()).toEqual([1, 2, 3]);
    expect(shuffled([], seededRandom(1))).toEqual([]);
  });
});

describe('fair answers', () => {
  test('a key that always starts at b ends up anywhere alike, over 400 questions', () => {
    const random = seededRandom(2026);
    const places = Array.from({ length: 400 }, () => keyOf(withFairAnswers(keyAtB, random))?.id);
    const counts = ['a', 'b', 'c', 'd'].map((id) => places.filter((at) => at === id).length);

    expect(counts.reduce((sum, count) => sum + count)).toBe(400);
    expect(chiSquare(counts)).toBeLessThan(critical.of3);
    expect(chiSquare([0, 400, 0, 0])).toBeGreaterThan(critical.of3);
  });

  test('answers are lettered anew in their new order, and nothing else changes', () => {
    const fair = withFairAnswers({ ...keyAtB, selectedAnswerId: 'b' }, seededRandom(7));

    expect(fair.answers.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(fair.answers.map(({ text }) => text).toSorted()).toEqual(
      keyAtB.answers.map(({ text }) => text).toSorted(),
    );
    expect(keyOf(fair)?.text).toBe('Mercury');
    expect(fair).toMatchObject({ ...keyAtB, answers: fair.answers, selectedAnswerId: null });
  });

  test.each([0, 1, 3, 6, 30])('takes %i answers, each with an id of its own', (count) => {
    const answers = Array.from({ length: count }, (_, index) => ({
      id: 'a',
      text: `Answer ${index}`,
      isCorrect: false,
    }));
    const fair = withFairAnswers({ ...keyAtB, answers }, seededRandom(3));

    expect(new Set(fair.answers.map(({ id }) => id)).size).toBe(count);
    expect(fair.answers[29]?.id).toBe(count === 30 ? 'ad' : undefined);
  });

  test('a question without an explanation gets none', () => {
    expect(withFairAnswers(questionOf('Which?', 'x', ['y']), seededRandom(1))).not.toHaveProperty(
      'explanation',
    );
  });
});
