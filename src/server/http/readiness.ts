import type { Context } from 'hono';
import type { AppEnv } from './call.ts';
import { replyJson } from './reply.ts';

export interface ReadinessParts {
  /** Whether new visitors should be sent here; false once the server is stopping. */
  readonly isReady: () => boolean;
  /** Whether the shared store is in use; not given where none is configured. */
  readonly isRedisUp?: (() => boolean) | undefined;
}

/**
 * Answers `GET /readyz`: 503 once the server is stopping. With Redis away it stays 200 and says so,
 * for the instance still serves; every instance would turn 503 at the same moment, and whoever sends
 * visitors by this answer would make an outage of it.
 */
export function tellReadiness({ isReady, isRedisUp }: ReadinessParts) {
  return (c: Context<AppEnv>): Response => {
    if (!isReady()) return replyJson(c, { status: 'stopping' }, 503);
    const redis = isRedisUp && { redis: isRedisUp() ? 'up' : 'away' };
    return replyJson(c, { status: 'ready', ...redis });
  };
}
