import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { AppEnv, Call } from './call.ts';
import { problemOf, problemReply, refusalOf } from './problems.ts';
import { VisitorGoneError, visitorGoneStatus } from './visitor.ts';

/** Longer paths are cut in the log: the visitor chooses them. */
const longestLoggedPath = 200;

/** Paths that machines ask for all day, or many times a page. */
const quietPaths = /^\/(healthz$|readyz$|assets\/)/;

export interface RequestLineParts {
  readonly log: Log;
  readonly clock: Clock;
  readonly newRequestId: () => string;
}

/** Notes a failure on its call, for the log line that is to come. */
export function noteFailure(call: Call, error: unknown): void {
  call.error = error;
  if (error instanceof VisitorGoneError) {
    call.outcome = 'visitor-gone';
    call.status = visitorGoneStatus;
    return;
  }
  const problem = problemOf(refusalOf(error));
  call.outcome = problem.code;
  call.status = problem.status;
}

/** Answers a failure that no handler dealt with; a visitor who is gone gets nothing. */
export function failureReply(error: unknown, c: Context<AppEnv>): Response {
  noteFailure(c.get('call'), error);
  return error instanceof VisitorGoneError
    ? new Response(null, { status: visitorGoneStatus })
    : problemReply(c, refusalOf(error));
}

function levelOf(path: string, status: number): 'error' | 'info' | 'debug' {
  // A server that is stopping says so on /readyz with 503, as it should.
  if (quietPaths.test(path) && status !== 500) return 'debug';
  return status >= 500 ? 'error' : 'info';
}

/**
 * Gives each request an id (sent as X-Request-Id) and a log of its own, and writes its one log line
 * when its reply is complete. `status` there is what the visitor was told: for a stream that ended
 * in a problem, the problem's; 499 when the visitor went away.
 */
export function requestLine(parts: RequestLineParts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = parts.clock.now();
    const id = parts.newRequestId();
    const call: Call = { log: parts.log.child({ id }) };
    c.set('call', call);
    c.header('X-Request-Id', id);
    c.header('X-Content-Type-Options', 'nosniff');
    try {
      await next();
    } catch (thrown) {
      // Errors went to the app's onError; what arrives here was thrown without being one.
      c.res = failureReply(new Error('Not an Error was thrown', { cause: thrown }), c);
    }
    const write = () => {
      const status = call.status ?? c.res.status;
      const { topic, source, outcome, error } = call;
      const path = c.req.path.slice(0, longestLoggedPath);
      const ms = parts.clock.now() - startedAt;
      const failed = status >= 500 && { err: error };
      call.log[levelOf(path, status)](
        { method: c.req.method, path, status, ms, topic, source, outcome, ...failed },
        'request',
      );
    };
    if (call.streamed !== undefined) void call.streamed.then(write);
    else write();
  };
}
