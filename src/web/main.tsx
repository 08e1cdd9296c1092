import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createFeedback } from './api-client/create-feedback.ts';
import { createQuiz } from './api-client/create-quiz.ts';
import type { CallParts } from './api-client/post.ts';
import { App } from './app.tsx';
import type { Parts } from './parts.tsx';
import { sleep } from './sleep.ts';

const callParts: CallParts = { fetch: (input, init) => fetch(input, init), sleep };

const parts: Parts = {
  createQuiz: (topic, options) => createQuiz(callParts, topic, options),
  createFeedback: (result, signal) => createFeedback(callParts, result, signal),
  sleep,
  copyText: (text) => navigator.clipboard.writeText(text),
  shareText: 'share' in navigator ? (text) => navigator.share({ text }) : null,
  print: () => window.print(),
};

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <App parts={parts} />
  </StrictMode>,
);
