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
 * Aborts with a VisitorGoneError when the request's connection ends early. (The request's own
 * signal gives a plain string as its reason, which is no Error for whoever rejects with it.)
 */
export function visitorSignal(request: Request): AbortSignal {
  const controller = new AbortController();
  const leave = () => controller.abort(new VisitorGoneError());
  if (request.signal.aborted) leave();
  else request.signal.addEventListener('abort', leave, { once: true });
  return controller.signal;
}
