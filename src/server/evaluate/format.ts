import type { Rate } from './rate.ts';

/** Stands where there was nothing to count or to measure. */
const none = '–';

export function percentOf({ share }: Rate): string {
  return share === null ? none : `${(share * 100).toFixed(1)} %`;
}

/** How many, and the share: "3  15.0 %". */
export function countAndShare(rate: Rate): string {
  return rate.of === 0 ? none : `${rate.count} ${percentOf(rate).padStart(8)}`;
}

/** A time in ms, with seconds from ten of them on. */
export function durationOf(ms: number | null): string {
  if (ms === null) return none;
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** A number of tokens, in groups of three digits. */
export function tokensOf(tokens: number): string {
  return Math.round(tokens).toLocaleString('en-US');
}

/** An amount of money to four significant digits, with no exponent. */
export function amountOf(amount: number): string {
  return amount.toLocaleString('en-US', { maximumSignificantDigits: 4 });
}
