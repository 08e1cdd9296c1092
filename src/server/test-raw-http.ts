import { setTimeout as delay } from 'node:timers/promises';
import { RawClient } from './test-http.ts';

/** For tests: a reply as it came over the wire. */
export interface RawReply {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function headersOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]*):\s*(.*)$/.exec(line) ?? [];
    headers.set(name.toLowerCase(), value);
  }
  return headers;
}

/** For tests: all replies in what a connection received; interim ones (1xx) are left out. */
export function repliesIn(received: string): readonly RawReply[] {
  const replies: RawReply[] = [];
  let rest = received;
  while (rest !== '') {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd === -1) throw new Error(`not a reply: ${JSON.stringify(rest)}`);
    const [first = '', ...lines] = rest.slice(0, headEnd).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
    if (Number.isNaN(status)) throw new Error(`not a status line: ${JSON.stringify(first)}`);
    const headers = headersOf(lines);
    const bodyStart = headEnd + 4;
    const length = status < 200 ? 0 : Number(headers.get('content-length') ?? rest.length);
    const body = rest.slice(bodyStart, bodyStart + length);
    if (status >= 200) replies.push({ status, headers, body });
    rest = rest.slice(bodyStart + length);
  }
  return replies;
}

export interface RawExchange {
  /** Ms between the pieces that are sent. */
  readonly pauseMs?: number;
  /** Ends the sending side after the last piece, as `nc -N` does. */
  readonly halfClose?: boolean;
  /** Ms after which a server that has not closed the connection fails the exchange. */
  readonly boundMs?: number;
}

/**
 * For tests: sends the pieces as they are and waits until the server closes the connection. Gives
 * all replies that came before; none where it closed without a word.
 */
export async function rawExchange(
  port: number,
  pieces: readonly string[],
  { pauseMs = 0, halfClose = false, boundMs = 5000 }: RawExchange = {},
): Promise<readonly RawReply[]> {
  const client = new RawClient(port);
  const closed = client.closed();
  const bound = new AbortController();
  try {
    for (const piece of pieces) {
      if (client.socket.destroyed) break;
      client.send(piece);
      if (pauseMs > 0) await delay(pauseMs);
    }
    if (halfClose) client.socket.end();
    const late = delay(boundMs, undefined, { signal: bound.signal }).then(() => {
      throw new Error(`still open after ${boundMs} ms; received ${client.received}`);
    });
    late.catch(() => undefined);
    await Promise.race([closed, late]);
  } finally {
    bound.abort();
    client.socket.destroy();
  }
  return repliesIn(client.received);
}
