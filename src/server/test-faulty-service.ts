import { Agent, request } from 'undici';
import { expect, vi } from 'vitest';
import { feedbackPath, quizzesPath } from '../domain/api.ts';
import { retryWaitsMs } from '../domain/limits.ts';
import { jsonPost } from './http/test-app.ts';
import { createMemoryCallBudget } from './limits/call-budget.ts';
import { createCallGate } from './limits/call-gate.ts';
import { createGuardedClient } from './limits/guarded-client.ts';
import { createMeteredGate } from './metrics/metered-gate.ts';
import { noMetrics } from './metrics/metrics.ts';
import { createChatClient } from './model/chat-client.ts';
import type { ModelSettings } from './model/settings.ts';
import {
  type AnswerOptions,
  completion,
  jsonScript,
  startTestUpstream,
  streamScript,
  type TestUpstream,
  type UpstreamScript,
} from './model/test-upstream.ts';
import { createRecentQuestionsInMemory } from './quiz/recent-questions.ts';
import { sampleAsQuestion } from './quiz/review/test-questions.ts';
import { seededRandom } from './quiz/test-random.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { upstreamKey, upstreamWords } from './test-faults.ts';
import { startTestServer } from './test-server.ts';
import { createModelWriter } from './writers/model-writer.ts';
import { loadSamples } from './writers/samples/collection.ts';

/** Bound on one attempt, in ms of the test's clock. */
export const attemptBoundMs = 30_000;

/** What a visitor asks for: a quiz in one piece, a quiz as events, or feedback. */
export type Asked = 'whole' | 'stream' | 'feedback';

export interface VisitorReply {
  readonly status: number;
  /** The media type, and all that came: headers and body. */
  readonly type: string;
  readonly received: string;
  /** The JSON that it ends with: the body, or the data of the last event. */
  readonly value: unknown;
  /** The name of the last event; undefined where there was none. */
  readonly event: string | undefined;
  /** How long it took, in ms of the test's clock. */
  readonly ms: number;
}

export interface FaultyService {
  /** The model service that the app calls. */
  readonly upstream: TestUpstream;
  readonly clock: TestClock;
  /** Turns the waits between attempts into real ones, which end when time is moved on. */
  holdWaits(): void;
  /** Rejects when the visitor leaves by the signal. */
  ask(asked: Asked, signal?: AbortSignal): Promise<VisitorReply>;
  /** The outcomes of all attempts so far, in order, as the log names them. */
  outcomes(): readonly unknown[];
  /** How many calls the model service has answered with a status. */
  answered(): number;
  /** How many model calls have a place, and how many wait for one. */
  calls(): { readonly underWay: number; readonly waiting: number };
  /** Closes the client, and expects that no place, timer or socket is left of any call. */
  expectNothingLeft(): Promise<void>;
  close(): Promise<void>;
}

const samples = loadSamples().history.map(sampleAsQuestion);

/** The model's text of a quiz without a flaw; no two numbers share a question. */
function quizText(number: number): string {
  return JSON.stringify(samples.slice(5 * number, 5 * number + 5));
}

export const feedbackText = 'A fine result in History. Read on about what you missed.';

/** A good answer of the model service; of a quiz no two numbers share a question. */
export function goodAnswer(asked: Asked, number = 0, options: AnswerOptions = {}): UpstreamScript {
  if (asked === 'feedback') return jsonScript(completion(feedbackText), options);
  const text = quizText(number);
  return asked === 'whole'
    ? jsonScript(completion(text), options)
    : streamScript([text.slice(0, 400), text.slice(400)], options);
}

/** How many timers and sockets keep this process running; Vitest may have a timer of 100 ms. */
function handles() {
  const kinds = process.getActiveResourcesInfo();
  const count = (kind: string) => kinds.filter((one) => one === kind).length;
  return { timers: count('Timeout'), sockets: count('TCPSocketWrap') };
}

/**
 * Waits until no socket and at most `timers` timers keep this process running, by itself without
 * any; fails after two seconds.
 */
export async function expectNoHandles({ timers }: { readonly timers: number }): Promise<void> {
  const startedAt = performance.now();
  let left = handles();
  while (left.timers > timers || left.sockets > 0) {
    expect(performance.now() - startedAt, `${JSON.stringify(left)} left`).toBeLessThan(2000);
    await new Promise(setImmediate);
    left = handles();
  }
}

function lastEvent(body: string) {
  const last = body.split('\n\n').findLast((part) => part.startsWith('event: '));
  const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(last ?? '') ?? [];
  return { event, data: data ?? '' };
}

interface FaultyServiceParts {
  /** Where the app calls, without a trailing slash; the upstream where it is not given. */
  readonly origin?: string;
}

/**
 * For tests: the whole app over real HTTP, with one place for a model call, before a model service
 * that answers by script. Time stands still, but for the waits between attempts, which take none.
 */
export async function startFaultyService(parts: FaultyServiceParts = {}): Promise<FaultyService> {
  const upstream = await startTestUpstream();
  const { origin = upstream.origin } = parts;
  const waits: readonly number[] = [...retryWaitsMs, 7000, 10_000];
  let isHeld = false;
  const clock = createTestClock({ skip: (ms) => !isHeld && waits.includes(ms) });
  const settings: ModelSettings = {
    baseUrl: `${origin}/v1`,
    apiKey: upstreamKey,
    dialect: 'openrouter',
    quizModels: ['quiz/model'],
    feedbackModels: ['feedback/model'],
    appUrl: 'https://quiz.example',
    appTitle: 'Quiz',
    timeoutMs: attemptBoundMs,
  };
  let calls = { underWay: 0, waiting: 0 };
  const metrics = {
    ...noMetrics,
    modelCallsChanged: (changed: typeof calls) => {
      calls = changed;
    },
  };
  const client = createGuardedClient({
    client: createChatClient({ settings, clock }),
    gate: createMeteredGate(createCallGate({ maxCalls: 1 }), metrics),
    budget: createMemoryCallBudget({ callsPerDay: 1000, clock }),
  });
  const writer = createModelWriter({
    client,
    settings,
    clock,
    metrics,
    random: seededRandom(1),
    recent: createRecentQuestionsInMemory(),
    blindCheck: 'background',
  });
  const server = await startTestServer({ writer, clock, metrics, secrets: [upstreamKey] });
  const visitors = new Agent();
  const logged = () => server.lines.map((line) => JSON.parse(line));
  const before = handles();

  async function ask(asked: Asked, signal?: AbortSignal): Promise<VisitorReply> {
    const startedAt = clock.now();
    const isFeedback = asked === 'feedback';
    const body = { topic: 'history', ...(isFeedback && { score: 3, total: 5 }) };
    const accept = asked === 'stream' ? { accept: 'text/event-stream' } : {};
    const url = server.url + (isFeedback ? feedbackPath : quizzesPath);
    const { headers: sent, body: sentBody } = jsonPost(body, accept);
    const reply = await request(url, {
      method: 'POST',
      headers: sent as Record<string, string>,
      body: sentBody as string,
      dispatcher: visitors,
      ...(signal && { signal }),
      reset: true,
    });
    const text = await reply.body.text();
    const type = String(reply.headers['content-type']);
    const { event, data } = lastEvent(text);
    return {
      status: reply.statusCode,
      type,
      received: JSON.stringify(reply.headers) + text,
      value: JSON.parse(type === 'text/event-stream' ? data : text),
      event,
      ms: clock.now() - startedAt,
    };
  }

  return {
    upstream,
    clock,
    ask,
    holdWaits() {
      isHeld = true;
    },
    outcomes: () => logged().flatMap((line) => (line.attempt ? [line.outcome ?? []].flat() : [])),
    calls: () => calls,
    answered: () => logged().filter(({ msg }) => msg === 'The model service answers').length,
    async expectNothingLeft() {
      await vi.waitFor(() => expect(clock.pending(), 'sleeps left').toBe(0), { interval: 5 });
      expect(calls, 'places left').toEqual({ underWay: 0, waiting: 0 });
      // Waits for every call of its own, so one that was left behind does not let it close.
      await client.close();
      await visitors.close();
      await expect.poll(() => upstream.connections(), { interval: 5 }).toBe(0);
      await expectNoHandles(before);
      expect(server.lines.join('')).not.toContain(upstreamKey);
      expect(logged().filter(({ outcome }) => outcome === 'internal-error')).toEqual([]);
    },
    async close() {
      await visitors.destroy();
      await upstream.close();
      server.close();
    },
  };
}

/** Expects that a reply tells nothing of what the model service said. */
export function expectNothingTold({ received }: VisitorReply): void {
  for (const secret of [upstreamKey, upstreamWords, 'X-Echo', 'x-echo']) {
    expect(received).not.toContain(secret);
  }
}
