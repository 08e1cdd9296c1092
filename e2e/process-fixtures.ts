import { expect } from '@playwright/test';
import { startTestUpstream, type TestUpstream } from '../src/server/model/test-upstream.ts';
import { type RunningProcess, startProcess } from './running-process.ts';
import { watchedTest } from './watched-page.ts';

interface Options {
  /** The settings of a process that asks `upstream`; null for one with nothing configured. */
  settings: Readonly<Record<string, string>> | null;
}

interface Fixtures {
  upstream: TestUpstream;
  /** The built server, its page at `baseURL`; it must end well when told to. */
  server: RunningProcess;
}

/** Tests of the product as it is run: the built server as a process, told by its environment. */
export const processTest = watchedTest.extend<Options & Fixtures>({
  settings: [null, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from it
  upstream: async ({}, use) => {
    const upstream = await startTestUpstream();
    await use(upstream);
    await upstream.close();
  },

  server: async ({ upstream, settings }, use, testInfo) => {
    const env = settings ? { LLM_BASE_URL: `${upstream.origin}/v1`, ...settings } : {};
    const server = await startProcess(env, testInfo.outputPath());
    await use(server);
    expect(await server.stop('SIGINT')).toBe(0);
  },

  baseURL: async ({ server }, use) => use(server.origin),
});
