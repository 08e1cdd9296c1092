import type { RequestGuardParts } from '../http/request-guard.ts';
import type { TestAppParts } from '../http/test-app.ts';
import { createMemoryCallBudget } from '../limits/call-budget.ts';
import { createCallGate } from '../limits/call-gate.ts';
import { createGuardedClient } from '../limits/guarded-client.ts';
import { createMemoryCounter } from '../limits/memory-counter.ts';
import { createRequestLimits } from '../limits/request-limits.ts';
import { createLog } from '../log.ts';
import { createChatClient } from '../model/chat-client.ts';
import type { ModelSettings } from '../model/settings.ts';
import { completion, jsonScript, startTestUpstream } from '../model/test-upstream.ts';
import type { BlindCheckMode } from '../quiz/blind-check.ts';
import { createRecentQuestionsInMemory } from '../quiz/recent-questions.ts';
import { sampleAsQuestion } from '../quiz/review/test-questions.ts';
import { createMemoryShelf } from '../quiz/shelf.ts';
import { seededRandom } from '../quiz/test-random.ts';
import { createTestClock } from '../test-clock.ts';
import { startTestServer } from '../test-server.ts';
import { createModelWriter } from '../writers/model-writer.ts';
import { loadSamples } from '../writers/samples/collection.ts';
import { createShelvedWriter } from '../writers/shelved-writer.ts';
import { createMeteredGate } from './metered-gate.ts';
import { createMeteredShelf } from './metered-shelf.ts';
import { createMeteredWriter, observeReviews } from './metered-writer.ts';
import { createPrometheusMetrics } from './prometheus.ts';

const samples = loadSamples().history.map(sampleAsQuestion);

/** For tests: the answer of a model that writes a quiz without a flaw; no two numbers share one. */
export function quizScript(number: number) {
  const questions = samples.slice(5 * number, 5 * number + 5);
  return jsonScript(completion(JSON.stringify(questions)));
}

export interface TestServiceParts {
  readonly callsPerDay?: number;
  readonly maxCalls?: number;
  readonly perMinute?: number;
  readonly trustProxy?: number;
  readonly shelfSize?: number;
  readonly blindCheck?: BlindCheckMode;
  readonly app?: TestAppParts;
}

/** The series of an exposition by name and labels, as `name{label="value"}`. */
export type Series = ReadonlyMap<string, number>;

function readSeries(text: string): Series {
  const samplesOf = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samplesOf.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/**
 * For tests: everything between a visitor and a model on this machine, measured. The waits between
 * attempts pass at once; else time stands still.
 */
export async function startTestService(parts: TestServiceParts = {}) {
  const { callsPerDay = 0, maxCalls = 10, perMinute = 0, shelfSize: size = 0 } = parts;
  const upstream = await startTestUpstream();
  const clock = createTestClock({ skip: (ms) => ms === 2000 || ms === 3000 });
  const { metrics, exposition } = createPrometheusMetrics();
  const settings: ModelSettings = {
    baseUrl: `${upstream.origin}/v1`,
    dialect: 'openai',
    quizModels: ['quiz/model'],
    feedbackModels: ['feedback/model'],
    appUrl: 'https://quiz.example',
    appTitle: 'Quiz',
    timeoutMs: 30_000,
  };
  const client = createGuardedClient({
    client: createChatClient({ settings, clock }),
    gate: createMeteredGate(createCallGate({ maxCalls }), metrics),
    budget: createMemoryCallBudget({ callsPerDay, clock }),
  });
  const refillLines: string[] = [];
  const destination = { write: (line: string) => void refillLines.push(line) };
  const modelWriter = createModelWriter({
    client,
    settings,
    clock,
    random: seededRandom(1),
    recent: createRecentQuestionsInMemory(),
    blindCheck: parts.blindCheck ?? 'off',
    metrics,
    observe: observeReviews(metrics),
  });
  const writer = createShelvedWriter({
    writer: createMeteredWriter(modelWriter, metrics, clock),
    shelf: createMeteredShelf(createMemoryShelf({ size, clock }), metrics),
    size,
    log: createLog({ level: 'trace', secrets: [], destination }),
  });
  const guard: RequestGuardParts = {
    limits: createRequestLimits({
      perMinute,
      perDay: 0,
      newCounter: (_kind, policy) => createMemoryCounter(policy),
    }),
    trustProxy: parts.trustProxy ?? 0,
    appUrl: 'https://quiz.example',
  };
  const server = await startTestServer({ writer, metrics, exposition, guard, ...parts.app });
  return {
    upstream,
    clock,
    url: server.url,
    port: server.port,
    /** Every line of the log so far. */
    lines: () => [...server.lines, ...refillLines],
    /** The line of each request so far that has ended. */
    requests: () =>
      server.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request'),
    series: async () => readSeries(await (await fetch(`${server.url}/metrics`)).text()),
    async close() {
      await writer.stop();
      server.close();
      await client.close();
      await upstream.close();
    },
  };
}

export type TestService = Awaited<ReturnType<typeof startTestService>>;
