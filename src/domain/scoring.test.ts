import { describe, expect, test } from 'vitest';
import type { Question } from './quiz.ts';
import {
  breakdownOf,
  isAnsweredCorrectly,
  labelOf,
  percentOf,
  progressFraction,
  scoreOf,
  selectedAnswer,
} from './scoring.ts';

const red = { id: 'a', text: 'Red', isCorrect: true };
const blue = { id: 'b', text: 'Blue', isCorrect: false };

function question(selectedAnswerId: string | null, answers = [red, blue]): Question {
  return { id: 'q1', text: 'Which colour is Mars?', answers, selectedAnswerId };
}

const right = question('a');
const wrong = question('b');
const unanswered = question(null);

describe('one question', () => {
  test.each([
    ['the correct answer', right, red, true],
    ['a wrong answer', wrong, blue, false],
    ['no answer', unanswered, undefined, false],
    ['an answer that is not in the list', question('z'), undefined, false],
    ['an answer of an empty list', question('a', []), undefined, false],
    [
      'one of two correct answers',
      question('b', [red, { ...blue, isCorrect: true }]),
      { ...blue, isCorrect: true },
      true,
    ],
  ])('with %s', (_, asked, selected, isCorrect) => {
    expect(selectedAnswer(asked)).toEqual(selected);
    expect(isAnsweredCorrectly(asked)).toBe(isCorrect);
  });
});

test.each([
  ['no question', [], 0],
  ['nothing answered', [unanswered, unanswered], 0],
  ['some right, some wrong, some unanswered', [right, wrong, unanswered, right], 2],
  ['all right', [right, right, right], 3],
])('the score of %s', (_, questions, score) => {
  expect(scoreOf(questions)).toBe(score);
});

test.each([
  [0, 5, 0],
  [1, 5, 20],
  [3, 5, 60],
  [5, 5, 100],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [119, 200, 60],
  [0, 0, 0],
])('%i of %i is %i percent', (score, total, percent) => {
  expect(percentOf(score, total)).toBe(percent);
});

test.each([
  [100, 'Excellent work!'],
  [90, 'Excellent work!'],
  [89, 'Great job!'],
  [80, 'Great job!'],
  [79, 'Well done!'],
  [70, 'Well done!'],
  [69, 'Good effort!'],
  [60, 'Good effort!'],
  [59, 'Keep practicing!'],
  [0, 'Keep practicing!'],
])('%i percent is labelled %j', (percent, label) => {
  expect(labelOf(percent)).toBe(label);
});

test.each([
  ['59.5', 119, 200, 'Good effort!'],
  ['59.4', 594, 1000, 'Keep practicing!'],
  ['69.5', 139, 200, 'Well done!'],
  ['79.5', 159, 200, 'Great job!'],
  ['89.5', 179, 200, 'Excellent work!'],
  ['89.4', 894, 1000, 'Great job!'],
])('%s percent is rounded before it is labelled', (_, score, total, label) => {
  expect(labelOf(percentOf(score, total))).toBe(label);
});

test.each([
  [0, 5, 0.2],
  [2, 5, 0.6],
  [4, 5, 1],
  [0, 1, 1],
  [0, 0, 0],
])('question index %i of %i is %d of the way', (index, total, fraction) => {
  expect(progressFraction(index, total)).toBe(fraction);
});

test('the breakdown tells of each question what was answered and what is right', () => {
  expect(breakdownOf([right, wrong, unanswered])).toEqual([
    { question: right, selected: red, correct: [red], isCorrect: true },
    { question: wrong, selected: blue, correct: [red], isCorrect: false },
    { question: unanswered, selected: undefined, correct: [red], isCorrect: false },
  ]);
});

test('the breakdown holds every correct answer, or none, as the writer gave them', () => {
  const both = question('a', [red, { ...blue, isCorrect: true }]);
  const none = question('b', [blue]);
  expect(breakdownOf([both, none]).map(({ correct }) => correct.length)).toEqual([2, 0]);
});
