import { expect } from '@playwright/test';
import { retryWaitsMs } from '../src/domain/limits.ts';
import { createChatClient } from '../src/server/model/chat-client.ts';
import type { ModelSettings } from '../src/server/model/settings.ts';
import { startTestUpstream, type TestUpstream } from '../src/server/model/test-upstream.ts';
import { createRecentQuestionsInMemory } from '../src/server/quiz/recent-questions.ts';
import type { Random } from '../src/server/quiz/shuffle.ts';
import { createTestClock } from '../src/server/test-clock.ts';
import { createModelWriter } from '../src/server/writers/model-writer.ts';
import { loadSamples } from '../src/server/writers/samples/collection.ts';
import { createSamplesWriter } from '../src/server/writers/samples-writer.ts';
import { feedbackModel, quizModel } from './replies.ts';
import { type RunningApp, startApp } from './running-app.ts';
import { watchedTest } from './watched-page.ts';

interface Options {
  /** Who writes the quizzes: the model at `upstream`, or the samples. */
  writing: 'model' | 'samples';
}

interface Fixtures {
  /** The chat-completions service that the app asks; `stop` stops it before the test is over. */
  upstream: TestUpstream & { stop(): Promise<void> };
  /** Where the app asks, without a trailing slash: `upstream`, but for tests with their own. */
  serviceUrl: string;
  /** The product, its page at `baseURL`. */
  app: RunningApp;
}

/** Bound on one attempt, in ms of the server's clock. */
export const attemptBoundMs = 30_000;

const settings: Omit<ModelSettings, 'baseUrl'> = {
  apiKey: 'sk-test-of-the-browser-tests',
  dialect: 'openrouter',
  quizModels: [quizModel],
  feedbackModels: [feedbackModel],
  appUrl: 'http://localhost:3000',
  appTitle: 'AI Quiz App',
  timeoutMs: attemptBoundMs,
};

/** The same numbers each time (Lehmer's generator). */
function fixedRandom(): Random {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const waits: readonly number[] = retryWaitsMs;

/**
 * Tests of the whole product: the built page in Chromium, the server's own code behind real HTTP,
 * and behind it a chat-completions service that answers by script. Afterwards nothing may be left
 * running or open, and nothing may have failed in a way that the product does not know.
 */
export const test = watchedTest.extend<Options & Fixtures>({
  writing: ['model', { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from it
  upstream: async ({}, use) => {
    const upstream = await startTestUpstream();
    let isOpen = true;
    const stop = async () => {
      if (isOpen) await upstream.close();
      isOpen = false;
    };
    await use({ ...upstream, stop });
    await stop();
  },

  serviceUrl: async ({ upstream }, use) => use(`${upstream.origin}/v1`),

  app: async ({ upstream, serviceUrl, writing }, use) => {
    const clock = createTestClock({ skip: (ms) => waits.includes(ms) });
    const model = { ...settings, baseUrl: serviceUrl };
    const client = createChatClient({ settings: model, clock });
    const random = fixedRandom();
    const recent = createRecentQuestionsInMemory();
    const writer =
      writing === 'model'
        ? createModelWriter({ client, settings: model, clock, random, recent, blindCheck: 'off' })
        : createSamplesWriter({ random, collection: loadSamples() });
    const app = await startApp({ writer, clock });
    await use(app);
    await app.stop();
    await client.close();
    await expect.poll(() => upstream.connections()).toBe(0);
    expect(clock.pending()).toBe(0);
    expect(app.lines().filter((line) => line.outcome === 'internal-error')).toEqual([]);
  },

  baseURL: async ({ app }, use) => use(app.origin),
});
