import { systemClock } from '../clock.ts';
import { createLog, type Log } from '../log.ts';
import { createRedisLink, type RedisLink } from './redis-link.ts';
import type { RedisTiming } from './redis-timing.ts';
import { eventually, freePort, startTestRedis, type TestRedis, testPrefix } from './test-redis.ts';

/** For tests: looks that follow each other quickly, for tests in which a real Redis comes and goes. */
export const quickTiming: RedisTiming = {
  operationMs: 400,
  connectMs: 2000,
  heartbeatMs: 50,
  firstPauseMs: 20,
  longestPauseMs: 100,
};

/** For tests: a Redis and links to it that share their keys, as instances do. */
export interface TestLinks {
  readonly redis: TestRedis;
  readonly prefix: string;
  /** Lines of all the links' logs. */
  readonly lines: readonly Record<string, unknown>[];
  readonly log: Log;
  /** Another instance's link; it is opened by the test. */
  newLink(timing?: Partial<RedisTiming>): RedisLink;
  /** Kills Redis and waits until every open link has noticed. */
  killRedis(): Promise<void>;
  close(): Promise<void>;
}

export async function startTestLinks(): Promise<TestLinks> {
  const redis = await startTestRedis();
  const prefix = testPrefix();
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLog({ level: 'info', secrets: [], destination });
  const links: RedisLink[] = [];
  return {
    redis,
    prefix,
    lines,
    log,
    newLink(changed) {
      const timing = { ...quickTiming, ...changed };
      const link = createRedisLink({ url: redis.url, clock: systemClock, log, timing, prefix });
      links.push(link);
      return link;
    },
    async killRedis() {
      await redis.kill();
      await eventually(() => {
        if (links.some((link) => link.isUp())) throw new Error('A link believes in a dead Redis');
      });
    },
    async close() {
      for (const link of links) await link.close();
      await redis.stop();
    },
  };
}

/** For tests: a link whose Redis was never there. */
export async function linkToNothing(log: Log): Promise<RedisLink> {
  const url = `redis://127.0.0.1:${await freePort()}`;
  const link = createRedisLink({ url, clock: systemClock, log });
  await link.open();
  return link;
}
