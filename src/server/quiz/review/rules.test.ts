import { describe, expect, test } from 'vitest';
import { loadSamples } from '../../writers/samples/collection.ts';
import { longestIsCorrect } from './keys.ts';
import { recentlyAsked, repeatedAnswer } from './repeats.ts';
import { questionOf, sampleAsQuestion } from './test-questions.ts';

describe('a repeated answer', () => {
  test.each([
    ['Bogotá', 'bogota'],
    ['The Nile', 'Nile'],
    ['Paris', ' Paris. '],
    ['“Hamlet”', 'Hamlet'],
    ['1,000 km', '1000 km'],
    ['New  York', 'new york'],
    ['', ''],
    ['1945', '1945'],
  ])('%j and %j say the same', (one, other) => {
    expect(repeatedAnswer(questionOf('Which?', one, [other]))).toBe(true);
  });

  test.each([
    ['C', 'C++'],
    ['5', '-5'],
    ['1.5', '15'],
    ['1/2', '12'],
    ['Co', 'CO'],
    ['50 %', '50'],
    ['Nile', 'Niger'],
    ['май', 'маи'],
    ['はし', 'ばし'],
    ['1,2', '12'],
  ])('%j and %j do not', (one, other) => {
    expect(repeatedAnswer(questionOf('Which?', one, [other]))).toBe(false);
  });
});

describe('a key that stands out by length', () => {
  const long = questionOf('Which?', 'x'.repeat(15), [
    'x'.repeat(10),
    'x'.repeat(8),
    'x'.repeat(12),
  ]);
  const fair = questionOf('Which?', 'x'.repeat(14), [
    'x'.repeat(10),
    'x'.repeat(8),
    'x'.repeat(12),
  ]);
  const keyless = { ...long, answers: long.answers.map((a) => ({ ...a, isCorrect: false })) };
  const allKeys = { ...long, answers: long.answers.map((a) => ({ ...a, isCorrect: true })) };

  test('counts from 1.5 times the mean of the others on, in more than half of the questions', () => {
    expect(longestIsCorrect([long, long, long, fair, fair])).toBe(true);
    expect(longestIsCorrect([long, long, fair, fair, fair])).toBe(false);
    expect(longestIsCorrect([long, long, fair, fair])).toBe(false);
    expect(longestIsCorrect([fair])).toBe(false);
  });

  test('leaves questions with no key or several out of account', () => {
    expect(longestIsCorrect([long, long, fair, keyless, allKeys])).toBe(true);
    expect(longestIsCorrect([keyless, allKeys])).toBe(false);
  });

  test('cannot be told without other answers, or without questions', () => {
    expect(longestIsCorrect([questionOf('Which?', 'alone', [])])).toBe(false);
    expect(longestIsCorrect([questionOf('Which?', 'alone', ['', ' '])])).toBe(false);
    expect(longestIsCorrect([])).toBe(false);
  });

  test('is the exception among the shipped samples', () => {
    for (const samples of Object.values(loadSamples())) {
      expect(longestIsCorrect(samples.map(sampleAsQuestion))).toBe(false);
    }
  });
});

describe('a recently asked question', () => {
  test('is recognised although it was shortened when it was remembered', () => {
    const text = `Which river ${'and which other great and famous river '.repeat(6)}flows to Cairo?`;

    expect(recentlyAsked(questionOf(text, 'Nile', []), [text.slice(0, 116)])).toBe(true);
  });
});
