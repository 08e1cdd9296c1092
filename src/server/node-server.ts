import { createServer as createHttpServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { fail, ok, type Result } from '../domain/result.ts';
import { answerBadRequests, refuseExpectation } from './bad-requests.ts';
import { type Connections, trackConnections } from './connections.ts';
import type { AppEnv } from './http/call.ts';
import { protocolProblem, protocolProblemHeaders } from './http/protocol-problem.ts';
import type { Log } from './log.ts';
import { cutStalledReaders, stalledReaderMs } from './stalled-readers.ts';

/**
 * How long, in ms, and how much a client may take. The first two bound what it sends, never how long
 * a reply is being written. A connection is kept for longer than the usual minute of a proxy in
 * front, which would otherwise send a request into a connection that is just being closed.
 */
export const serverLimits = {
  headersTimeout: 5000,
  requestTimeout: 8000,
  connectionsCheckingInterval: 500,
  keepAliveTimeout: 65_000,
  /** Bytes of a request's head. */
  maxHeaderSize: 16 * 1024,
  /** The adapter refuses a request without Host, as it does one whose Host is no host. */
  requireHostHeader: false,
  /** Two Hosts make none, where Node would take the first (RFC 9112, section 3.2). */
  joinDuplicateHeaders: true,
} as const satisfies ServerOptions;

/** Connections at once; a further one is closed as soon as it is made. */
export const maxConnections = 5000;

export interface ServerParts {
  /** Told of what fails outside the app, which logs its own failures. */
  readonly log: Log;
  /** What every reply carries that is not the app's. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: ServerOptions;
  /** Time in ms after which a client that does not read its reply is cut off. */
  readonly stalledAfterMs?: number;
}

/** The reply where there is none of the app: to a target or a Host that makes no URL, mostly. */
function replyTo(error: unknown, { log, headers }: ServerParts): Response {
  const status = error instanceof RequestError ? 400 : 500;
  if (status === 500) log.error({ err: error }, 'a request failed outside the app');
  return new Response(protocolProblem(status), {
    status,
    headers: { ...headers, ...protocolProblemHeaders },
  });
}

/** A server, and its connections as it must follow them itself. */
export interface TrackedServer {
  readonly server: Server;
  readonly connections: Connections;
}

/** An HTTP server for the app that does not listen yet. */
export function createServer(app: Pick<Hono<AppEnv>, 'fetch'>, parts: ServerParts): TrackedServer {
  const { headers = {}, limits = serverLimits, stalledAfterMs = stalledReaderMs } = parts;
  const errorHandler = (error: unknown) => replyTo(error, parts);
  const listener = getRequestListener(app.fetch, { errorHandler });
  const server = createHttpServer(limits, listener);
  server.maxConnections = maxConnections;
  const connections = trackConnections(server);
  refuseExpectation(server, headers);
  answerBadRequests(server, headers, connections);
  cutStalledReaders(server, stalledAfterMs, connections);
  return { server, connections };
}

const listenErrors: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else is listening there; stop it, or choose another PORT',
  EACCES: 'this user may not listen there; choose a PORT above 1023',
  EADDRNOTAVAIL: 'this machine does not have that address; check HOST',
  ENOTFOUND: 'that host name has no address; check HOST',
};

/** Listens, and gives the address to open in a browser, or a sentence on why it cannot. */
export function listen(
  server: Server,
  host: string,
  port: number,
): Promise<Result<string, string>> {
  return new Promise((resolve) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const why = listenErrors[error.code ?? ''] ?? error.message;
      resolve(fail(`Cannot listen on ${host} port ${port}: ${why}.`));
    };
    server.once('error', refuse);
    server.listen({ host, port }, () => {
      server.off('error', refuse);
      resolve(ok(addressOf(server, host)));
    });
  });
}

/** Hosts that stand for every address of the machine, which a browser cannot open. */
const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  if (wildcards.has(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
