import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A server's connections, and what is under way on them. */
export interface Connections {
  /** The replies of a connection that are not complete, in the order of their requests. */
  openReplies(socket: Socket): readonly ServerResponse[];
  /** Closes connections without a running request now, and the others when theirs are answered. */
  closeIdle(): void;
}

/**
 * Follows which replies of a server are under way on which of its connections. Node's own
 * closeIdleConnections leaves those open that never carried a request, such as the ones a browser
 * opens in advance.
 */
export function trackConnections(server: Server): Connections {
  const open = new Map<Socket, ServerResponse[]>();
  let closing = false;

  const closeIfIdle = (socket: Socket) => {
    if (closing && open.get(socket)?.length === 0) socket.destroySoon();
  };

  server.on('connection', (socket: Socket) => {
    open.set(socket, []);
    socket.once('close', () => open.delete(socket));
  });

  // Before the app's own listener: the header must be set when the app begins its reply.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (closing) response.setHeader('Connection', 'close');
    const replies = open.get(socket) ?? [];
    replies.push(response);
    response.on('close', () => {
      replies.splice(replies.indexOf(response), 1);
      closeIfIdle(socket);
    });
  });

  return {
    openReplies: (socket) => open.get(socket) ?? [],
    closeIdle() {
      closing = true;
      for (const socket of open.keys()) closeIfIdle(socket);
    },
  };
}
