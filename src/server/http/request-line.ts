import type { Context, MiddlewareHandler } from 'hono';
import type { Later } from '../after-turn.ts';
import type { Clock } from '../clock.ts';
import { CallRefusedError } from '../limits/errors.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type AppEnv, type Call, logOf } from './call.ts';
import { problemOf, problemReply, refusalOf } from './problems.ts';
import { nodePartsOf, requestHeader } from './request-header.ts';
import type { SecurityHeadersOf } from './security-headers.ts';
import { readTrace } from './trace-context.ts';
import { VisitorGoneError, visitorGoneStatus } from './visitor.ts';

/** Longer paths are cut in the log: the visitor chooses them. */
const longestLoggedPath = 200;

/** Paths that machines ask for all day, or many times a page. */
const quietPaths = /^\/(healthz$|readyz$|metrics$|assets\/)/;

export interface RequestLineParts {
  readonly log: Log;
  readonly clock: Clock;
  readonly newRequestId: () => string;
  readonly newUuid: () => string;
  readonly metrics: Metrics;
  readonly securityHeaders: SecurityHeadersOf;
  /** Puts off the line and the counting; they are done at once where it is not given. */
  readonly later?: Later | undefined;
}

/** What this service's own limits refuse: the operator's concern, but no fault. */
const refusals: ReadonlySet<unknown> = new Set(['over-capacity', 'too-many-requests']);

/** Notes a failure on its call, for the log line that is to come. */
export function noteFailure(call: Call, error: unknown): void {
  call.error = error;
  if (error instanceof CallRefusedError) call.limit = error.limit;
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

function levelOf(path: string, status: number, outcome: unknown) {
  // A server that is stopping says so on /readyz with 503, as it should.
  if (quietPaths.test(path) && status !== 500) return 'debug';
  if (refusals.has(outcome)) return 'warn';
  return status >= 500 ? 'error' : 'info';
}

/** Writes the one log line of a request that is over, and counts it. */
function endRequest(c: Context<AppEnv>, ms: number, metrics: Metrics): void {
  const call = c.get('call');
  const { status = c.res.status, source, outcome, limit, error } = call;
  const { method } = c.req;
  metrics.requestEnded({ method, path: c.req.path, status, ms });
  // A model call that a limit refused was counted as it was refused.
  if (limit && outcome === 'too-many-requests') metrics.limitHit(limit);
  const path = c.req.path.slice(0, longestLoggedPath);
  const level = levelOf(path, status, outcome);
  const err = level === 'error' ? error : undefined;
  const { calls, callMs, model, usage } = call;
  const line = { method, path, status, ms, source, outcome, limit, calls, callMs, model, err };
  logOf(call)[level](Object.assign(line, usage), 'request');
}

/**
 * Gives each request an id (sent as X-Request-Id), its security headers and a trace, and writes its
 * one log line when its reply is complete. `status` there is what the visitor was told: for a stream
 * that ended in a problem, the problem's; 499 when the visitor went away. `calls` are the model's
 * replies to it, `callMs`, tokens and cost those of all of them, and `model` is the one of the last;
 * the trace's field is named as OpenTelemetry names it.
 */
export function requestLine(parts: RequestLineParts): MiddlewareHandler<AppEnv> {
  const { later = (run) => run() } = parts;
  return async (c, next) => {
    const startedAt = parts.clock.now();
    const id = parts.newRequestId();
    const header = requestHeader(c);
    const given = { traceparent: header('traceparent'), tracestate: header('tracestate') };
    const trace = readTrace(given, parts.newUuid);
    // By the very target: with a query behind it, or dots in it, it may be a page.
    const target = nodePartsOf(c).incoming?.url ?? c.req.path;
    const fixed = parts.securityHeaders(c.req.method, target);
    const headers = { ...fixed, 'X-Request-Id': id };
    const call: Call = { id, trace, log: parts.log, headers };
    c.set('call', call);
    try {
      await next();
    } catch (thrown) {
      // Errors went to the app's onError; what arrives here was thrown without being one.
      c.res = failureReply(new Error('Not an Error was thrown', { cause: thrown }), c);
    }
    const end = () => {
      const ms = parts.clock.now() - startedAt;
      later(() => endRequest(c, ms, parts.metrics));
    };
    if (call.streamed !== undefined) void call.streamed.then(end);
    else end();
  };
}
