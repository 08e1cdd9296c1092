import type { Clock } from '../clock.ts';
import type { ObserveAttempt } from '../quiz/attempt-observation.ts';
import type { QuizWriter } from '../writers/quiz-writer.ts';
import type { Metrics } from './metrics.ts';

/** A writer that tells how long each quiz took that it wrote; failures are told by attempt. */
export function createMeteredWriter(
  writer: QuizWriter,
  metrics: Pick<Metrics, 'quizWritten'>,
  clock: Pick<Clock, 'now'>,
): QuizWriter {
  return {
    async writeQuiz(topic, options) {
      const startedAt = clock.now();
      const quiz = await writer.writeQuiz(topic, options);
      metrics.quizWritten({
        priority: options.priority ?? 'visitor',
        ms: clock.now() - startedAt,
      });
      return quiz;
    },
    writeFeedback: (result, options) => writer.writeFeedback(result, options),
  };
}

/** Tells of the review of each attempt that came to one. */
export function observeReviews(metrics: Pick<Metrics, 'quizReviewed'>): ObserveAttempt {
  return (event) => {
    if (event.event !== 'attempt') return;
    for (const verdict of ['accepted', 'flawed'] as const) {
      if (event.outcome === verdict) metrics.quizReviewed(verdict);
    }
  };
}
