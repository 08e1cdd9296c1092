import { build } from 'vite';
import { root } from '../scripts/install.mjs';

const entry = '\0react-floor';

/** The least that a page of React can be: one element, drawn by the browser. */
const leastPage = `
  import { StrictMode } from 'react';
  import { createRoot } from 'react-dom/client';
  import { jsx } from 'react/jsx-runtime';
  const children = jsx('h1', { children: 'Quiz' });
  createRoot(document.getElementById('root')).render(jsx(StrictMode, { children }));
`;

/**
 * Builds a page of React alone, as vite.config.ts builds ours, and gives its script.
 * @returns {Promise<string>}
 */
export async function buildReactFloor() {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'react-floor',
        resolveId: (id) => (id === 'react-floor' ? entry : null),
        load: (id) => (id === entry ? leastPage : null),
      },
    ],
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: 'react-floor',
        transform: { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } },
      },
    },
  });
  const outputs = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
  const [chunk, ...others] = outputs;
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('React alone is one script');
  return chunk.code;
}
