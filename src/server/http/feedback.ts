import type { Context } from 'hono';
import { parseFeedbackRequest } from '../../domain/api.ts';
import type { QuizWriter } from '../writers/quiz-writer.ts';
import { type AppEnv, writeOptions } from './call.ts';
import { problemReply } from './problems.ts';
import { readRequest } from './read-request.ts';
import { visitorSignal } from './visitor.ts';

/** Answers `POST /api/feedback`; the writing is aborted when the visitor goes away. */
export function createFeedback(writer: QuizWriter) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const call = c.get('call');
    const signal = visitorSignal(c.req.raw);
    const request = await readRequest(c.req.raw, parseFeedbackRequest);
    if (!request.ok) return problemReply(c, request.error);
    call.topic = request.value.topic;
    const feedback = await writer.writeFeedback(request.value, writeOptions(call, signal));
    call.source = feedback.source;
    call.outcome = 'served';
    return c.json(feedback, 200, { 'Cache-Control': 'no-store' });
  };
}
