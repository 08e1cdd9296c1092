import type { Server } from 'node:http';
import type { Clock } from './clock.ts';
import type { Connections } from './connections.ts';
import type { Log } from './log.ts';

/** How long, in ms, running requests may go on after the server was told to stop. */
export const stopGraceMs = 10_000;

/**
 * How long, in ms, requests are still taken once readiness has turned false: a proxy must have the
 * time to look and to send the next ones elsewhere, or they meet a door that is just being closed.
 */
export const leaveNoticeMs = 3000;

export interface StopParts {
  readonly server: Server;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly log: Log;
  /** Time in ms in which everything goes on as before; none where it is not given. */
  readonly noticeMs?: number;
  readonly graceMs?: number;
}

/**
 * Goes on for the notice, then accepts no connection any more, lets running requests finish within the grace, then cuts what is
 * left, which aborts its writing. Resolves when every connection is closed.
 */
export async function stopServer(parts: StopParts): Promise<void> {
  const { server, connections, clock, log, noticeMs = 0, graceMs = stopGraceMs } = parts;
  const done = new AbortController();
  if (noticeMs > 0) await clock.sleep(noticeMs, done.signal);
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      done.abort();
      resolve();
    });
  });
  connections.closeIdle();
  const graceIsOver = clock.sleep(graceMs, done.signal).then(
    () => true,
    () => false,
  );
  if (await graceIsOver) {
    log.warn({ graceMs }, 'requests were cut off because they did not finish in time');
    server.closeAllConnections();
  }
  await closed;
}
