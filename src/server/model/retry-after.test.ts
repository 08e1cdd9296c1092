import { expect, test } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 8, 1, 12, 0, 0);

test.each<[string | string[] | undefined, number | undefined]>([
  ['7', 7000],
  [' 0 ', 0],
  ['1.5', 1500],
  ['Tue, 01 Sep 2026 12:00:09 GMT', 9000],
  ['Tue, 01 Sep 2026 11:00:00 GMT', 0],
  [['3', '9'], 3000],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('%o is %o ms', (header, ms) => {
  expect(readRetryAfter(header, now)).toBe(ms);
});
