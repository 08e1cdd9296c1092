import type { Server, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestAppParts, testApp } from './http/test-app.ts';
import { createLog } from './log.ts';
import { createServer, listen, type ServerParts } from './node-server.ts';

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** The log lines so far, as text. */
  readonly lines: readonly string[];
  readonly close: () => void;
}

export interface TestServerParts extends TestAppParts, Partial<Omit<ServerParts, 'log'>> {
  readonly limits?: ServerOptions;
}

/** For tests: the app behind a server that listens on a free port, with all that guards it. */
export async function startTestServer(parts: TestServerParts = {}): Promise<TestServer> {
  const { limits, stalledAfterMs, ...appParts } = parts;
  const { app, headers, lines } = testApp(appParts);
  const destination = { write: (line: string) => void (lines as string[]).push(line) };
  const { server } = createServer(app, {
    log: createLog({ level: 'trace', secrets: [], destination }),
    headers,
    ...(limits && { limits }),
    ...(stalledAfterMs !== undefined && { stalledAfterMs }),
  });
  const address = await listen(server, '127.0.0.1', 0);
  if (!address.ok) throw new Error(address.error);
  const close = () => server.close().closeAllConnections();
  const { port } = server.address() as AddressInfo;
  return { url: address.value, port, server, lines, close };
}
