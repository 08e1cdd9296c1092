import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import type { LimitName } from '../limits/limit-name.ts';
import type { Quota, RequestKind, RequestLimits } from '../limits/request-limits.ts';
import type { AppEnv } from './call.ts';
import { clientAddress } from './client-address.ts';
import { type CrossSiteParts, createCrossSiteCheck } from './cross-site.ts';
import { problemReply } from './problems.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { refusalOfHead } from './read-request.ts';

export interface RequestGuardParts extends CrossSiteParts {
  readonly limits: RequestLimits;
}

function addressOf(c: Context<AppEnv>, trustProxy: number): string {
  // The Node adapter hands its request over as `incoming`; a request in memory has none.
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  const forwardedFor = c.req.raw.headers.get('x-forwarded-for');
  return clientAddress(incoming?.socket.remoteAddress, forwardedFor, trustProxy);
}

/** The setting that holds a refused request back, and for longest. */
function limitOf(quotas: readonly Quota[]): LimitName {
  const spent = quotas.filter(({ remaining }) => remaining === 0);
  const isDay = spent.some(({ policy }) => policy.name === 'day');
  return isDay ? 'QUIZZES_PER_DAY' : 'QUIZZES_PER_MINUTE';
}

/**
 * Refuses what may cost a model call before anything of its body is read, the cheapest look first:
 * another site's page (403), another content type (415), a body declared too long (413), too many
 * requests of one address (429 with Retry-After). A reply past the first three tells the limits.
 */
export function createRequestGuard(parts: RequestGuardParts) {
  const { limits, trustProxy } = parts;
  const isCrossSite = createCrossSiteCheck(parts);
  return (kind: RequestKind): MiddlewareHandler<AppEnv> =>
    async (c, next) => {
      if (isCrossSite(c.req.raw)) return problemReply(c, { code: 'cross-site' });
      const refusal = refusalOfHead(c.req.raw.headers);
      if (refusal) return problemReply(c, refusal);
      const taken = await limits.take(kind, addressOf(c, trustProxy));
      for (const [name, value] of Object.entries(rateLimitHeaders(taken.quotas))) {
        c.header(name, value);
      }
      if (taken.ok) return next();
      c.get('call').limit = limitOf(taken.quotas);
      return problemReply(c, { code: 'too-many-requests', retryAfterMs: taken.retryAfterMs });
    };
}
