import { createParser } from 'eventsource-parser';
import {
  at,
  type ChatReply,
  type ChatUsage,
  replyOf,
  textOfContent,
  throwReportedError,
  usageOf,
} from './chat-reply.ts';
import { ConnectionLostError, UnreadableReplyError } from './errors.ts';
import type { BodyReader } from './exchange.ts';

export interface StreamOptions {
  /** The HTTP status, for an error in the stream that has no code of its own. */
  readonly status: number;
  /** Told each piece of the text as it comes. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Told the whole reply at `[DONE]`, before the service has closed the stream. */
  readonly onDone: (reply: ChatReply) => void;
}

/** `data` as JSON, or undefined. */
function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/** Gathers the chunks of a streamed reply. */
function createGatherer(status: number, onText: (text: string) => void) {
  let content = '';
  let finishReason: unknown = null;
  let usage: ChatUsage | undefined;
  let model: unknown;
  return {
    add(chunk: unknown): void {
      throwReportedError(chunk, status);
      const choice = at(chunk, 'choices', 0);
      finishReason = at(choice, 'finish_reason') ?? finishReason;
      usage = usageOf(chunk) ?? usage;
      model = at(chunk, 'model') ?? model;
      const text = textOfContent(at(choice, 'delta', 'content'));
      if (text === '') return;
      content += text;
      onText(text);
    },
    isFinished: () => finishReason !== null,
    reply: () => replyOf({ content, finishReason, usage, model }),
  };
}

/**
 * Reads a reply that comes as server-sent events; comments are passed over, and the last chunk may
 * carry the usage and no choice. After `[DONE]` the rest is read and dropped, so that the
 * connection can serve the next call. Throws ApiRequestError for an error in the stream,
 * UnreadableReplyError for an event that is no JSON, ConnectionLostError for an end with neither
 * `[DONE]` nor a finish reason, and what `replyOf` throws.
 */
export function createStreamReader({
  status,
  onText = () => undefined,
  onDone,
}: StreamOptions): BodyReader<ChatReply> {
  const gatherer = createGatherer(status, onText);
  const decoder = new TextDecoder();
  let reply: ChatReply | undefined;
  let hasEnded = false;
  const parser = createParser({
    onEvent({ data }) {
      if (reply || data === '') return;
      if (data.trim() === '[DONE]') {
        reply = gatherer.reply();
        onDone(reply);
        return;
      }
      const chunk = parsed(data);
      if (chunk !== undefined) gatherer.add(chunk);
      else if (!hasEnded) throw new UnreadableReplyError();
    },
  });
  return {
    add: (bytes) => parser.feed(decoder.decode(bytes, { stream: true })),
    end(lost) {
      // The last event may lack its blank line; half an event is no event.
      hasEnded = true;
      if (!lost) parser.feed(`${decoder.decode()}\n\n`);
      if (reply) return reply;
      // Nothing is missing of a text whose end was announced.
      if (gatherer.isFinished()) return gatherer.reply();
      throw lost ?? new ConnectionLostError('no [DONE] and no finish reason');
    },
  };
}
