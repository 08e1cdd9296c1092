import type { TopicId } from '../../domain/topics.ts';
import {
  type RecentQuestions,
  recentPerTopic,
  shortened,
  withRemembered,
} from '../quiz/recent-questions.ts';
import type { RedisLink } from './redis-link.ts';

/** Two instances may add the same question; twice the bound leaves enough that differ. */
const keptPerTopic = 2 * recentPerTopic;

/** How long, in ms, a topic's questions are avoided after the last of them was asked: a week. */
export const recentKeptMs = 7 * 24 * 60 * 60 * 1000;

const script = `
redis.call('rpush', KEYS[1], unpack(ARGV, 3))
redis.call('ltrim', KEYS[1], -ARGV[1], -1)
return redis.call('pexpire', KEYS[1], ARGV[2])
`;

export interface SharedRecentQuestionsParts {
  readonly link: RedisLink;
  /** Remembers what this instance asked, for the time when Redis is away. */
  readonly standIn: RecentQuestions;
}

/**
 * What all instances asked lately, or this one alone while Redis is away; what is asked meanwhile
 * is not told to the others. Neither call rejects because of Redis.
 */
export function createSharedRecentQuestions(parts: SharedRecentQuestionsParts): RecentQuestions {
  const { link, standIn } = parts;
  const keyOf = (topic: TopicId) => `recent:${topic}`;
  return {
    async recent(topic) {
      try {
        const texts = await link.run((redis) => redis.lrange(keyOf(topic), 0, -1));
        return withRemembered([], texts);
      } catch {
        return standIn.recent(topic);
      }
    },

    async remember(topic, texts) {
      // More than are kept would not help, and a script takes only so many values.
      const lines = texts.slice(-keptPerTopic).map(shortened);
      if (lines.length === 0) return;
      await standIn.remember(topic, lines);
      const values = [keptPerTopic, recentKeptMs, ...lines];
      await link
        .run((redis) => redis.eval(script, 1, keyOf(topic), ...values))
        .catch(() => undefined);
    },
  };
}
