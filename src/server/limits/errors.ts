import type { LimitName } from './limit-name.ts';

/**
 * A model call that was never made, because of this service's own limits and not of the model's: it
 * is no ModelCallError, so no attempt repeats it.
 */
export abstract class CallRefusedError extends Error {
  /** The limit that was reached. */
  abstract readonly limit: LimitName;
  /** After how many ms another try is worth making; above 0. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The day's model calls are used up (`MODEL_CALLS_PER_DAY`; design, section 2). */
export class BudgetSpentError extends CallRefusedError {
  override readonly name = 'BudgetSpentError';
  override readonly limit = 'MODEL_CALLS_PER_DAY';

  constructor(retryAfterMs: number) {
    super("The day's model calls are spent", retryAfterMs);
  }
}

/** Every place for a model call is taken and the queue is full (`MAX_GENERATIONS`; design, section 2). */
export class OverCapacityError extends CallRefusedError {
  override readonly name = 'OverCapacityError';
  override readonly limit = 'MAX_GENERATIONS';

  constructor(retryAfterMs: number) {
    super('Too many model calls are under way or waiting', retryAfterMs);
  }
}
