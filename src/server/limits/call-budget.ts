import type { Clock } from '../clock.ts';

/** How many model calls the whole service may still make on one day (UTC). */
export interface CallBudget {
  /**
   * Counts one call, or refuses it and says in how many ms (above 0) the next day begins. Rejects with
   * a CallRefusedError where a count that is shared cannot be reached.
   */
  take(): Promise<{ readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number }>;
}

const dayMs = 24 * 60 * 60 * 1000;

export interface CallBudgetParts {
  /** `MODEL_CALLS_PER_DAY` (design, section 2); 0 is no limit. */
  readonly callsPerDay: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** A budget kept in this process's memory: a start begins the day's count anew. */
export function createMemoryCallBudget({ callsPerDay, clock }: CallBudgetParts): CallBudget {
  let day = Number.NaN;
  let taken = 0;
  return {
    async take() {
      if (callsPerDay === 0) return { ok: true };
      const now = clock.now();
      const today = Math.floor(now / dayMs);
      // Any other day, for a clock that was ahead and is set right must not end all calls.
      if (today !== day) {
        day = today;
        taken = 0;
      }
      if (taken >= callsPerDay) return { ok: false, retryAfterMs: (today + 1) * dayMs - now };
      taken += 1;
      return { ok: true };
    },
  };
}
