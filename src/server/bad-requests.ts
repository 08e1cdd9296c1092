import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';
import {
  type ProtocolStatus,
  protocolProblem,
  protocolProblemHeaders,
} from './http/protocol-problem.ts';

type Headers = Readonly<Record<string, string>>;

/** The codes of Node's parser that have a status of their own; all others are a bad request. */
const statuses: Readonly<Record<string, ProtocolStatus>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

function rawReply(status: ProtocolStatus, headers: Headers): string {
  const body = protocolProblem(status);
  const fields = {
    ...headers,
    ...protocolProblemHeaders,
    Date: new Date().toUTCString(),
    'Content-Length': Buffer.byteLength(body),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Answers what Node's parser refuses, or waited for in vain, with a problem, and closes the
 * connection. Requests that came whole before are answered first; into a reply that has begun
 * nothing is written.
 */
export function answerBadRequests(
  server: Server,
  headers: Headers,
  { openReplies }: Connections,
): void {
  const ending = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const replies = openReplies(socket);
    const last = replies.at(-1);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
    } else if (last === undefined || (replies.length === 1 && isUnansweredPart(last))) {
      socket.write(rawReply(statuses[error.code ?? ''] ?? 400, headers));
      socket.destroySoon();
    } else if (!last.req.complete) {
      socket.destroy();
    } else if (!ending.has(socket)) {
      ending.add(socket);
      last.once('close', () => socket.destroySoon());
    }
  });
}

/** Whether a reply belongs to a request of which a part is missing, and has not begun. */
function isUnansweredPart({ req, headersSent }: ServerResponse): boolean {
  return !req.complete && !headersSent;
}

/** Answers an `Expect` that is not 100-continue (RFC 9110, section 10.1.1). */
export function refuseExpectation(server: Server, headers: Headers): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = protocolProblem(417);
    const length = { 'Content-Length': Buffer.byteLength(body) };
    response.writeHead(417, { ...headers, ...protocolProblemHeaders, ...length });
    response.end(body);
  });
}
