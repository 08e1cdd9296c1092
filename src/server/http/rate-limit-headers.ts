import type { Quota, QuotaPolicy } from '../limits/request-limits.ts';

/** A policy is the same in every reply, and written out once. */
const policyTexts = new WeakMap<QuotaPolicy, string>();

function textOf(policy: QuotaPolicy): string {
  const known = policyTexts.get(policy);
  if (known !== undefined) return known;
  const text = `"${policy.name}";q=${policy.requests};w=${policy.windowSeconds}`;
  policyTexts.set(policy, text);
  return text;
}

/**
 * Tells a client its limits in the syntax of draft-ietf-httpapi-ratelimit-headers-11: per policy its
 * quota `q` and window `w` in seconds, and what remains of it, `r`, for `t` seconds. Adds nothing to
 * `headers` where no limit is set.
 */
export function addRateLimitHeaders(
  headers: Record<string, string>,
  quotas: readonly Quota[],
): void {
  if (quotas.length === 0) return;
  let policies = '';
  let limits = '';
  for (const { policy, remaining, resetMs } of quotas) {
    const comma = policies && ', ';
    policies += comma + textOf(policy);
    limits += `${comma}"${policy.name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`;
  }
  headers['RateLimit-Policy'] = policies;
  headers.RateLimit = limits;
}
