import type { Feedback, Quiz, QuizProgress, QuizResult } from '../../domain/quiz.ts';
import type { TopicId } from '../../domain/topics.ts';
import type { AbortSignalLike } from '../abort-signal.ts';
import type { Priority } from '../limits/priority.ts';
import type { Log } from '../log.ts';
import type { ReplyTook } from '../model/chat-reply.ts';

/** What a request hands to the writing that it asked for. */
export interface WriteOptions {
  /** Aborts when the visitor has gone away; the writer then rejects with its reason. */
  readonly signal: AbortSignalLike;
  /** A log whose every line tells the request and the topic, or the refill. */
  readonly log: Log;
  /** Who waits for what is written; a visitor where it is not given. */
  readonly priority?: Priority | undefined;
  /** The headers that put one call to the model into the caller's trace; none where not given. */
  readonly traceHeaders?: (() => Readonly<Record<string, string>>) | undefined;
  /** Told of each reply of the model. */
  readonly onReply?: ((reply: ReplyTook) => void) | undefined;
}

export interface WriteQuizOptions extends WriteOptions {
  /** Told whenever another question is complete and when an attempt starts over. */
  readonly onProgress?: (progress: QuizProgress) => void;
}

/** Where questions and feedback come from (design, section 2): a model, or the samples. */
export interface QuizWriter {
  /**
   * Rejects with GenerationFailedError when no attempt gave a quiz, and with a CallRefusedError when
   * the service's own limits allowed none.
   */
  writeQuiz(topic: TopicId, options: WriteQuizOptions): Promise<Quiz>;
  /** Falls back to the sentence of section 8 rather than fail; rejects only when aborted. */
  writeFeedback(result: QuizResult, options: WriteOptions): Promise<Feedback>;
}

/** Every attempt at a quiz has failed (specification, section 8); `cause` is the last failure. */
export class GenerationFailedError extends Error {
  override readonly name = 'GenerationFailedError';

  constructor(attempts: number, cause: unknown) {
    super(`No quiz after ${attempts} attempts`, { cause });
  }
}
