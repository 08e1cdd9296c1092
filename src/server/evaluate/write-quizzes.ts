import type { TopicId } from '../../domain/topics.ts';
import type { Log } from '../log.ts';
import type {
  AttemptObservation,
  AttemptObserved,
  ObserveAttempt,
} from '../quiz/attempt-observation.ts';
import { GenerationFailedError, type QuizWriter } from '../writers/quiz-writer.ts';
import type { QuizRecord } from './quiz-record.ts';

export interface WriteQuizzesParts {
  readonly writerWith: (observe: ObserveAttempt) => Pick<QuizWriter, 'writeQuiz'>;
  /** Each once. */
  readonly topics: readonly TopicId[];
  readonly quizzesPerTopic: number;
  /** How many topics are written at once; a topic's own quizzes come one after the other. */
  readonly concurrency: number;
  /** Ends the writing; the quizzes under way are left out. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly onQuiz: (record: QuizRecord) => void;
}

const isAttempt = (event: AttemptObservation): event is AttemptObserved =>
  event.event === 'attempt';

function recordOf(
  topic: TopicId,
  events: readonly AttemptObservation[],
  failed?: GenerationFailedError,
): QuizRecord {
  const attempts = events.filter(isAttempt);
  const number = events.find(({ event }) => event === 'served')?.attempt;
  const served = attempts.find(({ attempt }) => attempt === number);
  const { cause } = failed ?? {};
  return {
    topic,
    attempts,
    ...(served && { served }),
    ...(cause instanceof Error && { failure: cause.message }),
  };
}

/**
 * Has quizzes written and tells of each as it ends. Resolves when all are written, or when the
 * signal aborts; rejects, having given up the others, with what is no failure of the model but a bug.
 */
export async function writeQuizzes(parts: WriteQuizzesParts): Promise<void> {
  const { topics, quizzesPerTopic, concurrency, log, onQuiz } = parts;
  const events = new Map<TopicId, AttemptObservation[]>();
  const writer = parts.writerWith((event) => void events.get(event.topic)?.push(event));
  const failing = new AbortController();
  const signal = AbortSignal.any([parts.signal, failing.signal]);

  async function writeOne(topic: TopicId): Promise<void> {
    const seen: AttemptObservation[] = [];
    events.set(topic, seen);
    let failed: GenerationFailedError | undefined;
    try {
      await writer.writeQuiz(topic, { signal, log: log.child({ topic }) });
    } catch (error) {
      if (!(error instanceof GenerationFailedError)) throw error;
      failed = error;
    }
    onQuiz(recordOf(topic, seen, failed));
  }

  const waiting = [...topics];
  async function writeInTurn(): Promise<void> {
    try {
      for (let topic = waiting.shift(); topic; topic = waiting.shift()) {
        for (let quiz = 0; quiz < quizzesPerTopic; quiz += 1) await writeOne(topic);
      }
    } catch (error) {
      failing.abort(error);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, writeInTurn));
  if (failing.signal.aborted && !parts.signal.aborted) throw failing.signal.reason;
}
