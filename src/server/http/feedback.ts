import type { Context } from 'hono';
import { parseFeedbackRequest } from '../../domain/api.ts';
import type { QuizWriter } from '../writers/quiz-writer.ts';
import { type AppEnv, writeOptions } from './call.ts';
import { problemReply } from './problems.ts';
import { readRequest } from './read-request.ts';
import { replyJson } from './reply.ts';
import { forVisitor } from './visitor.ts';

/** Answers `POST /api/feedback`; the writing is aborted when the visitor goes away. */
export function createFeedback(writer: QuizWriter) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const call = c.get('call');
    const request = await readRequest(c, parseFeedbackRequest);
    if (!request.ok) return problemReply(c, request.error);
    const { value } = request;
    call.topic = value.topic;
    const feedback = await forVisitor(c, (signal) =>
      writer.writeFeedback(value, writeOptions(call, signal)),
    );
    call.source = feedback.source;
    call.outcome = 'served';
    return replyJson(c, feedback);
  };
}
