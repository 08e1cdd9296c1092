import { ApiRequestError } from './errors.ts';
import type { BodyReader } from './exchange.ts';

/** Bytes of an error's body: enough for any message, little enough for a line of the log. */
export const errorBodyLimitBytes = 16 * 1024;

export interface ErrorReplyOptions {
  readonly status: number;
  /** How long the service asks to be left alone, in ms. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Reads the reply of a status that is no success, which becomes an ApiRequestError with the first
 * `errorBodyLimitBytes` of it. One that breaks off gives what came: the status says more than the
 * break does.
 */
export function createErrorReader(options: ErrorReplyOptions): BodyReader<never> {
  const decoder = new TextDecoder();
  let body = '';
  let left = errorBodyLimitBytes;
  return {
    add(bytes) {
      body += decoder.decode(bytes.subarray(0, left), { stream: true });
      left -= bytes.byteLength;
      if (left <= 0) throw new ApiRequestError({ ...options, body });
    },
    end(lost) {
      // Half a character is none where no other half will come.
      const rest = lost ? '' : decoder.decode();
      throw new ApiRequestError({ ...options, body: body + rest });
    },
  };
}
