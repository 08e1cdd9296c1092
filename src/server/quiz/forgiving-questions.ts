import type { TopicId } from '../../domain/topics.ts';
import type { Log } from '../log.ts';
import type { RecentQuestions } from './recent-questions.ts';

/** Recent questions that never reject: a quiz is worth more than the memory of the last one. */
export interface ForgivingQuestions {
  /** The topic's recent questions; none where they cannot be read. */
  recent(topic: TopicId, log: Log): Promise<readonly string[]>;
  remember(topic: TopicId, texts: readonly string[], log: Log): Promise<void>;
}

/** `questions` whose failures each end in one line of the log. */
export function forgiving(questions: RecentQuestions): ForgivingQuestions {
  return {
    async recent(topic, log) {
      try {
        return await questions.recent(topic);
      } catch (err) {
        log.warn({ err, topic }, 'The recent questions cannot be read');
        return [];
      }
    },
    async remember(topic, texts, log) {
      try {
        await questions.remember(topic, texts);
      } catch (err) {
        log.warn({ err, topic }, 'The recent questions cannot be kept');
      }
    },
  };
}
