import type { Quiz } from '../../domain/quiz.ts';
import type { TopicId } from '../../domain/topics.ts';
import type { Clock } from '../clock.ts';

/** Quizzes that were written before anybody asked (design, section 5). None of its calls rejects. */
export interface Shelf {
  /** Takes the topic's oldest quiz away, whoever else asks at the same time; none is undefined. */
  take(topic: TopicId): Promise<Quiz | undefined>;
  /** Puts a quiz on the shelf; beyond its size the oldest falls off. */
  put(topic: TopicId, quiz: Quiz): Promise<void>;
  /** How many quizzes of the topic can be taken. */
  size(topic: TopicId): Promise<number>;
}

/** How long, in ms, a quiz may stand on the shelf: a day (design, section 5). */
export const longestOnShelfMs = 24 * 60 * 60 * 1000;

interface ShelvedQuiz {
  readonly quiz: Quiz;
  readonly putAt: number;
}

export interface ShelfParts {
  /** `SHELF_SIZE`: quizzes kept per topic; 0 keeps none. */
  readonly size: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** A shelf in this process's memory, lost when it stops. */
export function createMemoryShelf({ size, clock }: ShelfParts): Shelf {
  const shelves = new Map<TopicId, readonly ShelvedQuiz[]>();

  function freshOf(topic: TopicId): readonly ShelvedQuiz[] {
    const now = clock.now();
    return (shelves.get(topic) ?? []).filter(({ putAt }) => now - putAt <= longestOnShelfMs);
  }

  return {
    async take(topic) {
      const [oldest, ...others] = freshOf(topic);
      shelves.set(topic, others);
      return oldest?.quiz;
    },
    async put(topic, quiz) {
      const all = [...freshOf(topic), { quiz, putAt: clock.now() }];
      shelves.set(topic, all.slice(Math.max(0, all.length - size)));
    },
    async size(topic) {
      return freshOf(topic).length;
    },
  };
}
