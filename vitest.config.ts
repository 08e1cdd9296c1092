import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    setupFiles: ['src/fail-on-console.ts'],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
