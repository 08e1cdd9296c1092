/** What a call needs of the world outside. */
export interface CallParts {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** One call that has left, for `read-reply.ts` to hear what comes back. */
export interface SentCall {
  readonly path: string;
  readonly response: Promise<Response>;
  readonly signal: AbortSignal;
  readonly sleep: CallParts['sleep'];
}

/** Posts `body` as JSON; the call has left when this returns. */
export function send(
  { fetch, sleep }: CallParts,
  call: { path: string; accept: string; body: unknown; signal: AbortSignal },
): SentCall {
  const { path, accept, body, signal } = call;
  const response = fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: accept },
    body: JSON.stringify(body),
    signal,
  });
  return { path, response, signal, sleep };
}
