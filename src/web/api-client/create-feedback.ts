import { feedbackPath, parseFeedback } from '../../domain/api.ts';
import type { Feedback, QuizResult } from '../../domain/quiz.ts';
import { type CallParts, post, readReply } from './post.ts';

/** Asks the server for a feedback paragraph on a result; rejects as `readReply` does. */
export async function createFeedback(
  parts: CallParts,
  { topic, score, total }: QuizResult,
  signal: AbortSignal,
): Promise<Feedback> {
  const body = { topic, score, total };
  const reply = await post(parts, { path: feedbackPath, accept: 'application/json', body, signal });
  return readReply(reply, parseFeedback);
}
