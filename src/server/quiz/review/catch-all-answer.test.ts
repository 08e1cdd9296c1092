import { describe, expect, test } from 'vitest';
import { catchAllAnswer } from './catch-all-answer.ts';
import { questionOf } from './test-questions.ts';

const withAnswer = (answer: string) =>
  questionOf('Which of them is a planet?', 'Mercury', ['Venus', 'Mars', answer]);

describe('a catch-all answer', () => {
  test.each([
    'All of the above',
    'all the above.',
    'None of the above',
    'Both of the above',
    'Any of the above',
    'None of these',
    'All of these',
    'None of them',
    'Neither of these',
    'More than one of the above',
    'All of the above are correct',
    'All answers are correct',
    'None of the options',
    'None of the other answers',
    'All of the listed answers',
    'Both are correct',
    'No correct answer',
    'A and B',
    'Both A and C',
    'A, B and C',
    'A, B, and C',
    'A & B',
    'Options A and B',
    'Answers (a) and (b) only',
    'Both A and B are correct',
    'Neither A nor B',
  ])('%j is one', (answer) => {
    expect(catchAllAnswer(withAnswer(answer))).toBe(true);
  });

  test.each([
    'None',
    'Both',
    'Neither',
    'All of Me',
    'Both Sides Now',
    'All Quiet on the Western Front',
    'None but the Brave',
    'All or nothing',
    'Any Given Sunday',
    'A and E',
    'A and A',
    'B&B',
    'R & B',
    'Above the equator',
    'The Others',
    'No Answer',
    '',
    '火星',
  ])('%j is none', (answer) => {
    expect(catchAllAnswer(withAnswer(answer))).toBe(false);
  });

  test('letters are no catch-all where most answers are made of them', () => {
    const pairs = ['B and C', 'A and C', 'C and D'];

    expect(catchAllAnswer(questionOf('Which teams met in the final?', 'A and B', pairs))).toBe(
      false,
    );
  });

  test('letters are no catch-all where the question is about them', () => {
    const stem = 'Which vitamins are stored in fat?';

    expect(catchAllAnswer(questionOf(stem, 'A and D', ['B and C', 'Only C', 'Only B']))).toBe(
      false,
    );
  });
});
