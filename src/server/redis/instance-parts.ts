import { hkdfSync } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { type CallBudget, createMemoryCallBudget } from '../limits/call-budget.ts';
import { createMemoryCounter } from '../limits/memory-counter.ts';
import type { RequestLimitsParts } from '../limits/request-limits.ts';
import type { Log } from '../log.ts';
import { createRecentQuestionsInMemory, type RecentQuestions } from '../quiz/recent-questions.ts';
import { createMemoryShelf, type Shelf } from '../quiz/shelf.ts';
import { createRedisLink, type RedisLinkParts } from './redis-link.ts';
import { createSharedBudget } from './shared-budget.ts';
import { createSharedCounter } from './shared-counter.ts';
import { createSharedRecentQuestions } from './shared-recent-questions.ts';
import { createSharedShelf } from './shared-shelf.ts';

/** The part of the settings that decides what instances share. */
export type InstanceSettings = Pick<Config, 'redisUrl' | 'callsPerDay' | 'shelfSize'> & {
  readonly model: Pick<NonNullable<Config['model']>, 'apiKey'> | null;
};

/** What remembers anything between two requests: in memory, or shared with other instances. */
export interface InstanceParts {
  readonly budget: CallBudget;
  readonly shelf: Shelf;
  readonly recent: RecentQuestions;
  /** For the limits per client address. */
  readonly counting: Pick<RequestLimitsParts, 'newCounter' | 'secret'>;
  /** Whether Redis is in use; not given where none is configured. */
  readonly isRedisUp?: () => boolean;
  /** Looks for Redis for the first time; that it is away is no reason not to start. */
  open(): Promise<void>;
  /** Gives back what was leased and ends the connection. */
  close(): Promise<void>;
}

export interface InstancePartsOptions extends Pick<RedisLinkParts, 'timing' | 'prefix'> {
  readonly settings: InstanceSettings;
  readonly clock: Clock;
  readonly log: Log;
  /** For tests; the budget's own where it is not given. */
  readonly settleMs?: number;
}

/**
 * The key under which client addresses become digests: it must be the same on all instances and not
 * stand in Redis. It is derived from the model service's key, or where there is none from REDIS_URL;
 * instances that differ in it count an address apart.
 */
function addressSecret({ model, redisUrl }: InstanceSettings): Buffer {
  const secret = model?.apiKey ?? redisUrl ?? '';
  return Buffer.from(hkdfSync('sha256', secret, '', 'client addresses of the AI quiz app', 32));
}

/** What `REDIS_URL` says to share, or its counterpart in this process's memory. */
export function createInstanceParts(options: InstancePartsOptions): InstanceParts {
  const { settings, clock, log, settleMs, ...linkOptions } = options;
  const { redisUrl: url, callsPerDay, shelfSize: size } = settings;
  const memoryShelf = createMemoryShelf({ size, clock });
  const memoryRecent = createRecentQuestionsInMemory();
  if (url === null) {
    return {
      budget: createMemoryCallBudget({ callsPerDay, clock }),
      shelf: memoryShelf,
      recent: memoryRecent,
      counting: { newCounter: (_kind, policy) => createMemoryCounter(policy) },
      open: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
  }

  const link = createRedisLink({ url, clock, log, ...linkOptions });
  const budget = createSharedBudget({
    callsPerDay,
    clock,
    link,
    ...(settleMs !== undefined && { settleMs }),
  });
  return {
    budget,
    shelf: createSharedShelf({ link, standIn: memoryShelf, size, clock, log }),
    recent: createSharedRecentQuestions({ link, standIn: memoryRecent }),
    counting: {
      secret: addressSecret(settings),
      newCounter: (kind, policy) =>
        createSharedCounter({ kind, policy, link, standIn: createMemoryCounter(policy) }),
    },
    isRedisUp: () => link.isUp(),
    open: () => link.open(),
    async close() {
      await budget.close();
      await link.close();
    },
  };
}
