import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The replies of a connection that are not complete, in the order of their requests. */
export type OpenReplies = (socket: Socket) => readonly ServerResponse[];

/** Follows which replies of a server are under way on which of its connections. */
export function trackOpenReplies(server: Server): OpenReplies {
  const open = new WeakMap<Socket, ServerResponse[]>();
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const replies = open.get(socket);
    if (replies) replies.push(response);
    else open.set(socket, [response]);
    response.once('close', () => {
      const left = open.get(socket)?.filter((reply) => reply !== response) ?? [];
      open.set(socket, left);
    });
  });
  return (socket) => open.get(socket) ?? [];
}
