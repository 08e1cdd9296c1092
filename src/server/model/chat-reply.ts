import { errorBodyLimitBytes } from './error-reply.ts';
import {
  ApiRequestError,
  ContentRefusedError,
  NoContentError,
  UnreadableReplyError,
} from './errors.ts';
import type { BodyReader } from './exchange.ts';

/** What a call cost, as far as the service says so. */
export interface ChatUsage {
  readonly promptTokens?: number | undefined;
  readonly completionTokens?: number | undefined;
  /** In the service's own unit; US dollars at OpenRouter. */
  readonly cost?: number | undefined;
}

/** What one reply took. */
export interface ReplyTook {
  /** From when the call was sent. */
  readonly ms: number;
  readonly model: string;
  readonly usage?: ChatUsage | undefined;
}

/** A whole reply with text in it. */
export interface ChatReply {
  readonly content: string;
  /** `length` means that the text was cut off; null where the service does not say. */
  readonly finishReason: string | null;
  readonly usage?: ChatUsage;
  /** The model that answered, which may be a fallback. */
  readonly model?: string;
}

/** The value at a path of keys and indexes; undefined wherever the path leads nowhere. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Readonly<Record<string | number, unknown>>)[key];
  }
  return here;
}

/** Content as text: a string, or the text parts of a list joined; '' for anything else. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => (at(part, 'type') === 'text' ? at(part, 'text') : ''))
    .filter((text) => typeof text === 'string')
    .join('');
}

/** An error's own code where it is a number, as it travels in `error.code`. */
function codeOf(error: unknown): number | undefined {
  const code = Number(at(error, 'code') ?? Number.NaN);
  return Number.isInteger(code) && code > 0 ? code : undefined;
}

/** An error as text: its JSON, but for one that is nested too deeply to be written out again. */
function textOfError(reported: unknown): string {
  if (typeof reported === 'string') return reported;
  try {
    return JSON.stringify(reported);
  } catch {
    return 'an error that is nested too deeply to be shown';
  }
}

/**
 * Throws ApiRequestError when a reply or a chunk of one carries an error: at the top, possibly
 * wrapped in an array as Google does, or in its first choice. `status` is the HTTP status, used
 * where the error has no numeric code of its own.
 */
export function throwReportedError(reply: unknown, status: number): void {
  const choice = at(reply, 'choices', 0);
  const reported =
    at(reply, 'error') ||
    at(reply, 0, 'error') ||
    at(choice, 'error') ||
    (at(choice, 'finish_reason') === 'error' && choice);
  if (!reported) return;
  throw new ApiRequestError({
    status: codeOf(reported) ?? status,
    body: textOfError(reported).slice(0, errorBodyLimitBytes),
  });
}

function numberAt(value: unknown, key: string): number | undefined {
  const number = at(value, key);
  return typeof number === 'number' ? number : undefined;
}

/** The `usage` of a reply or chunk; undefined where it has none. */
export function usageOf(reply: unknown): ChatUsage | undefined {
  const usage = at(reply, 'usage');
  if (typeof usage !== 'object' || usage === null) return undefined;
  return {
    promptTokens: numberAt(usage, 'prompt_tokens'),
    completionTokens: numberAt(usage, 'completion_tokens'),
    cost: numberAt(usage, 'cost'),
  };
}

/** What a reply consists of, however it came. */
export interface ReplyParts {
  readonly content: string;
  readonly finishReason: unknown;
  readonly usage: ChatUsage | undefined;
  readonly model: unknown;
}

/** A reply from its parts; throws ContentRefusedError, and NoContentError where no text came. */
export function replyOf({ content, finishReason, usage, model }: ReplyParts): ChatReply {
  if (finishReason === 'content_filter') throw new ContentRefusedError();
  if (content.trim() === '') throw new NoContentError();
  return {
    content,
    finishReason: typeof finishReason === 'string' ? finishReason : null,
    ...(usage && { usage }),
    ...(typeof model === 'string' && { model }),
  };
}

/**
 * Reads a reply that came in one piece; blank lines may stand before the JSON. Throws
 * UnreadableReplyError, ApiRequestError, ContentRefusedError, or NoContentError when nothing stands
 * at choices[0].message.content (specification, sections 7 and 8).
 */
function readChatReply(text: string, status: number): ChatReply {
  if (text.trim() === '') throw new NoContentError();
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch (error) {
    throw new UnreadableReplyError(error);
  }
  throwReportedError(reply, status);
  const choice = at(reply, 'choices', 0);
  return replyOf({
    content: textOfContent(at(choice, 'message', 'content')),
    finishReason: at(choice, 'finish_reason'),
    usage: usageOf(reply),
    model: at(reply, 'model'),
  });
}

export interface ReplyReaderOptions {
  readonly status: number;
  /** Told the text, in one piece. */
  readonly onText?: ((text: string) => void) | undefined;
}

/** Decodes texts that are whole, and drops a leading byte order mark; one for all of them. */
const utf8 = new TextDecoder();

/** Reads a reply that comes in one piece; throws what readChatReply does. */
export function createReplyReader({ status, onText }: ReplyReaderOptions): BodyReader<ChatReply> {
  const pieces: Uint8Array[] = [];
  return {
    add: (bytes) => pieces.push(bytes),
    end(lost) {
      if (lost) throw lost;
      const reply = readChatReply(utf8.decode(Buffer.concat(pieces)), status);
      onText?.(reply.content);
      return reply;
    },
  };
}
