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
 * Runs `run` with the signal that aborts when the request's connection ends early; what fails then
 * becomes a VisitorGoneError. (The reason of that signal is a string, which is no Error for whoever
 * rejects with it.)
 */
export async function forVisitor<T>(
  { signal }: Request,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await run(signal);
  } catch (cause) {
    if (signal.aborted) throw new VisitorGoneError({ cause });
    throw cause;
  }
}
