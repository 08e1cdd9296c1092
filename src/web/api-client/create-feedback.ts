import { feedbackPath, parseFeedback } from '../../domain/api.ts';
import type { Feedback, QuizResult } from '../../domain/quiz.ts';
import { readReply, replyTo } from './read-reply.ts';
import { type CallParts, send } from './send.ts';

/** Asks the server for a feedback paragraph on a result; rejects as `readReply` does. */
export async function createFeedback(
  parts: CallParts,
  { topic, score, total }: QuizResult,
  signal: AbortSignal,
): Promise<Feedback> {
  const body = { topic, score, total };
  const call = send(parts, { path: feedbackPath, accept: 'application/json', body, signal });
  return readReply(await replyTo(call), parseFeedback);
}
