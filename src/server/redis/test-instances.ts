import { once } from 'node:events';
import { systemClock } from '../clock.ts';
import { createCallGate } from '../limits/call-gate.ts';
import { createGuardedClient } from '../limits/guarded-client.ts';
import { createRequestLimits } from '../limits/request-limits.ts';
import { createLog } from '../log.ts';
import { noMetrics } from '../metrics/metrics.ts';
import { createChatClient } from '../model/chat-client.ts';
import type { ModelSettings } from '../model/settings.ts';
import { seededRandom } from '../quiz/test-random.ts';
import { startTestServer } from '../test-server.ts';
import { createModelWriter } from '../writers/model-writer.ts';
import { createShelvedWriter } from '../writers/shelved-writer.ts';
import { createInstanceParts } from './instance-parts.ts';
import { quickTiming } from './test-links.ts';

export interface TestInstanceParts {
  readonly redisUrl: string;
  readonly prefix: string;
  /** Where the model service is. */
  readonly origin: string;
  readonly callsPerDay?: number;
  readonly perMinute?: number;
  readonly shelfSize?: number;
  /** How long nothing is leased after Redis lost its data, in ms. */
  readonly settleMs?: number;
}

/** For tests: one instance of the whole service, listening on a port of its own. */
export async function startTestInstance(parts: TestInstanceParts) {
  const { redisUrl, prefix, origin, settleMs = 50 } = parts;
  const { callsPerDay = 0, perMinute = 0, shelfSize = 0 } = parts;
  const clock = systemClock;
  const log = createLog({ level: 'silent', secrets: [] });
  const settings: ModelSettings = {
    baseUrl: `${origin}/v1`,
    apiKey: 'sk-test-0123456789abcdef',
    dialect: 'openai',
    quizModels: ['quiz/model'],
    feedbackModels: ['feedback/model'],
    appUrl: 'https://quiz.example',
    appTitle: 'Quiz',
    timeoutMs: 30_000,
  };
  const shared = createInstanceParts({
    settings: { redisUrl, callsPerDay, shelfSize, model: settings },
    clock,
    log,
    timing: quickTiming,
    prefix,
    settleMs,
  });
  const client = createGuardedClient({
    client: createChatClient({ settings, clock }),
    gate: createCallGate({ maxCalls: 20 }),
    budget: shared.budget,
  });
  const writer = createShelvedWriter({
    writer: createModelWriter({
      client,
      settings,
      clock,
      random: seededRandom(1),
      recent: shared.recent,
      blindCheck: 'off',
      metrics: noMetrics,
    }),
    shelf: shared.shelf,
    size: shelfSize,
    log,
  });
  const limits = createRequestLimits({ perMinute, perDay: 0, ...shared.counting });
  await shared.open();
  const server = await startTestServer({
    writer,
    guard: { limits, trustProxy: 0, appUrl: settings.appUrl },
    ...(shared.isRedisUp && { isRedisUp: shared.isRedisUp }),
  });
  return {
    url: server.url,
    shared,
    async close() {
      await writer.stop();
      const closed = once(server.server, 'close');
      server.close();
      await closed;
      await client.close();
      await shared.close();
    },
  };
}

export type TestInstance = Awaited<ReturnType<typeof startTestInstance>>;
