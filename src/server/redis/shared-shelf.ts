import { parseQuiz } from '../../domain/api.ts';
import type { Quiz } from '../../domain/quiz.ts';
import type { TopicId } from '../../domain/topics.ts';
import type { Log } from '../log.ts';
import { longestOnShelfMs, type Shelf, type ShelfParts } from '../quiz/shelf.ts';
import { RedisAwayError } from './errors.ts';
import type { RedisLink } from './redis-link.ts';

/** Quizzes stand in a sorted set, by the time at which they were put there in ms. */
const putScript = `
redis.call('zadd', KEYS[1], ARGV[1], ARGV[2])
redis.call('zremrangebyrank', KEYS[1], 0, -1 - ARGV[3])
return redis.call('pexpire', KEYS[1], ARGV[4])
`;

const takeScript = `
redis.call('zremrangebyscore', KEYS[1], '-inf', '(' .. ARGV[1])
return redis.call('zpopmin', KEYS[1])[1]
`;

export interface SharedShelfParts extends ShelfParts {
  readonly link: RedisLink;
  /** Holds what is written while Redis is away. */
  readonly standIn: Shelf;
  readonly log: Log;
}

function readQuiz(topic: TopicId, text: string): Quiz | undefined {
  try {
    const quiz = parseQuiz(JSON.parse(text));
    return quiz.ok && quiz.value.topic === topic ? quiz.value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * One shelf for all instances: a quiz is taken away in one atomic step, so it is served once. A quiz
 * of which it is not known whether Redis took it is given up rather than served twice; one that is
 * put while Redis is known to be away stands on the stand-in, which is emptied first. What cannot be
 * read as a quiz of the topic is dropped. None of the calls rejects.
 */
export function createSharedShelf(parts: SharedShelfParts): Shelf {
  const { link, standIn, size, clock, log } = parts;
  const keyOf = (topic: TopicId) => `shelf:${topic}`;
  const oldestPutAt = () => clock.now() - longestOnShelfMs;

  async function takeShared(topic: TopicId): Promise<Quiz | undefined> {
    for (;;) {
      const text = await link.run((redis) =>
        redis.eval(takeScript, 1, keyOf(topic), oldestPutAt()),
      );
      if (typeof text !== 'string') return undefined;
      const quiz = readQuiz(topic, text);
      if (quiz) return quiz;
      log.warn({ topic }, 'What stood on the shared shelf is no quiz; it is dropped');
    }
  }

  return {
    async take(topic) {
      const left = await standIn.take(topic);
      return left ?? (await takeShared(topic).catch(() => undefined));
    },

    async put(topic, quiz) {
      const values = [clock.now(), JSON.stringify(quiz), size, longestOnShelfMs];
      try {
        await link.run((redis) => redis.eval(putScript, 1, keyOf(topic), ...values));
      } catch (error) {
        if (error instanceof RedisAwayError) await standIn.put(topic, quiz);
      }
    },

    async size(topic) {
      const shared = link
        .run((redis) => redis.zcount(keyOf(topic), oldestPutAt(), '+inf'))
        .catch(() => 0);
      return (await standIn.size(topic)) + (await shared);
    },
  };
}
