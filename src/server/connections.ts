import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Connections {
  /** Closes connections without a running request now, and the others when theirs are answered. */
  closeIdle(): void;
}

/**
 * Follows which of a server's connections have a request running. Node's own closeIdleConnections
 * leaves those open that never carried a request, such as the ones a browser opens in advance.
 */
export function trackConnections(server: Server): Connections {
  const running = new Map<Socket, number>();
  let closing = false;

  const closeIfIdle = (socket: Socket) => {
    if (closing && running.get(socket) === 0) socket.destroySoon();
  };

  server.on('connection', (socket: Socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  });

  // Before the app's own listener: the header must be set when the app begins its reply.
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    running.set(socket, (running.get(socket) ?? 0) + 1);
    if (closing) response.setHeader('Connection', 'close');
    response.once('close', () => {
      const count = running.get(socket);
      if (count !== undefined) running.set(socket, count - 1);
      closeIfIdle(socket);
    });
  });

  return {
    closeIdle() {
      closing = true;
      for (const socket of running.keys()) closeIfIdle(socket);
    },
  };
}
