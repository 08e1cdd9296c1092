import type { Clock } from '../clock.ts';
import { CallRefusedError } from '../limits/errors.ts';
import type { Log } from '../log.ts';
import { type Metrics, noMetrics } from '../metrics/metrics.ts';
import type { ChatClient, CompleteOptions } from './chat-client.ts';
import type { ChatReply, ReplyTook } from './chat-reply.ts';
import type { ChatRequest } from './chat-request.ts';
import { ApiRequestError, ModelCallError } from './errors.ts';
import { type DroppableField, refusedFields, withoutFields } from './refused-fields.ts';

/** The two calls of section 7, and the blind check of a quiz (quiz-quality.md). */
export type CallName = 'quiz' | 'feedback' | 'blind-check';

/** What a reply was made into. */
export interface Reading<T> {
  readonly value: T;
  /** What else the attempt's line in the log says. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** One attempt at a call. */
export interface ModelCall<T> {
  readonly name: CallName;
  /** Which attempt this is, from 1. */
  readonly attempt: number;
  readonly request: ChatRequest;
  /** Makes the reply into what is asked for, or throws a ModelCallError. */
  readonly read: (reply: ChatReply) => Reading<T>;
}

export interface ModelCallOptions extends CompleteOptions {
  /** Told what the reply took, whether or not it could be read. */
  readonly onReply?: ((reply: ReplyTook) => void) | undefined;
}

export interface ModelCaller {
  /**
   * Makes one attempt and logs one line of it: outcome, ms, model, tokens, cost, and the failure's
   * own message; for a visitor a success is left to the line of the request, and to LOG_LEVEL=debug. `ms` counts from when the call was sent; `waitMs`, where there was any, is the wait
   * for a place before it. Rejects as the client and `read` do. A field that a 400 names is left out of every
   * later call of the same name, for as long as this caller lives; a blind check, which goes to the
   * quiz's model, does without the quiz's as well.
   */
  make<T>(call: ModelCall<T>, options: ModelCallOptions): Promise<T>;
}

export interface ModelCallerParts {
  readonly client: Pick<ChatClient, 'complete'>;
  readonly clock: Clock;
  /** Told of every attempt; nobody is where it is not given. */
  readonly metrics?: Pick<Metrics, 'attemptEnded' | 'limitHit'>;
}

/** A caller that remembers which fields its service refuses. */
export function createModelCaller(parts: ModelCallerParts): ModelCaller {
  const { client, clock, metrics = noMetrics } = parts;
  const refused: Readonly<Record<CallName, Set<DroppableField>>> = {
    quiz: new Set(),
    feedback: new Set(),
    'blind-check': new Set(),
  };

  // Not the other way round: a service that minds temperature 0 may well take the quiz's 0.7.
  const leftOut = (name: CallName): ReadonlySet<DroppableField> =>
    name === 'blind-check' ? new Set([...refused.quiz, ...refused[name]]) : refused[name];

  function dropRefused(error: unknown, sent: ChatRequest, name: CallName, log: Log): void {
    for (const field of refusedFields(error, sent)) {
      // Another call may have been under way with the same field.
      if (refused[name].has(field)) continue;
      refused[name].add(field);
      log.warn({ call: name, field }, 'The model service refuses a field; it is left out from now');
    }
  }

  return {
    async make({ name, attempt, request, read }, options) {
      const { signal, log, priority, onReply } = options;
      // Whoever asks for a visitor tells of what went well in the line of the request.
      const levelOfSuccess = priority === 'background' ? 'info' : 'debug';
      const sent = withoutFields(request, leftOut(name));
      const startedAt = clock.now();
      let sentAt: number | undefined;
      let reply: ChatReply | undefined;
      /** Tells what came of the attempt, and gives what its line in the log says of it. */
      const end = (outcome: string) => {
        const endedAt = clock.now();
        const waitMs = (sentAt ?? endedAt) - startedAt;
        const ms = sentAt === undefined ? undefined : endedAt - sentAt;
        const usage = reply?.usage;
        const model = reply?.model ?? sent.model;
        if (reply) onReply?.({ ms: ms ?? 0, model, usage });
        metrics.attemptEnded({ call: name, outcome, ms, usage });
        return {
          call: name,
          attempt,
          outcome,
          ms,
          waitMs: waitMs > 0 ? waitMs : undefined,
          model,
          ...usage,
        };
      };
      const onStart = () => {
        sentAt = clock.now();
      };
      try {
        reply = await client.complete(sent, options, onStart);
        const { value, details } = read(reply);
        log[levelOfSuccess](Object.assign(end('ok'), details), 'The model has answered');
        return value;
      } catch (error) {
        if (signal.aborted) {
          log.info(end('aborted'), 'The call was given up');
        } else if (error instanceof ModelCallError) {
          const status = error instanceof ApiRequestError && { status: error.status };
          log.warn({ ...end(error.name), ...status }, error.message);
          dropRefused(error, sent, name, log);
        } else if (error instanceof CallRefusedError) {
          const { limit, retryAfterMs } = error;
          metrics.limitHit(limit);
          log.info({ ...end(error.name), limit, retryAfterMs }, error.message);
        } else {
          // A bug, which whoever asked for the call logs.
          end('InternalError');
        }
        throw error;
      }
    },
  };
}
