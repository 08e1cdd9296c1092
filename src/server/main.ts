import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { fail, ok, type Result } from '../domain/result.ts';
import { createAfterTurn, type Later } from './after-turn.ts';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, readConfig } from './config.ts';
import { readEnvironment } from './environment.ts';
import { guardProcess } from './guard-process.ts';
import { loadPages, type Pages, PagesMissingError, withAddress } from './http/load-pages.ts';
import type { RequestGuardParts } from './http/request-guard.ts';
import { securityHeaders, securityHeadersOf } from './http/security-headers.ts';
import { createCallGate } from './limits/call-gate.ts';
import { createGuardedClient } from './limits/guarded-client.ts';
import { createRequestLimits } from './limits/request-limits.ts';
import { createLog, type Log } from './log.ts';
import { createBatchedOutput } from './log-output.ts';
import { createMeteredGate } from './metrics/metered-gate.ts';
import { createMeteredShelf } from './metrics/metered-shelf.ts';
import { createMeteredWriter, observeReviews } from './metrics/metered-writer.ts';
import { type Metrics, noMetrics } from './metrics/metrics.ts';
import { createPrometheusMetrics, type Exposition } from './metrics/prometheus.ts';
import { createChatClient } from './model/chat-client.ts';
import type { ModelSettings } from './model/settings.ts';
import { createServer, listen } from './node-server.ts';
import { createInstanceParts, type InstanceParts } from './redis/instance-parts.ts';
import { leaveNoticeMs, stopServer } from './stop.ts';
import { onStopSignal, type StopSignal } from './stop-signals.ts';
import { createModelWriter } from './writers/model-writer.ts';
import type { QuizWriter } from './writers/quiz-writer.ts';
import { loadSamples } from './writers/samples/collection.ts';
import { createSamplesWriter } from './writers/samples-writer.ts';
import { createShelvedWriter } from './writers/shelved-writer.ts';

/** Who writes the quizzes, how to tell the operator, and what to stop and to close at the end. */
interface Writing {
  readonly writer: QuizWriter;
  readonly description: string;
  /** Gives up what is written for nobody in particular. */
  readonly stop: () => Promise<void>;
  /** Lets go of what visitors' calls need, once they have ended. */
  readonly close: () => Promise<void>;
}

function sampleWriting(): Writing {
  return {
    writer: createSamplesWriter({ random: Math.random, collection: loadSamples() }),
    description:
      'Questions are samples. Set OPENROUTER_API_KEY (or LLM_BASE_URL) in the environment or ' +
      'in .env, and a language model writes them.',
    stop: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** What is counted, and where it can be read. */
interface Measuring {
  readonly metrics: Metrics;
  readonly exposition?: Exposition;
}

function buildMeasuring(config: Config): Measuring {
  return config.metrics ? createPrometheusMetrics() : { metrics: noMetrics };
}

interface WritingParts {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly shared: InstanceParts;
}

function modelWriting(settings: ModelSettings, basis: WritingParts): Writing {
  const clock = systemClock;
  const { config, log, metrics, shared } = basis;
  const { budget, recent } = shared;
  const { shelfSize: size, blindCheck, maxCalls } = config;
  const gate = createCallGate({ maxCalls });
  const client = createGuardedClient({
    client: createChatClient({ settings, clock }),
    gate: config.metrics ? createMeteredGate(gate, metrics) : gate,
    budget,
  });
  const seeing = { metrics, observe: observeReviews(metrics) };
  const parts = { client, settings, clock, random: Math.random, recent, blindCheck, ...seeing };
  const shelf = createMeteredShelf(shared.shelf, metrics);
  const modelWriter = createMeteredWriter(createModelWriter(parts), metrics, clock);
  const writer = createShelvedWriter({ writer: modelWriter, shelf, size, log });
  return {
    writer,
    description: `Questions are written by ${settings.quizModels[0]} at ${new URL(settings.baseUrl).host}.`,
    stop: () => writer.stop(),
    close: () => client.close(),
  };
}

function buildWriting(parts: WritingParts): Writing {
  const { model } = parts.config;
  return model ? modelWriting(model, parts) : sampleWriting();
}

function buildGuard(config: Config, shared: InstanceParts): RequestGuardParts {
  const { requestsPerMinute: perMinute, requestsPerDay: perDay, trustProxy, appUrl } = config;
  return {
    limits: createRequestLimits({ perMinute, perDay, ...shared.counting }),
    trustProxy,
    appUrl,
  };
}

/** What remembers, with Redis looked at by the metrics where it is configured. */
function buildShared(config: Config, log: Log, metrics: Metrics): InstanceParts {
  const shared = createInstanceParts({ settings: config, clock: systemClock, log });
  if (shared.isRedisUp) metrics.watchRedis(shared.isRedisUp);
  return shared;
}

interface AppBasis extends Measuring {
  readonly shared: InstanceParts;
  readonly config: Config;
  readonly log: Log;
  readonly pages: Pages | null;
  /** What every reply carries but those of calls and assets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isReady: () => boolean;
  readonly later?: Later;
}

function buildApp({ writer }: Writing, { config, shared, headers, ...basis }: AppBasis) {
  const guard = buildGuard(config, shared);
  const { isRedisUp } = shared;
  const ids = { newRequestId: randomUUID, newUuid: randomUUID };
  const own = { writer, guard, isRedisUp, clock: systemClock };
  const securityHeaders = securityHeadersOf(headers, basis.pages);
  return createApp({ ...basis, ...ids, ...own, securityHeaders });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends the start with one plain line per reason, and the process with code 1. */
function giveUp(reasons: readonly string[]): void {
  for (const reason of reasons) process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

/** Whether an address is that of this machine, which no other site can ask. */
function isLocal(url: string): boolean {
  return /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);
}

/** The built page; the built server lies in dist/server, the page in dist/web. */
async function builtPages(appUrl: string): Promise<Result<Pages, string>> {
  try {
    const pages = await loadPages(fileURLToPath(new URL('../web', import.meta.url)));
    return ok(isLocal(appUrl) ? pages : withAddress(pages, appUrl));
  } catch (error) {
    if (error instanceof PagesMissingError) return fail(error.message);
    throw error;
  }
}

/**
 * How much garbage, in percent of what lives, may gather between two full collections. V8 would let
 * the heap grow to several times what a crowd of visitors needs, and keep it.
 */
const mostGarbagePercent = 35;

async function start(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${mostGarbagePercent}`);
  const config = readConfig(readEnvironment(process));
  if (!config.ok) return giveUp(config.error);
  const { host, port, logLevel, secrets, warnings } = config.value;
  const later = createAfterTurn(process);
  const destination = createBatchedOutput({ later });
  const log = createLog({ level: logLevel, secrets, destination });
  guardProcess({ process, log, exit: process.exit });
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}.\n`);

  const pages = await builtPages(config.value.appUrl);
  if (!pages.ok) return giveUp([pages.error]);
  const measuring = buildMeasuring(config.value);
  const shared = buildShared(config.value, log, measuring.metrics);
  const parts = { config: config.value, log, shared, ...measuring };
  const writing = buildWriting(parts);
  let ready = true;
  const headers = securityHeaders({ pages: pages.value, appUrl: config.value.appUrl });
  const basis = { ...parts, later, pages: pages.value, headers, isReady: () => ready };
  const { server, connections } = createServer(buildApp(writing, basis), { log, headers });
  await shared.open();
  const address = await listen(server, host, port);
  if (!address.ok) {
    await shared.close();
    return giveUp([address.error]);
  }
  async function stop(signal: StopSignal) {
    ready = false;
    log.info('stopping');
    // Whoever presses Ctrl-C has no proxy that must be told.
    const noticeMs = signal === 'SIGTERM' ? leaveNoticeMs : 0;
    await Promise.all([
      writing.stop(),
      stopServer({ server, connections, clock: systemClock, log, noticeMs }),
    ]);
    await writing.close();
    await shared.close();
  }
  onStopSignal({ process, stop, exit: process.exit, clock: systemClock, log });
  say(`AI Quiz App is ready at ${address.value}`);
  say(writing.description);
}

/** The app for Vite, which listens, serves the page, and loads this module anew when it changes. */
function developmentApp() {
  const config = readConfig(readEnvironment(process));
  if (!config.ok) throw new Error(config.error.join('\n'));
  const { logLevel, secrets } = config.value;
  const log = createLog({ level: logLevel, secrets });
  const measuring = buildMeasuring(config.value);
  const shared = buildShared(config.value, log, measuring.metrics);
  void shared.open();
  const parts = { config: config.value, log, shared, ...measuring };
  const pages = null;
  const headers = securityHeaders({ pages, appUrl: config.value.appUrl });
  return buildApp(buildWriting(parts), { ...parts, pages, headers, isReady: () => true });
}

const app = import.meta.env.DEV ? developmentApp() : undefined;
if (!app) await start();

export default app;
