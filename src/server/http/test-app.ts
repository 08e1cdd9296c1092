import type { Hono } from 'hono';
import type { Quiz } from '../../domain/quiz.ts';
import { type AppParts, createApp } from '../app.ts';
import { systemClock } from '../clock.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { createLog } from '../log.ts';
import { noMetrics } from '../metrics/metrics.ts';
import type { QuizWriter } from '../writers/quiz-writer.ts';
import type { AppEnv } from './call.ts';
import type { PageFile, Pages } from './load-pages.ts';
import { securityHeaders, securityHeadersOf } from './security-headers.ts';

/** For tests: a quiz of one question, enough to tell that it arrived. */
export const testQuiz: Quiz = {
  topic: 'history',
  source: 'model',
  questions: [
    {
      id: 'q-0',
      text: 'When did the Berlin Wall fall?',
      answers: [
        { id: 'a', text: '1989', isCorrect: true },
        { id: 'b', text: '1991', isCorrect: false },
      ],
      selectedAnswerId: null,
    },
  ],
};

/** For tests: a writer that answers at once, but for what a test puts in its place. */
export function testWriter(parts: Partial<QuizWriter> = {}): QuizWriter {
  return {
    writeQuiz: async () => testQuiz,
    writeFeedback: async () => ({ feedback: 'A fine result.', source: 'model' }),
    ...parts,
  };
}

function pageFile(text: string, type: string): PageFile {
  return { body: new TextEncoder().encode(text), type, etag: `"of ${text.length}"`, encoded: {} };
}

const index = pageFile('<!doctype html><title>Quiz</title>', 'text/html; charset=utf-8');

/** For tests: a built page of three files. */
export const testPages: Pages = {
  index,
  files: new Map([
    ['/index.html', index],
    ['/robots.txt', pageFile('User-agent: *', 'text/plain; charset=utf-8')],
    ['/assets/main-4f2a.js', pageFile('export {};', 'text/javascript; charset=utf-8')],
  ]),
};

/** For tests: limits that refuse nobody and tell nothing. */
export const noLimits: RequestLimits = { take: async () => ({ ok: true, quotas: [] }) };

export interface TestApp {
  readonly app: Hono<AppEnv>;
  /** The security headers of its pages. */
  readonly headers: Readonly<Record<string, string>>;
  /** The log lines so far, as text. */
  readonly lines: readonly string[];
  /** The log lines of finished requests so far. */
  readonly requests: () => readonly Record<string, unknown>[];
}

export interface TestAppParts extends Partial<AppParts> {
  readonly secrets?: readonly string[];
  /** The security headers of a page; those of the app's own address where not given. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** For tests: the app with stand-ins for every part that is not given, and what it logged. */
export function testApp({ secrets = [], ...rest }: TestAppParts = {}): TestApp {
  const { headers: given, pages = testPages, ...parts } = rest;
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  let requestCount = 0;
  const appUrl = parts.guard?.appUrl ?? 'http://localhost:3000';
  const headers = given ?? securityHeaders({ pages, appUrl });
  const app = createApp({
    writer: testWriter(),
    log: createLog({ level: 'trace', secrets, destination }),
    clock: systemClock,
    pages,
    securityHeaders: securityHeadersOf(headers, pages),
    guard: { limits: noLimits, trustProxy: 0, appUrl },
    isReady: () => true,
    newUuid: () => 'abababab-abab-abab-abab-abababababab',
    metrics: noMetrics,
    newRequestId: () => {
      requestCount += 1;
      return `request-${requestCount}`;
    },
    ...parts,
  });
  const requests = () => lines.map((line) => JSON.parse(line)).filter((line) => line.status);
  return { app, headers, lines, requests };
}

/** For tests: a POST of `body` as JSON, or of a text as it stands. */
export function jsonPost(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}
