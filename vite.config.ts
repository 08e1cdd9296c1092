import devServer from '@hono/vite-dev-server';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    react(),
    // In development the API answers on the page's own port (`npm run dev`).
    devServer({
      entry: 'src/server/main.ts',
      exclude: [/^\/(?!(api\/|healthz$|readyz$|metrics$))/],
      injectClientScript: false,
    }),
  ],
  builder: {},
  css: { transformer: 'lightningcss' },
  build: { target: 'es2023' },
  environments: {
    client: { build: { outDir: 'dist/web' } },
    ssr: {
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: { main: 'src/server/main.ts', evaluate: 'src/server/evaluate/main.ts' },
        },
      },
    },
  },
});
