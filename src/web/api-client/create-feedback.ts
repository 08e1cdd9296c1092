import { feedbackPath, parseFeedback } from '../../domain/api.ts';
import type { Feedback, QuizResult } from '../../domain/quiz.ts';
import { type Fetch, postJson } from './post-json.ts';

/** Asks the server for a feedback paragraph on a result; fails as postJson does. */
export function createFeedback(
  fetch: Fetch,
  { topic, score, total }: QuizResult,
  signal: AbortSignal,
): Promise<Feedback> {
  const body = { topic, score, total };
  return postJson({ fetch, path: feedbackPath, body, parse: parseFeedback, signal });
}
