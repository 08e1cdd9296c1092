import { expect } from '@playwright/test';
import { loadSamples } from '../src/server/writers/samples/collection.ts';
import { test } from './fixtures.ts';
import { processTest } from './process-fixtures.ts';
import { answerQuiz, button, feedback, openQuiz, submitQuiz } from './visitor.ts';

const samples = loadSamples();
const sampleNote = 'These are sample questions.';

processTest('with nothing configured, a whole quiz of samples', async ({ page, server }) => {
  expect(server.output()).toContain('Questions are samples.');
  await openQuiz(page, 'Geography');
  await expect(page.getByText(sampleNote)).toBeVisible();
  const shown: (string | null)[] = [];
  let right = 0;
  for (let index = 0; index < 5; index += 1) {
    if (index > 0) await button(page, 'Next').click();
    await expect(page.getByText(`Question ${index + 1} of 5`, { exact: true })).toBeVisible();
    const question = await page.getByRole('heading', { level: 2 }).textContent();
    const sample = samples.geography.find(({ text }) => text === question);
    const answers = await page.getByRole('radio').allTextContents();
    expect(answers.map((text) => text.slice(1)).toSorted()).toEqual(
      [sample?.correct, ...(sample?.wrong ?? [])].toSorted(),
    );
    shown.push(question);
    await page.getByRole('radio').first().click();
    if (answers[0] === `A${sample?.correct}`) right += 1;
  }
  expect(new Set(shown).size).toBe(5);
  await submitQuiz(page);
  await expect(page.getByText(`${right}/5`, { exact: true })).toBeVisible();
  await expect(feedback(page)).toContainText('Geography');
  await expect(feedback(page)).toContainText(`${right} of 5`);
  await expect(page.getByText(sampleNote)).toBeVisible();
});

processTest('told to stop with a page still open, it ends with 0', async ({ page, server }) => {
  await page.goto('/');
  expect(await server.stop('SIGTERM')).toBe(0);
});

test.describe('the samples writer', () => {
  test.use({ writing: 'samples' });

  test('serves another quiz each time, and says that they are samples', async ({
    page,
    upstream,
  }) => {
    const quizzes: (string | null)[] = [];
    for (let round = 0; round < 2; round += 1) {
      await openQuiz(page, 'Music');
      await expect(page.getByText(sampleNote)).toBeVisible();
      quizzes.push(await page.getByRole('heading', { level: 2 }).textContent());
      await answerQuiz(page, [null, null, null, null, null]);
      await expect(feedback(page)).toContainText('0 of 5');
      await button(page, 'Take Another Quiz').click();
    }
    expect(new Set(quizzes).size).toBe(2);
    expect(upstream.requests).toEqual([]);
  });
});
