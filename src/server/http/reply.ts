import type { Context } from 'hono';
import type { AppEnv } from './call.ts';

/**
 * A reply with its own headers and with those of every reply to its request (Call). They reach Node
 * as the plain object that it wants: Hono's helpers make a Headers of them, which the adapter takes
 * apart again.
 */
export function reply(
  c: Context<AppEnv>,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(body, { status, headers: { ...c.get('call').headers, ...headers } });
}

/** A reply of JSON that nobody may store. */
export function replyJson(c: Context<AppEnv>, value: unknown, status = 200): Response {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return reply(c, JSON.stringify(value), status, headers);
}
