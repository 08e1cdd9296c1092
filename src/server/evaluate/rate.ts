/** How many of how many. */
export interface Rate {
  readonly count: number;
  readonly of: number;
  /** From 0 to 1; null where there was nothing to count. */
  readonly share: number | null;
}

export function rateOf(count: number, of: number): Rate {
  return { count, of, share: of === 0 ? null : count / of };
}

/** How many of `items` pass `test`. */
export function rateWhere<T>(items: readonly T[], test: (item: T) => boolean): Rate {
  return rateOf(items.filter(test).length, items.length);
}

/** The sum over `items`; 0 for none. */
export function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}

/**
 * The smallest of `values` that at least `share` (above 0, at most 1) of them do not exceed, which is
 * the nearest-rank percentile; null for no values.
 */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}
