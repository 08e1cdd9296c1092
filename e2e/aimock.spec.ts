import { LLMock } from '@copilotkit/aimock';
import { expect } from '@playwright/test';
import { test as base } from './fixtures.ts';
import { answersWith, feedbackText, questions } from './replies.ts';
import { answerQuiz, feedback, openQuiz } from './visitor.ts';

interface Fixtures {
  /** A chat-completions server that is not of our own making. */
  service: LLMock;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from it
  service: async ({}, use) => {
    const service = new LLMock({ port: 0 });
    await service.start();
    await use(service);
    await service.stop();
  },

  serviceUrl: async ({ service }, use) => use(`${service.url}/v1`),
});

test('a whole quiz with a chat-completions server that others wrote', async ({ page, service }) => {
  service.onMessage(/"Geography".*JSON/s, { content: JSON.stringify(questions) });
  service.onMessage(/"Geography".*4 of 5/s, { content: feedbackText });
  await openQuiz(page, 'Geography');
  await answerQuiz(page, answersWith(4, questions));
  await expect(page.getByText('4/5')).toBeVisible();
  await expect(feedback(page)).toHaveText(feedbackText);
  const calls = service.getRequests();
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/chat/completions',
    'POST /v1/chat/completions',
  ]);
  expect(calls.map(({ response }) => response.status)).toEqual([200, 200]);
});
