import { Redis } from 'ioredis';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { RedisAwayError, RedisFailedError } from './errors.ts';
import { type RedisTiming, redisTiming } from './redis-timing.ts';
import { within } from './within.ts';

/**
 * What every key begins with; all of them expire. Behind it stand `calls:…` (the day's budget),
 * `shelf:…`, `recent:…`, `requests:…` (the limits per client address) and `contact`.
 */
export const keyPrefix = 'ai-quiz:';

/** A command, or several, on the connection; keys are given without the prefix. */
export type RedisCommand<T> = (redis: Redis) => Promise<T>;

/** One connection to Redis with a circuit breaker in front. */
export interface RedisLink {
  /**
   * Runs a command within `operationMs`. Rejects with RedisAwayError, having sent nothing, while
   * Redis is away; and with RedisFailedError where it is not known what Redis made of the command,
   * which also opens the circuit: until a look finds Redis again, nothing more is sent.
   */
  run<T>(command: RedisCommand<T>): Promise<T>;
  /** Whether the shared store is in use; false before the first look and once closed. */
  isUp(): boolean;
  /** Adds what is run whenever Redis is found, before anybody else may use it, and at each look. */
  onContact(command: RedisCommand<void>): void;
  /** Begins to look for Redis; resolves after the first look, whether it was found or not. */
  open(): Promise<void>;
  /** Ends the connection and every timer, also where Redis does not answer. */
  close(): Promise<void>;
}

export interface RedisLinkParts {
  /** `REDIS_URL` (design, section 2). */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly timing?: RedisTiming;
  readonly prefix?: string;
}

/** How long, in ms, the trace of the last look stands in Redis. */
const contactKeptMs = 60_000;

/**
 * A connection that never queues a command and never sends one twice: what was asked while Redis was
 * away, or failed, is the caller's to make good. Redis is looked for in the background, with pauses
 * that grow up to a bound; the look writes, so that a full or read-only Redis counts as away. Each
 * change is logged once.
 */
export function createRedisLink(parts: RedisLinkParts): RedisLink {
  const { url, clock, log, timing = redisTiming, prefix = keyPrefix } = parts;
  const redis = new Redis(url, {
    keyPrefix: prefix,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
    // Connecting is bounded by the clock.
    connectTimeout: 0,
    disconnectTimeout: 50,
  });
  const contacts: RedisCommand<unknown>[] = [
    (client) => client.set('contact', '1', 'PX', contactKeptMs),
  ];
  const closing = new AbortController();
  let state: 'new' | 'up' | 'away' | 'closed' = 'new';
  let lastError: unknown;
  let looking: Promise<void> = Promise.resolve();

  function drop(): void {
    if (redis.status === 'end' || redis.status === 'wait') return;
    redis.disconnect();
    // A Redis that hangs would never end its side of the connection.
    redis.stream?.destroy();
  }

  function lose(cause: unknown): void {
    if (state === 'closed') return;
    drop();
    if (state === 'away') return;
    state = 'away';
    const reason = cause instanceof Error ? cause.message : String(cause);
    log.warn({ reason }, 'Redis is away: this instance goes on by itself');
  }

  function find(): void {
    if (state === 'up' || state === 'closed') return;
    state = 'up';
    log.info('Redis is there: limits, shelf and recent questions are shared');
  }

  redis.on('error', (error) => {
    lastError = error;
  });
  redis.on('end', () => {
    if (state === 'up') lose(lastError ?? new Error('The connection was closed'));
  });

  async function connect(): Promise<void> {
    lastError = undefined;
    try {
      await within(clock, timing.connectMs, redis.connect());
    } catch (error) {
      // The client's own error says only that the connection was closed.
      throw lastError ?? error;
    }
  }

  /** Looks for Redis once. Does not reject. */
  async function look(): Promise<void> {
    if (closing.signal.aborted) return;
    try {
      if (state !== 'up') await connect();
      for (const contact of contacts) {
        await within(clock, timing.operationMs, contact(redis));
      }
      find();
    } catch (error) {
      lose(error);
    }
  }

  async function keepLooking(): Promise<void> {
    const { heartbeatMs, firstPauseMs, longestPauseMs } = timing;
    let failures = state === 'up' ? 0 : 1;
    while (!closing.signal.aborted) {
      const pause =
        failures === 0 ? heartbeatMs : Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
      await clock.sleep(pause, closing.signal);
      await look();
      failures = state === 'up' ? 0 : failures + 1;
    }
  }

  return {
    async run(command) {
      if (state !== 'up') throw new RedisAwayError();
      try {
        return await within(clock, timing.operationMs, command(redis));
      } catch (error) {
        lose(error);
        throw new RedisFailedError(error);
      }
    },

    isUp: () => state === 'up',

    onContact(command) {
      contacts.push(command);
    },

    async open() {
      await look();
      looking = keepLooking().catch((error) => {
        if (!closing.signal.aborted) throw error;
      });
    },

    async close() {
      state = 'closed';
      closing.abort();
      drop();
      await looking;
    },
  };
}
