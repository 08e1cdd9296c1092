import { hash, randomBytes } from 'node:crypto';

/** What is asked for; each kind is counted apart. */
export const requestKinds = ['quiz', 'feedback'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** So many requests in each window of time, from one client address. */
export interface QuotaPolicy {
  readonly name: 'minute' | 'day';
  readonly requests: number;
  readonly windowSeconds: number;
}

/** How much of a policy one client address has left. */
export interface Quota {
  readonly policy: QuotaPolicy;
  readonly remaining: number;
  /** In how many ms its window ends and the policy's requests are there again. */
  readonly resetMs: number;
}

export type RequestTaken =
  | { readonly ok: true; readonly quotas: readonly Quota[] }
  | { readonly ok: false; readonly quotas: readonly Quota[]; readonly retryAfterMs: number };

/** Bounds the requests of one client address (design, section 2). */
export interface RequestLimits {
  /** Counts a request, or refuses it and says in how many ms (above 0) one would be allowed. */
  take(kind: RequestKind, address: string): Promise<RequestTaken>;
}

/** The requests of one key in its running window, refused ones included. */
export interface RequestCount {
  readonly requests: number;
  /** In how many ms the window ends; the whole window where none has begun. */
  readonly resetMs: number;
}

/** Counts requests by key in windows that begin with a key's first request. */
export interface RequestCounter {
  /** Counts one more request. */
  add(key: string): Promise<RequestCount>;
  /** Looks without counting. */
  peek(key: string): Promise<RequestCount>;
}

export interface RequestLimitsParts {
  /** `QUIZZES_PER_MINUTE`; 0 is no limit. */
  readonly perMinute: number;
  /** `QUIZZES_PER_DAY`; 0 is no limit. */
  readonly perDay: number;
  /** Makes the counter of a kind and a policy: in memory, or shared between instances. */
  readonly newCounter: (kind: RequestKind, policy: QuotaPolicy) => RequestCounter;
  /** Keys are digests of addresses under it; instances that share counters share it too. */
  readonly secret?: string | Buffer;
}

function policiesOf({ perMinute, perDay }: RequestLimitsParts): readonly QuotaPolicy[] {
  const policies: readonly QuotaPolicy[] = [
    { name: 'minute', requests: perMinute, windowSeconds: 60 },
    { name: 'day', requests: perDay, windowSeconds: 24 * 60 * 60 },
  ];
  return policies.filter(({ requests }) => requests > 0);
}

/** Limits per client address; no counter ever sees an address itself. */
export function createRequestLimits(parts: RequestLimitsParts): RequestLimits {
  const secret = Buffer.from(parts.secret ?? randomBytes(32)).toString('base64');
  const policies = policiesOf(parts);
  const countersOf = (kind: RequestKind) =>
    policies.map((policy) => ({ policy, counter: parts.newCounter(kind, policy) }));
  const counters = { quiz: countersOf('quiz'), feedback: countersOf('feedback') };

  return {
    async take(kind, address) {
      // Whoever sees keys, in Redis say, can tell no address from them without the secret.
      const key = hash('sha256', `${secret} ${address}`, 'base64url');
      const quotas: Quota[] = [];
      let ok = true;
      for (const { policy, counter } of counters[kind]) {
        // What the minute refuses does not count for the day.
        const { requests, resetMs } = await (ok ? counter.add(key) : counter.peek(key));
        if (requests > policy.requests) ok = false;
        quotas.push({ policy, remaining: Math.max(0, policy.requests - requests), resetMs });
      }
      if (ok) return { ok, quotas };
      const waits = quotas.filter(({ remaining }) => remaining === 0).map((quota) => quota.resetMs);
      return { ok, quotas, retryAfterMs: Math.max(1, ...waits) };
    },
  };
}
