import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import { type Problem, type ProblemCode, problemStatuses } from '../../domain/api.ts';
import { CallRefusedError } from '../limits/errors.ts';
import { GenerationFailedError } from '../writers/quiz-writer.ts';
import type { AppEnv } from './call.ts';
import { reply } from './reply.ts';

/** A reason to refuse a request; `detail` repeats nothing that the visitor sent. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly detail?: string;
  /** In how many ms the visitor may try again; sent as `Retry-After`. */
  readonly retryAfterMs?: number;
}

/** The problem of a refusal (RFC 9457; the title of `about:blank` is the status phrase). */
export function problemOf({ code, detail }: Refusal): Problem {
  const status = problemStatuses[code];
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? code,
    status,
    code,
    ...(detail !== undefined && { detail }),
  };
}

/** What the visitor is told of a failure: its code alone, since its message is for the log. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof CallRefusedError) {
    return { code: 'over-capacity', retryAfterMs: error.retryAfterMs };
  }
  return { code: error instanceof GenerationFailedError ? 'generation-failed' : 'internal-error' };
}

/** `Retry-After` in whole seconds (RFC 9110, section 10.2.3), rounded up: never told too early. */
function retryAfter({ retryAfterMs }: Refusal): Readonly<Record<string, string>> {
  if (retryAfterMs === undefined) return {};
  return { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) };
}

/** A problem+json reply that nobody stores; its code becomes the outcome in the log line. */
export function problemReply(
  c: Context<AppEnv>,
  refusal: Refusal,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const problem = problemOf(refusal);
  c.get('call').outcome = problem.code;
  return reply(c, JSON.stringify(problem), problem.status, {
    ...headers,
    ...retryAfter(refusal),
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  });
}
