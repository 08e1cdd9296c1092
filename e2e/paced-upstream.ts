import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delta, doneEvent } from '../src/server/model/test-upstream.ts';

/** One call to the service, answered step by step by the test. */
export interface PacedCall {
  /** Sends a piece of the text, once it has left. */
  write(text: string): Promise<void>;
  /** Ends the reply as a service does whose text is whole. */
  finish(): void;
  /** Cuts the connection in the middle. */
  reset(): void;
  /** Sends an error in the stream, and ends it. */
  fail(message: string): void;
  /** When the connection was closed, by performance.now(). */
  readonly closedAt: Promise<number>;
}

/** A chat-completions service that streams, at the pace of the test. */
export interface PacedUpstream {
  readonly origin: string;
  /** The next call that comes, or the oldest that nobody has waited for. */
  nextCall(): Promise<PacedCall>;
  close(): Promise<void>;
}

function send(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => response.write(text, () => resolve()));
}

function callOn(response: ServerResponse, closedAt: Promise<number>): PacedCall {
  const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
  return {
    write: (text) => send(response, data(delta(text))),
    finish: () => void response.end(data(delta('', 'stop')) + doneEvent),
    reset: () => void response.socket?.resetAndDestroy(),
    fail: (message) => void response.end(data({ error: { code: 502, message } })),
    closedAt,
  };
}

/** Starts the service on a free port of this machine. */
export async function startPacedUpstream(): Promise<PacedUpstream> {
  const unclaimed: PacedCall[] = [];
  const waiting: ((call: PacedCall) => void)[] = [];

  const server = createServer((request, response) => {
    const closedAt = new Promise<number>((resolve) => {
      response.once('close', () => resolve(performance.now()));
    });
    request.resume().once('end', () => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.flushHeaders();
      const call = callOn(response, closedAt);
      const claim = waiting.shift();
      if (claim) claim(call);
      else unclaimed.push(call);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    nextCall() {
      const call = unclaimed.shift();
      return call ? Promise.resolve(call) : new Promise((resolve) => waiting.push(resolve));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
