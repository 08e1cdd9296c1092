import { describe, expect, test } from 'vitest';
import { percentile, rateOf, rateWhere } from './rate.ts';

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  test('is the value that the share of the values does not exceed', () => {
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.95)).toBe(95);
    expect(percentile(hundred, 1)).toBe(100);
  });

  test('is one of the values, however few there are', () => {
    expect(percentile([7], 0.5)).toBe(7);
    expect(percentile([7], 0.95)).toBe(7);
    expect(percentile([1, 10], 0.5)).toBe(1);
    expect(percentile([1, 10], 0.95)).toBe(10);
    expect(percentile([], 0.5)).toBeNull();
  });

  test('sorts by size and leaves the values as they are', () => {
    const values = [100, 9, 20];
    expect(percentile(values, 0.5)).toBe(20);
    expect(values).toEqual([100, 9, 20]);
  });
});

test('a rate of nothing has no share', () => {
  expect(rateOf(0, 0)).toEqual({ count: 0, of: 0, share: null });
  expect(rateWhere([1, 2, 3, 4], (number) => number > 3)).toEqual({ count: 1, of: 4, share: 0.25 });
});
