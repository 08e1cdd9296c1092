import { CallRefusedError } from '../limits/errors.ts';

/** Redis was known to be away, so nothing was sent to it. */
export class RedisAwayError extends Error {
  override readonly name = 'RedisAwayError';

  constructor() {
    super('Redis is away');
  }
}

/** A command failed or took too long: Redis may have carried it out, or may yet. */
export class RedisFailedError extends Error {
  override readonly name = 'RedisFailedError';

  constructor(cause: unknown) {
    super('Redis failed to answer a command', { cause });
  }
}

/** Redis did not answer within the bound. */
export class RedisSlowError extends Error {
  override readonly name = 'RedisSlowError';

  constructor(boundMs: number) {
    super(`Redis did not answer within ${boundMs} ms`);
  }
}

/** Redis answered a script with something that the script never returns. */
export class RedisReplyError extends Error {
  override readonly name = 'RedisReplyError';

  constructor(command: string) {
    super(`Redis answered ${command} with an unexpected reply`);
  }
}

/**
 * This instance has spent the model calls it had leased and cannot lease more, since Redis is away:
 * the cap on the bill fails towards spending less.
 */
export class BudgetOutOfReachError extends CallRefusedError {
  override readonly name = 'BudgetOutOfReachError';
  override readonly limit = 'MODEL_CALLS_PER_DAY';

  constructor(retryAfterMs: number, cause: unknown) {
    super('The shared count of model calls is out of reach', retryAfterMs);
    this.cause = cause;
  }
}
