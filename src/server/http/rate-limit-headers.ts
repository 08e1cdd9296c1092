import type { Quota } from '../limits/request-limits.ts';

/**
 * Tells a client its limits in the syntax of draft-ietf-httpapi-ratelimit-headers-11: per policy its
 * quota `q` and window `w` in seconds, and what remains of it, `r`, for `t` seconds. Nothing where
 * no limit is set.
 */
export function rateLimitHeaders(quotas: readonly Quota[]): Readonly<Record<string, string>> {
  if (quotas.length === 0) return {};
  const policies = quotas.map(
    ({ policy: { name, requests, windowSeconds } }) => `"${name}";q=${requests};w=${windowSeconds}`,
  );
  const limits = quotas.map(
    ({ policy: { name }, remaining, resetMs }) =>
      `"${name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  );
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: limits.join(', ') };
}
