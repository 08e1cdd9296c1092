import type { Server, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { fail, ok, type Result } from '../domain/result.ts';
import type { AppEnv } from './http/call.ts';

/**
 * How long, in ms, a client may take. The first two bound what it sends, never how long a reply is
 * being written. A connection is kept for longer than the usual minute of a proxy in front, which
 * would otherwise send a request into a connection that is just being closed.
 */
export const serverLimits = {
  headersTimeout: 5000,
  requestTimeout: 8000,
  connectionsCheckingInterval: 500,
  keepAliveTimeout: 65_000,
} as const satisfies ServerOptions;

/** An HTTP server for the app that does not listen yet. */
export function createServer(app: Hono<AppEnv>, limits: ServerOptions = serverLimits): Server {
  return createAdaptorServer({ fetch: app.fetch, serverOptions: limits }) as Server;
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
