import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { parseProblem, parseProgress, parseQuiz } from '../../domain/api.ts';
import type { Quiz, QuizProgress } from '../../domain/quiz.ts';
import { ProblemError, ServerUnreachableError } from './errors.ts';
import { type Reply, readJson, readReply, replyTo, textOf } from './read-reply.ts';
import type { SentCall } from './send.ts';

type OnProgress = (progress: QuizProgress) => void;

/** Reads progress events until the quiz, or the problem, that ends the stream. */
async function readEvents(reply: Reply, onProgress: OnProgress) {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void events.push(event) });
  for await (const piece of textOf(reply)) {
    parser.feed(piece);
    for (const { event, data } of events.splice(0)) {
      if (event === 'quiz') return readJson(data, parseQuiz, reply);
      if (event === 'problem') throw new ProblemError(readJson(data, parseProblem, reply));
      if (event === 'progress') onProgress(readJson(data, parseProgress, reply));
    }
  }
  throw new ServerUnreachableError(reply.path, new Error('the stream ended without a quiz'));
}

/**
 * Reads the reply to a call for a quiz: a stream that tells its progress on the way, or one piece,
 * such as a refusal. Rejects as `readReply` does.
 */
export async function readQuiz(call: SentCall, onProgress: OnProgress): Promise<Quiz> {
  const reply = await replyTo(call);
  const type = reply.response.headers.get('content-type') ?? '';
  return type.startsWith('text/event-stream')
    ? readEvents(reply, onProgress)
    : readReply(reply, parseQuiz);
}
