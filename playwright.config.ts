import { defineConfig } from '@playwright/test';
import { chromiumFlags } from './scripts/chromium.mjs';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: {
      args: chromiumFlags,
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
    // Traces cost a third of the time; `--trace on` makes them where one is wanted.
    screenshot: 'only-on-failure',
  },
});
