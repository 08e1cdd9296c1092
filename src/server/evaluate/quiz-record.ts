import type { TopicId } from '../../domain/topics.ts';
import type { AttemptObserved } from '../quiz/attempt-observation.ts';

/** One quiz that was asked for, and what came of it. */
export interface QuizRecord {
  readonly topic: TopicId;
  /** In order; one to three of them. */
  readonly attempts: readonly AttemptObserved[];
  /** The attempt that a visitor would have been given; none where the quiz failed. */
  readonly served?: AttemptObserved;
  /** Why the last attempt failed, where none gave a quiz; it may quote the service. */
  readonly failure?: string;
}

/** What became of a quiz: whether a visitor would have had one, and whether it had flaws. */
export function outcomeOf({ served }: QuizRecord): 'accepted' | 'flawed' | 'failed' {
  if (!served) return 'failed';
  return served.flaws.length === 0 ? 'accepted' : 'flawed';
}
