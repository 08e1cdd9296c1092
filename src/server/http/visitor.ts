import type { Context } from 'hono';
import { type AbortSignalLike, PlainSignal } from '../abort-signal.ts';
import { nodePartsOf } from './request-header.ts';

/** The visitor's connection ended before the reply was complete. */
export class VisitorGoneError extends Error {
  override readonly name = 'VisitorGoneError';

  constructor(options?: ErrorOptions) {
    super('The visitor went away before the reply was complete', options);
  }
}

/** The status that a request is logged with when nobody is left to receive one. */
export const visitorGoneStatus = 499;

/**
 * Aborts when a request's connection ends before its reply is complete. It listens where the adapter
 * does: for the request's own signal the adapter makes an AbortController.
 */
function visitorSignal(c: Context): AbortSignalLike {
  const { outgoing } = nodePartsOf(c);
  if (!outgoing) return c.req.raw.signal;
  const leaving = new PlainSignal();
  const leave = () => {
    if (!outgoing.writableFinished) leaving.abort(new VisitorGoneError());
  };
  if (outgoing.destroyed) leave();
  else outgoing.on('close', leave);
  return leaving;
}

/**
 * Runs `run` with a signal that aborts when the visitor goes away; what fails then becomes a
 * VisitorGoneError, whatever the signal's reason is.
 */
export async function forVisitor<T>(
  c: Context,
  run: (signal: AbortSignalLike) => Promise<T>,
): Promise<T> {
  const signal = visitorSignal(c);
  try {
    return await run(signal);
  } catch (cause) {
    if (signal.aborted) throw new VisitorGoneError({ cause });
    throw cause;
  }
}
