import type { Context } from 'hono';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { Refusal } from './problems.ts';
import { type RequestHeader, requestHeader } from './request-header.ts';
import { VisitorGoneError } from './visitor.ts';

/** The largest body that is read, in bytes; a valid one has less than a tenth of it. */
export const largestBodyBytes = 1024;

const tooLarge: Refusal = {
  code: 'too-large',
  detail: `the body must not be longer than ${largestBodyBytes} bytes`,
};

function isJson(header: RequestHeader): boolean {
  const type = header('content-type') ?? '';
  return type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

function isDeclaredTooLarge(header: RequestHeader): boolean {
  const declared = header('content-length');
  return declared !== undefined && !(Number(declared) <= largestBodyBytes);
}

/** What the head of a request says against reading its body; null where it says nothing. */
export function refusalOfHead(header: RequestHeader): Refusal | null {
  if (!isJson(header)) {
    return {
      code: 'unsupported-media-type',
      detail: 'the content type must be application/json',
    };
  }
  return isDeclaredTooLarge(header) ? tooLarge : null;
}

/** Reads a body of unknown length, and of one that is too long no more than shows it. */
async function readChunks(body: ReadableStream<Uint8Array>): Promise<Result<string, Refusal>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > largestBodyBytes) return fail(tooLarge);
    chunks.push(chunk);
  }
  return ok(new TextDecoder().decode(Buffer.concat(chunks)));
}

/** The body's text, which a length that is declared and small bounds by itself. */
async function readText(c: Context): Promise<Result<string, Refusal>> {
  const header = requestHeader(c);
  const request = c.req.raw;
  try {
    if (header('content-length') !== undefined && !isDeclaredTooLarge(header)) {
      return ok(await request.text());
    }
    return request.body ? await readChunks(request.body) : ok('');
  } catch (cause) {
    // Neither call fails but when the connection ends before the body does.
    throw new VisitorGoneError({ cause });
  }
}

function parseJson(text: string): Result<unknown, Refusal> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return fail({ code: 'invalid-request', detail: 'the body must be JSON' });
  }
}

/**
 * Reads a request's body by the contract: small, well-formed JSON, and as `parse` wants it, checked
 * in this order; its head was judged before (refusalOfHead). Throws VisitorGoneError when the body
 * never arrives whole. Hono's own body limit leaves that case looking like a fault of the server.
 */
export async function readRequest<T>(
  c: Context,
  parse: (value: unknown) => Result<T, string>,
): Promise<Result<T, Refusal>> {
  const text = await readText(c);
  if (!text.ok) return text;
  const json = parseJson(text.value);
  if (!json.ok) return json;
  const parsed = parse(json.value);
  return parsed.ok ? parsed : fail({ code: 'invalid-request', detail: parsed.error });
}
