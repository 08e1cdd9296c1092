import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { parseQuizRequest } from '../../domain/api.ts';
import type { TopicId } from '../../domain/topics.ts';
import type { Clock } from '../clock.ts';
import type { QuizWriter } from '../writers/quiz-writer.ts';
import { type AppEnv, writeOptions } from './call.ts';
import { eventStream, eventStreamHeaders } from './event-stream.ts';
import { problemOf, problemReply, refusalOf } from './problems.ts';
import { readRequest } from './read-request.ts';
import { reply, replyJson } from './reply.ts';
import { noteFailure } from './request-line.ts';
import { forVisitor, VisitorGoneError } from './visitor.ts';

export interface QuizzesParts {
  readonly writer: QuizWriter;
  readonly clock: Clock;
}

/** Streams `progress` events and then one `quiz` or one `problem` event (design, section 1). */
function streamQuiz(c: Context<AppEnv>, { writer, clock }: QuizzesParts, topic: TopicId) {
  const call = c.get('call');
  const { body, done } = eventStream(async (send) => {
    try {
      const onProgress = (progress: unknown) => send('progress', progress);
      const quiz = await forVisitor(c, (signal) =>
        writer.writeQuiz(topic, { ...writeOptions(call, signal), onProgress }),
      );
      call.source = quiz.source;
      call.outcome = 'served';
      send('quiz', quiz);
    } catch (error) {
      noteFailure(call, error);
      if (!(error instanceof VisitorGoneError)) send('problem', problemOf(refusalOf(error)));
    }
  }, clock);
  call.streamed = done;
  return reply(c, body, 200, eventStreamHeaders);
}

/** Answers `POST /api/quizzes`; the writing is aborted when the visitor goes away. */
export function createQuiz(parts: QuizzesParts) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const call = c.get('call');
    const request = await readRequest(c, parseQuizRequest);
    if (!request.ok) return problemReply(c, request.error);
    const { topic } = request.value;
    call.topic = topic;
    const type = accepts(c, {
      header: 'Accept',
      supports: ['application/json', eventStreamHeaders['Content-Type']],
      default: 'application/json',
    });
    if (type === eventStreamHeaders['Content-Type']) return streamQuiz(c, parts, topic);
    const quiz = await forVisitor(c, (signal) =>
      parts.writer.writeQuiz(topic, writeOptions(call, signal)),
    );
    call.source = quiz.source;
    call.outcome = 'served';
    return replyJson(c, quiz);
  };
}
