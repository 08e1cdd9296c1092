import { fileURLToPath } from 'node:url';
import devServer from '@hono/vite-dev-server';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Leaves an import() as it is: Vite would wrap it in code that preloads what the chunk needs, which
 * the page does itself (src/web/preload-quiz-chunk.ts).
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

export default defineConfig({
  plugins: [
    react(),
    plainImports,
    // In development the API answers on the page's own port (`npm run dev`).
    devServer({
      entry: 'src/server/main.ts',
      exclude: [/^\/(?!(api\/|healthz$|readyz$|metrics$))/],
      injectClientScript: false,
    }),
  ],
  builder: {},
  // What wouter brings and the page does not need: a stand-in for a hook that React has had itself
  // since 18, and the matching of patterns.
  resolve: {
    alias: {
      'use-sync-external-store/shim/index.js': 'react',
      regexparam: fileURLToPath(new URL('src/web/no-patterns.ts', import.meta.url)),
    },
  },
  // Names as they are written: a digest in each would take half a kilobyte of the first load. That no
  // two modules share one is tested (scripts/style-names.test.ts).
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { pattern: '[local]' } } },
  build: { target: 'es2023' },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        // One style sheet, which scripts/prerender.mjs moves into the pages.
        cssCodeSplit: false,
        // The oldest browsers that run the script, for its AbortSignal.any.
        cssTarget: ['chrome116', 'firefox124', 'safari17.4'],
        modulePreload: false,
        // React asks for its developer tools, which are for development.
        rolldownOptions: { transform: { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } } },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: { main: 'src/server/main.ts', evaluate: 'src/server/evaluate/main.ts' },
        },
      },
    },
    // Draws the pages at build time (scripts/prerender.mjs), and is no part of what is shipped.
    prerender: {
      consumer: 'server',
      build: {
        outDir: 'dist/prerender',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/web/prerender.tsx' },
      },
    },
    // Goes into the pages as it is (scripts/prerender.mjs); development does without it.
    starter: {
      consumer: 'client',
      optimizeDeps: { noDiscovery: true },
      build: {
        outDir: 'dist/starter',
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: 'src/web/starter.ts',
          output: { format: 'iife', entryFileNames: 'starter.js' },
        },
      },
    },
  },
});
