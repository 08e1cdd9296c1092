import type { TopicId } from '../../domain/topics.ts';
import { CallRefusedError } from '../limits/errors.ts';
import type { Log } from '../log.ts';
import type { Shelf } from '../quiz/shelf.ts';
import { GenerationFailedError, type QuizWriter } from './quiz-writer.ts';

/** The server is stopping, so the quiz that was being prepared is given up. */
export class RefillStoppedError extends Error {
  override readonly name = 'RefillStoppedError';

  constructor() {
    super('The server is stopping');
  }
}

export interface ShelvedWriter extends QuizWriter {
  /** Aborts what is being prepared and prepares no more; resolves when nothing is under way. */
  stop(): Promise<void>;
}

export interface ShelvedWriterParts {
  readonly writer: QuizWriter;
  readonly shelf: Shelf;
  /** `SHELF_SIZE`: quizzes to keep ready per topic; 0 turns the shelf off. */
  readonly size: number;
  readonly log: Log;
}

/** The preparing of one topic's quizzes. */
interface Refill {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/**
 * A writer that serves a quiz from the shelf where one is ready and, once a topic was served,
 * prepares its next quizzes in the background, one at a time (design, section 5). A preparation
 * that fails or is refused leaves one line in the log, and is tried again when the topic is next
 * served.
 */
export function createShelvedWriter(parts: ShelvedWriterParts): ShelvedWriter {
  const { writer, shelf, size, log } = parts;
  const refills = new Map<TopicId, Refill>();
  /** The topics served since their refill last began to count what is on the shelf. */
  const served = new Set<TopicId>();
  let isStopped = false;

  /** Writes `size` quizzes at most, even where the shelf does not hold what it is given. */
  async function fill(topic: TopicId, signal: AbortSignal): Promise<void> {
    const own = log.child({ refill: topic, topic });
    const options = { signal, log: own, priority: 'background' } as const;
    for (let written = 0; written < size && (await shelf.size(topic)) < size; written += 1) {
      signal.throwIfAborted();
      await shelf.put(topic, await writer.writeQuiz(topic, options));
    }
  }

  function tellWhy(topic: TopicId, err: unknown): void {
    if (isStopped) {
      log.info({ refill: topic }, 'The next quiz is not prepared: the server is stopping');
    } else if (err instanceof CallRefusedError || err instanceof GenerationFailedError) {
      log.warn({ refill: topic, reason: err.message }, 'The next quiz is not prepared');
    } else {
      log.error({ refill: topic, err }, 'The next quiz is not prepared');
    }
  }

  async function refill(topic: TopicId, signal: AbortSignal): Promise<void> {
    try {
      while (served.delete(topic)) await fill(topic, signal);
    } catch (error) {
      tellWhy(topic, error);
    } finally {
      refills.delete(topic);
    }
  }

  function noteServed(topic: TopicId): void {
    if (size === 0 || isStopped) return;
    served.add(topic);
    if (refills.has(topic)) return;
    const controller = new AbortController();
    // Nobody waits for a refill, so not even a log that breaks may make it reject.
    const ended = refill(topic, controller.signal).catch(() => undefined);
    refills.set(topic, { controller, ended });
  }

  return {
    async writeQuiz(topic, options) {
      options.signal.throwIfAborted();
      const ready = size > 0 ? await shelf.take(topic) : undefined;
      const quiz = ready ?? (await writer.writeQuiz(topic, options));
      noteServed(topic);
      return quiz;
    },

    writeFeedback: (result, options) => writer.writeFeedback(result, options),

    async stop() {
      isStopped = true;
      const underWay = [...refills.values()];
      for (const { controller } of underWay) controller.abort(new RefillStoppedError());
      await Promise.all(underWay.map(({ ended }) => ended));
    },
  };
}
