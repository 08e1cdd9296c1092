import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { QuotaPolicy, RequestCounter } from './request-limits.ts';

/**
 * Keys that one counter remembers, about 25 MB of them. Beyond it the oldest is forgotten: who has
 * that many addresses is held by the service's own caps, and nobody else is refused for it.
 */
const mostKeys = 50_000;

/** Counts in this process's memory; a start begins every count anew. */
export function createMemoryCounter(
  { requests: points, windowSeconds: duration }: Pick<QuotaPolicy, 'requests' | 'windowSeconds'>,
  most = mostKeys,
): RequestCounter {
  const limiter = new RateLimiterMemory({ points, duration });
  /** Keys in the order in which their windows began, expired ones included. */
  const keys = new Set<string>();

  function remember(key: string): void {
    keys.delete(key);
    keys.add(key);
    const [oldest] = keys;
    if (keys.size <= most || oldest === undefined) return;
    keys.delete(oldest);
    void limiter.delete(oldest);
  }

  return {
    async add(key) {
      const taken = await limiter.consume(key).catch((refused: unknown) => {
        // The library rejects with the count, which is no Error, once it is above the points.
        if (refused instanceof RateLimiterRes) return refused;
        throw refused;
      });
      if (taken.isFirstInDuration) remember(key);
      return { requests: taken.consumedPoints, resetMs: taken.msBeforeNext };
    },
    async peek(key) {
      const taken = await limiter.get(key);
      if (taken === null || taken.msBeforeNext <= 0) {
        return { requests: 0, resetMs: duration * 1000 };
      }
      return { requests: taken.consumedPoints, resetMs: taken.msBeforeNext };
    },
  };
}
