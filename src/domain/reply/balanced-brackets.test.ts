import { expect, test } from 'vitest';
import { longestBalanced } from './balanced-brackets.ts';

test.each([
  ['the whole text', '[{"a": [1]}]', '[{"a": [1]}]'],
  ['the longest of several', 'Quiz [5]: [{"a": 1}] and [more]', '[{"a": 1}]'],
  ['past brackets in strings', 'x ["]", "\\"}"] y', '["]", "\\"}"]'],
  ['past a quote before the first bracket', 'A 12" disc: [1, 2]', '[1, 2]'],
  ['nothing without brackets', 'no brackets', undefined],
  ['nothing where one is never closed', '[1] and [2', undefined],
  ['nothing where one closes another kind', '[1} and [2]', undefined],
  ['nothing where one closes that never opened', '[1] ] [2]', undefined],
  ['nothing where a string never ends', '["a]', undefined],
])('finds %s', (_, text, stretch) => {
  expect(longestBalanced(text)).toBe(stretch);
});
