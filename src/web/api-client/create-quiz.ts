import type { quizzesPath } from '../../domain/api.ts';
import type { Quiz, QuizProgress } from '../../domain/quiz.ts';
import type { TopicId } from '../../domain/topics.ts';
import type { readQuiz } from './read-quiz.ts';
import { type CallParts, send } from './send.ts';

export interface CreateQuizOptions {
  readonly signal: AbortSignal;
  /** Told how far the writing is. */
  readonly onProgress: (progress: QuizProgress) => void;
}

export interface CreateQuizParts extends CallParts {
  /** Loads what reads the reply, which is no part of the page's first load. */
  readonly loadReader: () => Promise<{ readonly readQuiz: typeof readQuiz }>;
}

// Written out, as an import would bring the whole contract into the first load.
const path: typeof quizzesPath = '/api/quizzes';

/**
 * Asks the server for a quiz on a topic, and for progress on the way. The call leaves at once; what
 * reads its reply is loaded meanwhile. Rejects as `readQuiz` and `loadReader` do.
 */
export async function createQuiz(
  parts: CreateQuizParts,
  topic: TopicId,
  { signal, onProgress }: CreateQuizOptions,
): Promise<Quiz> {
  const accept = 'text/event-stream, application/json;q=0.9';
  const call = send(parts, { path, accept, body: { topic }, signal });
  // Told by the reader, which may be there only after the call has failed.
  call.response.catch(() => {});
  const { readQuiz } = await parts.loadReader();
  return readQuiz(call, onProgress);
}
