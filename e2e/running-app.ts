import { randomUUID } from 'node:crypto';
import { createApp } from '../src/server/app.ts';
import { systemClock } from '../src/server/clock.ts';
import { loadPages } from '../src/server/http/load-pages.ts';
import { securityHeaders, securityHeadersOf } from '../src/server/http/security-headers.ts';
import { noLimits } from '../src/server/http/test-app.ts';
import { createLog } from '../src/server/log.ts';
import { noMetrics } from '../src/server/metrics/metrics.ts';
import { createServer, listen } from '../src/server/node-server.ts';
import { stopServer } from '../src/server/stop.ts';
import type { TestClock } from '../src/server/test-clock.ts';
import type { QuizWriter } from '../src/server/writers/quiz-writer.ts';

/** One line of the server's log. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  /** Only in the line of one attempt at the model. */
  readonly call?: 'quiz' | 'feedback';
  readonly attempt?: number;
  readonly outcome?: string;
}

/** The product's server in this process, listening on a free port. */
export interface RunningApp {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** The server's time; it stands still, but for the waits before a retry, which take none. */
  readonly clock: TestClock;
  /** Every line of the log so far, in order. */
  lines(): readonly LogLine[];
  /** The messages of the attempts at one call so far, in order. */
  attempts(call: 'quiz' | 'feedback'): readonly string[];
  /** Lets running requests end and closes everything. */
  stop(): Promise<void>;
}

/** The address that visitors know, where an operator has set none. */
const appUrl = 'http://localhost:3000';

interface AppParts {
  readonly writer: QuizWriter;
  readonly clock: TestClock;
  readonly secrets?: readonly string[];
}

/** Starts the server over the built page in dist/web; the log goes to memory. */
export async function startApp({ writer, clock, secrets = [] }: AppParts): Promise<RunningApp> {
  const written: LogLine[] = [];
  const destination = { write: (line: string) => void written.push(JSON.parse(line)) };
  const log = createLog({ level: 'debug', secrets, destination });
  let requestCount = 0;
  const newRequestId = () => {
    requestCount += 1;
    return `request-${requestCount}`;
  };
  const pages = await loadPages('dist/web');
  const guard = { limits: noLimits, trustProxy: 0, appUrl };
  const ids = { newRequestId, newUuid: randomUUID };
  const headers = securityHeaders({ pages, appUrl });
  const parts = { writer, log, clock, pages, guard, metrics: noMetrics, isReady: () => true };
  const app = createApp({ ...parts, ...ids, securityHeaders: securityHeadersOf(headers, pages) });
  const { server, connections } = createServer(app, { log, headers });
  const address = await listen(server, '127.0.0.1', 0);
  if (!address.ok) throw new Error(address.error);

  return {
    origin: address.value,
    clock,
    lines: () => written,
    attempts: (call) =>
      written.filter((line) => line.call === call && line.attempt).map((line) => line.msg),
    stop: () => stopServer({ server, connections, clock: systemClock, log }),
  };
}
