import { expect, test } from 'vitest';
import { letterAt, positionOf, readBareLetter, readLabel, stripLabels } from './letters.ts';

test.each([
  [0, 'a'],
  [3, 'd'],
  [4, 'e'],
  [25, 'z'],
  [26, 'aa'],
  [27, 'ab'],
  [51, 'az'],
  [52, 'ba'],
  [702, 'aaa'],
])('position %i has the letter %s', (position, letter) => {
  expect(letterAt(position)).toBe(letter);
});

test('a letter leads back to its position', () => {
  expect(['a', 'd', 'z'].map(positionOf)).toEqual([0, 3, 25]);
});

test.each([
  ['A) Paris', 'a', 'Paris'],
  ['B. Paris', 'b', 'Paris'],
  ['(c) Paris', 'c', 'Paris'],
  ['[d] Paris', 'd', 'Paris'],
  ['E: Paris', 'e', 'Paris'],
  ['f - Paris', 'f', 'Paris'],
  ['A)Paris', 'a', 'Paris'],
  ['A) two\nlines', 'a', 'two\nlines'],
])('%j carries the label %s', (text, letter, rest) => {
  expect(readLabel(text)).toEqual({ letter, rest });
});

test.each(['Paris', 'A', 'A)', 'A tale', 'e-mail', '1) Paris', ''])('%j has no label', (text) => {
  expect(readLabel(text)).toBeUndefined();
});

test.each([
  ['B', 'b'],
  [' b ', 'b'],
  ['B)', 'b'],
  ['(b)', 'b'],
  ['b.', 'b'],
  ['Option B', 'b'],
  ['answer: B', 'b'],
  ['Bonn', undefined],
  ['B. Bonn', undefined],
  ['optionb', undefined],
  ['2', undefined],
])('%j names the letter %s and nothing else', (text, letter) => {
  expect(readBareLetter(text)).toBe(letter);
});

test('labels go when all texts carry them in order', () => {
  expect(stripLabels(['A) Rome', 'B. Bonn', '(c) Oslo'])).toEqual(['Rome', 'Bonn', 'Oslo']);
});

test.each([
  ['one has none', ['A) Rome', 'Bonn']],
  ['they are out of order', ['B) Rome', 'A) Bonn']],
  ['they repeat', ['A. Lincoln', 'A. Johnson']],
  ['there is but one text', ['A. Lincoln']],
  ['there is no text', []],
])('labels stay when %s', (_, texts) => {
  expect(stripLabels(texts)).toBeUndefined();
});
