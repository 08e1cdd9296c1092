import type { Clock } from '../clock.ts';
import { CallRefusedError } from '../limits/errors.ts';
import type { Log } from '../log.ts';
import type { ChatClient, CompleteOptions } from './chat-client.ts';
import type { ChatReply } from './chat-reply.ts';
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
export interface ModelCall<T> extends CompleteOptions {
  readonly name: CallName;
  /** Which attempt this is, from 1. */
  readonly attempt: number;
  readonly request: ChatRequest;
  /** Makes the reply into what is asked for, or throws a ModelCallError. */
  readonly read: (reply: ChatReply) => Reading<T>;
}

export interface ModelCaller {
  /**
   * Makes one attempt and logs one line of it: outcome, ms, model, tokens, cost, and the failure's
   * own message. Rejects as the client and `read` do. A field that a 400 names is left out of every
   * later call of the same name, for as long as this caller lives; a blind check, which goes to the
   * quiz's model, does without the quiz's as well.
   */
  make<T>(call: ModelCall<T>): Promise<T>;
}

export interface ModelCallerParts {
  readonly client: Pick<ChatClient, 'complete'>;
  readonly clock: Clock;
}

/** A caller that remembers which fields its service refuses. */
export function createModelCaller({ client, clock }: ModelCallerParts): ModelCaller {
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
    async make({ name, attempt, request, read, ...options }) {
      const { signal, log } = options;
      const sent = withoutFields(request, leftOut(name));
      const startedAt = clock.now();
      let reply: ChatReply | undefined;
      const line = (outcome: string) => ({
        call: name,
        attempt,
        outcome,
        ms: clock.now() - startedAt,
        model: reply?.model ?? sent.model,
        ...reply?.usage,
      });
      try {
        reply = await client.complete(sent, options);
        const { value, details } = read(reply);
        log.info({ ...line('ok'), ...details }, 'The model has answered');
        return value;
      } catch (error) {
        if (signal.aborted) {
          log.info(line('aborted'), 'The call was given up');
        } else if (error instanceof ModelCallError) {
          const status = error instanceof ApiRequestError && { status: error.status };
          log.warn({ ...line(error.name), ...status }, error.message);
          dropRefused(error, sent, name, log);
        } else if (error instanceof CallRefusedError) {
          log.info({ ...line(error.name), retryAfterMs: error.retryAfterMs }, error.message);
        }
        throw error;
      }
    },
  };
}
