import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createFeedback } from './api-client/create-feedback.ts';
import { createQuiz } from './api-client/create-quiz.ts';
import { App } from './app.tsx';
import type { Parts } from './parts.tsx';
import { sleep } from './sleep.ts';

const send = (input: string, init: RequestInit) => fetch(input, init);

const parts: Parts = {
  createQuiz: (topic, signal) => createQuiz(send, topic, signal),
  createFeedback: (result, signal) => createFeedback(send, result, signal),
  sleep,
};

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <App parts={parts} />
  </StrictMode>,
);
