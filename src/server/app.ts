import { type Context, Hono } from 'hono';
import { feedbackPath, quizzesPath } from '../domain/api.ts';
import type { AppEnv } from './http/call.ts';
import { createFeedback } from './http/feedback.ts';
import type { Pages } from './http/load-pages.ts';
import { problemReply } from './http/problems.ts';
import { createQuiz } from './http/quizzes.ts';
import { type ReadinessParts, tellReadiness } from './http/readiness.ts';
import { replyJson } from './http/reply.ts';
import { createRequestGuard, type RequestGuardParts } from './http/request-guard.ts';
import { failureReply, type RequestLineParts, requestLine } from './http/request-line.ts';
import { servePages } from './http/serve-pages.ts';
import { showMetrics } from './http/show-metrics.ts';
import type { Exposition } from './metrics/prometheus.ts';
import type { QuizWriter } from './writers/quiz-writer.ts';

export interface AppParts extends RequestLineParts, ReadinessParts {
  /** Whose requests are let through to the writer. */
  readonly guard: RequestGuardParts;
  readonly writer: QuizWriter;
  /** The built page; null in development, where Vite serves it. */
  readonly pages: Pages | null;
  /** What `GET /metrics` shows; there is no such path where it is not given (`METRICS=0`). */
  readonly exposition?: Exposition | undefined;
}

/** Answers every method that a path has no handler for. */
function allowOnly(methods: string) {
  return (c: Context<AppEnv>) =>
    problemReply(c, { code: 'method-not-allowed' }, { Allow: methods });
}

/** The whole server as one handler of requests (design, section 1); it does not listen. */
export function createApp(parts: AppParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError(failureReply);
  app.use(requestLine(parts));

  const guard = createRequestGuard(parts.guard);
  app.post(quizzesPath, guard('quiz'), createQuiz(parts)).all(allowOnly('POST'));
  app.post(feedbackPath, guard('feedback'), createFeedback(parts.writer)).all(allowOnly('POST'));
  app.all('/api/*', (c) => problemReply(c, { code: 'not-found' }));

  app.get('/healthz', (c) => replyJson(c, { status: 'ok' })).all(allowOnly('GET, HEAD'));
  app.get('/readyz', tellReadiness(parts)).all(allowOnly('GET, HEAD'));

  if (parts.exposition) {
    app.get('/metrics', showMetrics(parts.exposition)).all(allowOnly('GET, HEAD'));
  }
  if (parts.pages) app.get('*', servePages(parts.pages)).all(allowOnly('GET, HEAD'));
  app.notFound((c) => problemReply(c, { code: 'not-found' }));
  return app;
}
