import type { Clock } from '../clock.ts';
import type { CallBudget, CallBudgetParts } from '../limits/call-budget.ts';
import { BudgetOutOfReachError, RedisAwayError, RedisFailedError } from './errors.ts';
import { type Lease, leaseCalls, returnCalls } from './lease-calls.ts';
import type { RedisLink } from './redis-link.ts';

/** The part of the day's calls that one instance holds at most, and may spend while Redis is away. */
export const leaseShare = 1 / 100;

/**
 * How long, in ms, nothing is leased after Redis lost its data: longer than the longest pause between
 * two looks and a look itself take (`redisTiming`), so that every instance has told what it knows.
 */
export const settleAfterLossMs = 4000;

/** When to try again, in ms, while Redis is away. */
const outOfReachRetryMs = 5000;

const dayMs = 24 * 60 * 60 * 1000;

export interface SharedBudgetParts extends CallBudgetParts {
  readonly clock: Clock;
  readonly link: RedisLink;
  readonly settleMs?: number;
}

export interface SharedBudget extends CallBudget {
  /** Gives back what is leased and not spent. */
  close(): Promise<void>;
}

/**
 * One budget of N calls a day (UTC, by `clock`) for all instances on one Redis. Each leases calls in
 * blocks of N × `leaseShare`, rounded up (more only for callers that wait already), and spends what
 * it has leased; `take` also rejects, with BudgetOutOfReachError, when that is spent and Redis away.
 *
 * The bound: K instances never make more than N calls together, with Redis there, slow, away, killed,
 * or restarted with its data. An instance that is cut off spends at most its block.
 *
 * Redis restarted without its data, or flushed: each instance writes back the highest count that it
 * saw, and nothing is leased for `settleMs`, by which every living instance that reaches Redis has
 * done so. The bound stays N unless an instance is lost, or cut off for longer, at the same time;
 * then the calls count twice that it leased after the others' last look, a second before at most.
 * Only when every instance ends together with Redis's data does the day's count begin anew.
 */
export function createSharedBudget(parts: SharedBudgetParts): SharedBudget {
  const { callsPerDay: limit, clock, link, settleMs = settleAfterLossMs } = parts;
  const block = Math.ceil(limit * leaseShare);
  const closing = new AbortController();
  let day = '';
  let leased = 0;
  let known = 0;
  let waiting = 0;
  let leasing: Promise<boolean> | undefined;

  /** Begins a new day where there is one: what was leased for another is not spent on it. */
  function turnDay(): void {
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    if (today === day) return;
    day = today;
    leased = 0;
    known = 0;
  }

  function credit(of: string, lease: Lease): void {
    if (of !== day) return;
    known = Math.max(known, lease.granted);
    leased += lease.calls;
  }

  link.onContact(async (redis) => {
    if (limit === 0) return;
    turnDay();
    const of = day;
    credit(of, await leaseCalls(redis, { day: of, limit, wanted: 0, known, settleMs }));
  });

  /** Leases calls, and resolves to whether the day has none left. */
  async function lease(): Promise<boolean> {
    for (;;) {
      const of = day;
      const request = { day: of, limit, wanted: Math.max(block, waiting), known, settleMs };
      const answer = await link.run((redis) => leaseCalls(redis, request));
      turnDay();
      credit(of, answer);
      if (answer.settlingMs === 0) return of === day && answer.calls === 0;
      await clock.sleep(answer.settlingMs, closing.signal);
      turnDay();
    }
  }

  /** Leases calls for everybody who waits at the moment. */
  async function leaseTogether(): Promise<boolean> {
    waiting += 1;
    try {
      leasing ??= lease().finally(() => {
        leasing = undefined;
      });
      return await leasing;
    } catch (error) {
      const isAway = error instanceof RedisAwayError || error instanceof RedisFailedError;
      if (!(isAway || closing.signal.aborted)) throw error;
      throw new BudgetOutOfReachError(outOfReachRetryMs, error);
    } finally {
      waiting -= 1;
    }
  }

  return {
    async take() {
      if (limit === 0) return { ok: true };
      turnDay();
      // Others may have taken what was leased by the time this caller goes on.
      while (leased === 0) {
        const isSpent = await leaseTogether();
        if (isSpent && leased === 0) {
          return { ok: false, retryAfterMs: dayMs - (clock.now() % dayMs) };
        }
      }
      leased -= 1;
      return { ok: true };
    },

    async close() {
      closing.abort();
      const [of, calls] = [day, leased];
      leased = 0;
      if (calls === 0) return;
      // Away: the calls are lost to the day, which spends less.
      await link.run((redis) => returnCalls(redis, of, calls)).catch(() => undefined);
    },
  };
}
