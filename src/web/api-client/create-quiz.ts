import { parseQuiz, quizzesPath } from '../../domain/api.ts';
import type { Quiz } from '../../domain/quiz.ts';
import type { TopicId } from '../../domain/topics.ts';
import { type Fetch, postJson } from './post-json.ts';

/** Asks the server for a quiz on a topic; fails as postJson does. */
export function createQuiz(fetch: Fetch, topic: TopicId, signal: AbortSignal): Promise<Quiz> {
  return postJson({ fetch, path: quizzesPath, body: { topic }, parse: parseQuiz, signal });
}
