import { validateHeaderValue } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import type { AbortSignalLike } from '../abort-signal.ts';
import type { Clock } from '../clock.ts';
import type { Priority } from '../limits/priority.ts';
import type { Log } from '../log.ts';
import { withinBound } from './attempt-bound.ts';
import { type ChatReply, createReplyReader } from './chat-reply.ts';
import type { ChatRequest } from './chat-request.ts';
import { createStreamReader } from './chat-stream.ts';
import { createErrorReader } from './error-reply.ts';
import { type BodyReader, exchange, type ReplyHeaders } from './exchange.ts';
import { readRetryAfter } from './retry-after.ts';
import type { ModelSettings } from './settings.ts';

export interface CompleteOptions {
  /** Aborts the call at once; the promise then rejects with its reason. */
  readonly signal: AbortSignalLike;
  readonly log: Log;
  /** Asks for a stream and is told each piece of the text; a reply in one piece is one piece. */
  readonly onText?: (text: string) => void;
  /** Who waits for the reply, for the guards in front of the client; a visitor where not given. */
  readonly priority?: Priority | undefined;
  /** More headers for this one call: those of the caller's trace, where it has one. */
  readonly traceHeaders?: (() => Readonly<Record<string, string>>) | undefined;
}

/** A client of one chat-completions service. */
export interface ChatClient {
  /**
   * Makes one attempt, bounded by the settings' `timeoutMs`. Rejects with a ModelCallError when the
   * service, the network or the reply fails, and with the signal's reason when it aborts. `onStart`
   * is told when the call has passed the guards in front of the client and is about to be sent.
   */
  complete(
    request: ChatRequest,
    options: CompleteOptions,
    onStart?: () => void,
  ): Promise<ChatReply>;
  /** Lets running calls end, then closes the connections. */
  close(): Promise<void>;
}

export interface ChatClientParts {
  readonly settings: Pick<
    ModelSettings,
    'baseUrl' | 'apiKey' | 'appUrl' | 'appTitle' | 'timeoutMs'
  >;
  /** Carries the calls in place of an own pool; who hands it over closes it. */
  readonly dispatcher?: Dispatcher;
  readonly clock: Clock;
}

/** The headers of every call (specification, section 7); a TypeError names one that HTTP forbids. */
function headersOf({ apiKey, appUrl, appTitle }: ChatClientParts['settings']) {
  const headers: Readonly<Record<string, string>> = {
    'Content-Type': 'application/json',
    ...(apiKey && { Authorization: `Bearer ${apiKey}`, 'X-API-Key': apiKey }),
    'HTTP-Referer': appUrl,
    'X-Title': appTitle,
    'X-OpenRouter-Title': appTitle,
  };
  for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
  return headers;
}

/**
 * A client that keeps its connections to the service of `settings` alive. Throws a TypeError when
 * the base URL is none or when a key or title cannot stand in a header.
 */
export function createChatClient({ settings, dispatcher, clock }: ChatClientParts): ChatClient {
  const { origin, pathname, search } = new URL(settings.baseUrl);
  const path = `${pathname.replace(/\/+$/, '')}/chat/completions${search}`;
  const headers = headersOf(settings);
  const wholeHeaders = { ...headers, Accept: 'application/json' };
  const streamHeaders = { ...headers, Accept: 'text/event-stream' };
  const pool = dispatcher ?? new Pool(origin, { connectTimeout: settings.timeoutMs });

  function readerOf(
    status: number,
    replyHeaders: ReplyHeaders,
    { log, onText }: CompleteOptions,
    onDone: (reply: ChatReply) => void,
  ): BodyReader<ChatReply> {
    const type = String(replyHeaders['content-type'] ?? '');
    log.debug({ status, type }, 'The model service answers');
    if (status < 200 || status > 299) {
      const retryAfterMs = readRetryAfter(replyHeaders['retry-after'], clock.now());
      return createErrorReader({ status, retryAfterMs });
    }
    return /^\s*text\/event-stream\b/i.test(type)
      ? createStreamReader({ status, onText, onDone })
      : createReplyReader({ status, onText });
  }

  function call(
    request: ChatRequest,
    options: CompleteOptions,
    signal: AbortSignalLike,
    onDone: (reply: ChatReply) => void,
  ): Promise<ChatReply> {
    const { onText, traceHeaders } = options;
    const fixed = onText ? streamHeaders : wholeHeaders;
    return exchange(
      pool,
      {
        origin,
        path,
        method: 'POST',
        headers: traceHeaders ? { ...fixed, ...traceHeaders() } : fixed,
        body: JSON.stringify(onText ? { ...request, stream: true } : request),
        // One bound holds for the whole attempt.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        signal,
        readerOf: (status, replyHeaders) => readerOf(status, replyHeaders, options, onDone),
      },
    );
  }

  return {
    complete(request, options, onStart) {
      onStart?.();
      const bound = { clock, timeoutMs: settings.timeoutMs, signal: options.signal };
      // A stream is answered at its [DONE]; its connection is bounded until the service closes it.
      return withinBound(bound, (signal, answer) => call(request, options, signal, answer));
    },
    async close() {
      if (!dispatcher) await pool.close();
    },
  };
}
