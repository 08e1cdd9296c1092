import { parseProblem } from '../../domain/api.ts';
import { silenceLimitMs } from '../../domain/limits.ts';
import type { Result } from '../../domain/result.ts';
import { ProblemError, ServerUnreachableError, UnreadableReplyError } from './errors.ts';
import type { SentCall } from './send.ts';

/** One reply as it comes in; a connection that is silent for too long counts as lost. */
export interface Reply extends Omit<SentCall, 'response'> {
  readonly response: Response;
}

/**
 * Waits for a step of a call. Rejects with the signal's reason when it aborts, and with
 * ServerUnreachableError when the step fails or nothing has come for silenceLimitMs.
 */
async function heard<T>(step: Promise<T>, { path, signal, sleep }: Omit<Reply, 'response'>) {
  const bound = new AbortController();
  const silence = sleep(silenceLimitMs, bound.signal).then(() => {
    throw new Error('silent for too long');
  });
  try {
    return await Promise.race([step, silence]);
  } catch (cause) {
    signal.throwIfAborted();
    throw new ServerUnreachableError(path, cause);
  } finally {
    bound.abort();
    silence.catch(() => {});
  }
}

/** The reply to a call, once its head has come; rejects as `heard` does. */
export async function replyTo({ response, ...call }: SentCall): Promise<Reply> {
  return { ...call, response: await heard(response, call) };
}

/** The pieces of a reply's text as they come; rejects as `heard` does. */
export async function* textOf(reply: Reply): AsyncGenerator<string> {
  const reader = reply.response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await heard(reader.read(), reply);
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    // What is still to come of a reply that is given up is not wanted.
    void reader.cancel().catch(() => {});
  }
}

/** Reads a text as JSON by `parse`; throws UnreadableReplyError where it is not of that form. */
export function readJson<T>(
  text: string,
  parse: (value: unknown) => Result<T, string>,
  { path, response }: Reply,
): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableReplyError(path, response.status, 'not JSON');
  }
  const parsed = parse(value);
  if (!parsed.ok) throw new UnreadableReplyError(path, response.status, parsed.error);
  return parsed.value;
}

/**
 * Reads a reply that comes in one piece. Rejects with ProblemError where it is a problem, with
 * UnreadableReplyError where it is neither, and as `heard` does.
 */
export async function readReply<T>(
  reply: Reply,
  parse: (value: unknown) => Result<T, string>,
): Promise<T> {
  let text = '';
  for await (const piece of textOf(reply)) text += piece;
  if (reply.response.ok) return readJson(text, parse, reply);
  throw new ProblemError(readJson(text, parseProblem, reply));
}
