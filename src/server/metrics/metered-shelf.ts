import type { Shelf } from '../quiz/shelf.ts';
import type { Metrics } from './metrics.ts';

/** A shelf that tells of each look for a quiz, and whose size can be read. */
export function createMeteredShelf(
  shelf: Shelf,
  metrics: Pick<Metrics, 'shelfAsked' | 'watchShelf'>,
): Shelf {
  metrics.watchShelf((topic) => shelf.size(topic));
  return {
    async take(topic) {
      const quiz = await shelf.take(topic);
      metrics.shelfAsked(quiz !== undefined);
      return quiz;
    },
    put: (topic, quiz) => shelf.put(topic, quiz),
    size: (topic) => shelf.size(topic),
  };
}
