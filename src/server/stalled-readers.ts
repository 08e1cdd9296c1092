import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';

/** Time in ms in which a client must take something of a reply that waits to be sent. */
export const stalledReaderMs = 30_000;

/**
 * Cuts off clients that ask and then do not read: the reply would be held in memory, and the
 * connection open, for as long as they like. A request that is still being answered may be silent
 * for any time, since it waits for us and not for the client.
 */
export function cutStalledReaders(
  server: Server,
  stalledAfterMs: number,
  { openReplies }: Connections,
): void {
  // Node tells of any silence here, that of a kept connection after keepAliveTimeout included.
  server.setTimeout(stalledAfterMs, (socket: Socket) => {
    if (openReplies(socket).length > 0 && socket.writableLength === 0) return;
    socket.destroy();
  });
}
