import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type {
  QuotaPolicy,
  RequestCount,
  RequestCounter,
  RequestKind,
} from '../limits/request-limits.ts';
import { RedisAwayError, RedisFailedError } from './errors.ts';
import type { RedisLink } from './redis-link.ts';

export interface SharedCounterParts {
  readonly kind: RequestKind;
  readonly policy: QuotaPolicy;
  readonly link: RedisLink;
  /** Counts while Redis is away. */
  readonly standIn: RequestCounter;
}

/**
 * Counts for all instances, each request in one atomic step. While Redis is away each counts alone,
 * so that K instances let through K times the limit at most; their counts do not reach Redis. The
 * windows are timed by Redis.
 */
export function createSharedCounter(parts: SharedCounterParts): RequestCounter {
  const { kind, policy, link, standIn } = parts;
  const { name, requests: points, windowSeconds: duration } = policy;
  let limiter: RateLimiterRedis | undefined;

  function limiterOf(storeClient: Redis): RateLimiterRedis {
    limiter ??= new RateLimiterRedis({
      storeClient,
      keyPrefix: `requests:${kind}:${name}`,
      points,
      duration,
    });
    return limiter;
  }

  async function shared(
    ask: (limiter: RateLimiterRedis) => Promise<RateLimiterRes | null>,
    alone: () => Promise<RequestCount>,
  ): Promise<RequestCount> {
    try {
      const taken = await link.run((redis) =>
        ask(limiterOf(redis)).catch((refused: unknown) => {
          // The library rejects with the count, which is no Error, once it is above the points.
          if (refused instanceof RateLimiterRes) return refused;
          throw refused;
        }),
      );
      if (taken === null) return { requests: 0, resetMs: duration * 1000 };
      return { requests: taken.consumedPoints, resetMs: taken.msBeforeNext };
    } catch (error) {
      if (error instanceof RedisAwayError || error instanceof RedisFailedError) return alone();
      throw error;
    }
  }

  return {
    add: (key) =>
      shared(
        (limits) => limits.consume(key),
        () => standIn.add(key),
      ),
    peek: (key) =>
      shared(
        (limits) => limits.get(key),
        () => standIn.peek(key),
      ),
  };
}
