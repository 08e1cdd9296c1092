import { parseProblem } from '../../domain/api.ts';
import type { Result } from '../../domain/result.ts';
import { ProblemError, ServerUnreachableError, UnreadableReplyError } from './errors.ts';

export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

interface PostOptions<T> {
  readonly fetch: Fetch;
  readonly path: string;
  readonly body: unknown;
  readonly parse: (value: unknown) => Result<T, string>;
  readonly signal: AbortSignal;
}

async function readJson(response: Response, path: string, signal: AbortSignal): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    signal.throwIfAborted();
    throw new ServerUnreachableError(path, cause);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableReplyError(path, response.status, 'not JSON');
  }
}

/**
 * Posts `body` as JSON and reads the reply with `parse`. Rejects with ProblemError,
 * ServerUnreachableError or UnreadableReplyError, or with the signal's reason once it aborts.
 */
export async function postJson<T>({ fetch, path, body, parse, signal }: PostOptions<T>) {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw new ServerUnreachableError(path, cause);
  }
  const value = await readJson(response, path, signal);
  if (!response.ok) {
    const problem = parseProblem(value);
    if (problem.ok) throw new ProblemError(problem.value);
    throw new UnreadableReplyError(path, response.status, problem.error);
  }
  const parsed = parse(value);
  if (!parsed.ok) throw new UnreadableReplyError(path, response.status, parsed.error);
  return parsed.value;
}
