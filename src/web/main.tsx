import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createQuiz } from './api-client/create-quiz.ts';
import type { CallParts } from './api-client/send.ts';
import { App } from './app.tsx';
import { loadQuizChunk } from './load-quiz-chunk.ts';
import type { Parts } from './parts.tsx';
import { sleep } from './sleep.ts';
import { reloadOnce } from './stale-page.ts';

const callParts: CallParts = { fetch: (input, init) => fetch(input, init), sleep };
const quizParts = { ...callParts, loadReader: loadQuizChunk };

const parts: Parts = {
  createQuiz: (topic, options) => createQuiz(quizParts, topic, options),
  loadQuizPages: loadQuizChunk,
  reload: () => reloadOnce({ fetch: callParts.fetch, history, location }),
  createFeedback: async (result, signal) => {
    const { createFeedback } = await loadQuizChunk();
    return createFeedback(callParts, result, signal);
  },
  sleep,
  copyText: (text) => navigator.clipboard.writeText(text),
  shareText: 'share' in navigator ? (text) => navigator.share({ text }) : null,
  print: () => window.print(),
};

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');

// The build fills the root (prerender.tsx); in development it is empty.
const { prerenderedFor = '/' } = root.dataset;
if (import.meta.env.DEV) {
  createRoot(root).render(
    <StrictMode>
      <App parts={parts} />
    </StrictMode>,
  );
} else {
  hydrateRoot(
    root,
    <StrictMode>
      <App parts={parts} prerenderedFor={prerenderedFor} />
    </StrictMode>,
  );
}
