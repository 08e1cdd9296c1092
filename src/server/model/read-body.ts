import type { Readable } from 'node:stream';
import { ConnectionLostError, ModelCallError, ReplyTooLargeError } from './errors.ts';

/** Bytes of a reply: some hundred times what 2,000 tokens take, streamed with all their framing. */
export const replyLimitBytes = 1024 * 1024;

/** Bytes of an error's body: enough for any message, little enough for a line of the log. */
export const errorBodyLimitBytes = 16 * 1024;

/** What went wrong on the wire, in a word: the code of a system or protocol error. */
export function transportCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return String(error);
}

/**
 * The text of a body, piece by piece as it comes. Bytes that are no UTF-8 become replacement
 * characters, a leading byte order mark is dropped. Throws ReplyTooLargeError beyond `limitBytes`
 * and ConnectionLostError when the body breaks off; leaving the loop destroys the socket.
 */
export async function* textOf(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > limitBytes) throw new ReplyTooLargeError(limitBytes);
      yield decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    if (error instanceof ModelCallError) throw error;
    throw new ConnectionLostError(transportCode(error), error);
  }
  yield decoder.decode();
}

/** Reads texts that are whole; one decoder for all of them. */
const utf8 = new TextDecoder();

/**
 * The whole text of a body; rejects as `textOf` throws. By the stream's events: to iterate over what
 * is mostly one piece would take longer than all else that is done with it.
 */
export function readText(body: Readable, limitBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    body.on('data', (chunk: Uint8Array) => {
      bytes += chunk.byteLength;
      chunks.push(chunk);
      if (bytes <= limitBytes) return;
      reject(new ReplyTooLargeError(limitBytes));
      body.destroy();
    });
    body.on('end', () => resolve(utf8.decode(Buffer.concat(chunks))));
    body.on('error', (error) => reject(new ConnectionLostError(transportCode(error), error)));
  });
}

/**
 * The first `limitBytes` of a body as text. A body that breaks off gives what came: the status that
 * it belongs to says more than the break does.
 */
export async function readStart(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let left = limitBytes;
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk.subarray(0, left), { stream: true });
      left -= chunk.byteLength;
      if (left <= 0) return text;
    }
  } catch {
    return text;
  }
  return text + decoder.decode();
}
