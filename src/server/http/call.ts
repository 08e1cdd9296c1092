import type { FeedbackSource } from '../../domain/quiz.ts';
import type { TopicId } from '../../domain/topics.ts';
import type { AbortSignalLike } from '../abort-signal.ts';
import type { LimitName } from '../limits/limit-name.ts';
import type { Log } from '../log.ts';
import type { ChatUsage } from '../model/chat-reply.ts';
import type { WriteOptions } from '../writers/quiz-writer.ts';
import type { Trace } from './trace-context.ts';

/** What is known of a request while it is answered; its log line is made of it. */
export interface Call {
  readonly id: string;
  readonly trace: Trace;
  /** The server's own log. */
  readonly log: Log;
  /** Its child that names the request; made when it is first wanted (logOf). */
  ownLog?: Log;
  /** What every reply to the request carries. */
  readonly headers: Record<string, string>;
  topic?: TopicId;
  source?: FeedbackSource;
  /** `served`, the code of a problem, or `visitor-gone`. */
  outcome?: string;
  /** The limit by which the request was refused. */
  limit?: LimitName;
  /** How many replies of the model it has had so far, and how long in ms they took together. */
  calls?: number;
  callMs?: number;
  /** The model of the last one. */
  model?: string;
  /** What all of them took, as far as the service says so. */
  usage?: ChatUsage;
  /** What went wrong, for the log only. */
  error?: unknown;
  /** The status to log where it is not the reply's own, such as a stream's that ended in a problem. */
  status?: number;
  /** Settles when a reply that is still being written is complete. */
  streamed?: Promise<void>;
}

/** The environment of every handler: `c.get('call')` is the request's Call. */
export interface AppEnv {
  Variables: { call: Call };
}

function sumOf(one: ChatUsage, other: ChatUsage): ChatUsage {
  const sum: { -readonly [K in keyof ChatUsage]: ChatUsage[K] } = { ...one };
  for (const key of ['promptTokens', 'completionTokens', 'cost'] as const) {
    const amount = other[key];
    if (amount !== undefined) sum[key] = (sum[key] ?? 0) + amount;
  }
  return sum;
}

/**
 * The log of a request, whose lines name it. It is a child of the server's own, never one of a
 * child: pino makes each the prototype of the next, and to V8 a prototype of its own makes an object
 * of a kind of its own, which costs more than the line.
 */
export function logOf(call: Call): Log {
  const { log, id, trace, topic } = call;
  call.ownLog ??= log.child({ id, trace_id: trace.id, topic });
  return call.ownLog;
}

/** What a request, whose topic is known, hands to the writing that it asks for. */
export function writeOptions(call: Call, signal: AbortSignalLike): WriteOptions {
  return {
    signal,
    log: logOf(call),
    traceHeaders: call.trace.headers,
    onReply({ ms, model, usage }) {
      call.calls = (call.calls ?? 0) + 1;
      call.callMs = (call.callMs ?? 0) + ms;
      call.model = model;
      if (usage) call.usage = call.usage ? sumOf(call.usage, usage) : usage;
    },
  };
}
