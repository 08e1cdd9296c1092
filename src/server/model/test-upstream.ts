import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as the server received it. */
export interface UpstreamRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it came. */
  readonly raw: string;
  /** The body as JSON; undefined where it is none. */
  readonly body: unknown;
  /** Resolves when the connection of this request is closed, by whichever side. */
  readonly closed: Promise<void>;
}

/** What to answer a request with; everything goes over real HTTP. */
export type UpstreamScript =
  /** No answer at all; the connection stays open. */
  | { readonly type: 'silence' }
  /** The connection is cut before any answer; `hints` is the `Link` of a 103 in advance of one. */
  | { readonly type: 'reset'; readonly hints?: string }
  | {
      readonly type: 'answer';
      readonly status?: number;
      readonly hints?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** Written one after the other, each flushed on its own, for as long as somebody reads. */
      readonly chunks: Iterable<string | Uint8Array>;
      /** What follows the chunks; the answer is ended where it is not given. */
      readonly ending?: 'end' | 'silence' | 'reset';
    };

export type AnswerOptions = Omit<Extract<UpstreamScript, { type: 'answer' }>, 'type' | 'chunks'>;

export interface TestUpstream {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly origin: string;
  /** Every request so far, in order. */
  readonly requests: readonly UpstreamRequest[];
  /** The next request that comes, or the oldest that nobody has waited for. */
  nextRequest(): Promise<UpstreamRequest>;
  /** Adds answers to the queue, one for each request to come. */
  answer(...scripts: readonly UpstreamScript[]): void;
  /** What answers when the queue is empty, by the request or always alike; a 501 until then. */
  answerOthers(script: UpstreamScript | ((request: UpstreamRequest) => UpstreamScript)): void;
  /** How many connections are open. */
  connections(): Promise<number>;
  /** Cuts every connection and stops listening. */
  close(): Promise<void>;
}

/** An answer of any body. */
export function bodyScript(
  body: string | readonly (string | Uint8Array)[],
  options: AnswerOptions = {},
): UpstreamScript {
  return { type: 'answer', chunks: typeof body === 'string' ? [body] : body, ...options };
}

/** An answer of one JSON body. */
export function jsonScript(value: unknown, options: AnswerOptions = {}): UpstreamScript {
  const headers = { 'Content-Type': 'application/json', ...options.headers };
  return bodyScript(JSON.stringify(value), { ...options, headers });
}

/** An answer of server-sent events; a string is written as it stands, all else as `data:` JSON. */
export function eventsScript(
  events: readonly unknown[],
  options: AnswerOptions = {},
): UpstreamScript {
  const headers = { 'Content-Type': 'text/event-stream', ...options.headers };
  const chunks = events.map((event) =>
    typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`,
  );
  return bodyScript(chunks, { ...options, headers });
}

/** The end of a stream. */
export const doneEvent = 'data: [DONE]\n\n';

/** A chat-completions reply with `content`; `more` adds fields or replaces them. */
export function completion(content: unknown, more: object = {}, finishReason = 'stop'): object {
  return {
    id: 'gen-1',
    object: 'chat.completion',
    model: 'test/model',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
    usage: { prompt_tokens: 11, completion_tokens: 22, cost: 0.0033 },
    ...more,
  };
}

/** One chunk of a streamed reply. */
export function delta(content: unknown, finishReason: string | null = null): object {
  return {
    id: 'gen-1',
    object: 'chat.completion.chunk',
    model: 'test/model',
    choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: finishReason }],
  };
}

/** The last chunk of a streamed reply: no choice, only the usage. */
export const usageChunk: object = {
  id: 'gen-1',
  object: 'chat.completion.chunk',
  model: 'test/model',
  choices: [],
  usage: { prompt_tokens: 11, completion_tokens: 22, cost: 0.0033 },
};

/** A whole streamed reply whose text comes in `pieces`. */
export function streamScript(pieces: readonly string[], options: AnswerOptions = {}) {
  const deltas = pieces.map((piece) => delta(piece));
  return eventsScript([...deltas, delta('', 'stop'), usageChunk, doneEvent], options);
}

/** One promise for each connection, however many requests it carries. */
const closings = new WeakMap<Socket, Promise<void>>();

function closingOf(socket: Socket): Promise<void> {
  const closing =
    closings.get(socket) ??
    new Promise<void>((resolve) => {
      if (socket.destroyed) resolve();
      else socket.once('close', () => resolve());
    });
  closings.set(socket, closing);
  return closing;
}

async function readRequest(request: IncomingMessage): Promise<UpstreamRequest> {
  const closed = closingOf(request.socket);
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const raw = Buffer.concat(pieces).toString('utf8');
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    body = undefined;
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { method: request.method ?? '', path: request.url ?? '', headers, raw, body, closed };
}

/** Writes one chunk and lets it leave before the next, so that it arrives as one of its own. */
async function writeChunk(response: ServerResponse, chunk: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => response.write(chunk, () => resolve()));
  await new Promise<void>((resolve) => setTimeout(resolve, 2));
}

async function play(script: UpstreamScript, response: ServerResponse): Promise<void> {
  if (script.type === 'silence') return;
  const { hints } = script;
  if (hints) await new Promise<void>((sent) => response.writeEarlyHints({ link: hints }, sent));
  if (script.type === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(script.status ?? 200, script.headers);
  response.flushHeaders();
  for (const chunk of script.chunks) {
    if (response.destroyed) return;
    await writeChunk(response, chunk);
  }
  if (script.ending === 'reset') response.socket?.resetAndDestroy();
  else if (script.ending !== 'silence') response.end();
}

/**
 * Starts a chat-completions service on this machine that answers by script, on a free port where
 * none is given.
 */
export async function startTestUpstream(wantedPort = 0): Promise<TestUpstream> {
  const requests: UpstreamRequest[] = [];
  const unclaimed: UpstreamRequest[] = [];
  const waiting: ((request: UpstreamRequest) => void)[] = [];
  const queue: UpstreamScript[] = [];
  const nothing = bodyScript('Nothing is scripted', { status: 501 });
  let others: (request: UpstreamRequest) => UpstreamScript = () => nothing;

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(request);
    const claim = waiting.shift();
    if (claim) claim(request);
    else unclaimed.push(request);
    await play(queue.shift() ?? others(request), response);
  }

  const server = createServer((incoming, response) => {
    // A client that leaves in the middle of its request ends the connection, which is all there is.
    serve(incoming, response).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    nextRequest() {
      const request = unclaimed.shift();
      return request ? Promise.resolve(request) : new Promise((resolve) => waiting.push(resolve));
    },
    answer: (...scripts) => void queue.push(...scripts),
    answerOthers(script) {
      others = typeof script === 'function' ? script : () => script;
    },
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
