import type { FeedbackSource } from '../../domain/quiz.ts';
import type { TopicId } from '../../domain/topics.ts';
import type { Log } from '../log.ts';

/** What is known of a request while it is answered; its log line is made of it. */
export interface Call {
  readonly log: Log;
  topic?: TopicId;
  source?: FeedbackSource;
  /** `served`, the code of a problem, or `visitor-gone`. */
  outcome?: string;
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
