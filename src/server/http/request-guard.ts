import type { MiddlewareHandler } from 'hono';
import type { LimitName } from '../limits/limit-name.ts';
import type { Quota, RequestKind, RequestLimits } from '../limits/request-limits.ts';
import type { AppEnv } from './call.ts';
import { clientAddress } from './client-address.ts';
import { type CrossSiteParts, createCrossSiteCheck } from './cross-site.ts';
import { problemReply } from './problems.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { refusalOfHead } from './read-request.ts';
import { nodePartsOf, requestHeader } from './request-header.ts';

export interface RequestGuardParts extends CrossSiteParts {
  readonly limits: RequestLimits;
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
      const header = requestHeader(c);
      if (isCrossSite({ header, url: c.req.url })) return problemReply(c, { code: 'cross-site' });
      const refusal = refusalOfHead(header);
      if (refusal) return problemReply(c, refusal);
      const { remoteAddress } = nodePartsOf(c).incoming?.socket ?? {};
      const address = clientAddress(remoteAddress, header('x-forwarded-for'), trustProxy);
      const taken = await limits.take(kind, address);
      const call = c.get('call');
      Object.assign(call.headers, rateLimitHeaders(taken.quotas));
      if (taken.ok) return next();
      call.limit = limitOf(taken.quotas);
      return problemReply(c, { code: 'too-many-requests', retryAfterMs: taken.retryAfterMs });
    };
}
