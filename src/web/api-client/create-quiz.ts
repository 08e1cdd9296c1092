import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { parseProblem, parseProgress, parseQuiz, quizzesPath } from '../../domain/api.ts';
import type { Quiz, QuizProgress } from '../../domain/quiz.ts';
import type { TopicId } from '../../domain/topics.ts';
import { ProblemError, ServerUnreachableError } from './errors.ts';
import { type CallParts, post, type Reply, readJson, readReply, textOf } from './post.ts';

export interface CreateQuizOptions {
  readonly signal: AbortSignal;
  /** Told how far the writing is. */
  readonly onProgress: (progress: QuizProgress) => void;
}

/** Reads progress events until the quiz, or the problem, that ends the stream. */
async function readEvents(reply: Reply, onProgress: CreateQuizOptions['onProgress']) {
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
 * Asks the server for a quiz on a topic, and for progress on the way. Rejects as `readReply` does.
 * A reply in one piece, such as a refusal, is read as such.
 */
export async function createQuiz(
  parts: CallParts,
  topic: TopicId,
  { signal, onProgress }: CreateQuizOptions,
): Promise<Quiz> {
  const accept = 'text/event-stream, application/json;q=0.9';
  const reply = await post(parts, { path: quizzesPath, accept, body: { topic }, signal });
  const type = reply.response.headers.get('content-type') ?? '';
  return type.startsWith('text/event-stream')
    ? readEvents(reply, onProgress)
    : readReply(reply, parseQuiz);
}
