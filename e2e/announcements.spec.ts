import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { listen } from './heard.ts';
import { contentReply, feedbackReply, feedbackText, questions, quizReply } from './replies.ts';
import {
  approach,
  button,
  card,
  checkMark,
  heading,
  openQuiz,
  overlay,
  submitQuiz,
} from './visitor.ts';

// What a screen reader is told: names, values, states, and what changes in live regions.

test('errors and the finished feedback are announced', async ({ page, upstream, failing }) => {
  failing.add('/api/quizzes');
  const heard = await listen(page);
  const empty = contentReply('');
  upstream.answer(empty, empty, empty);
  await page.goto('/');
  // Here the waits between the attempts take no time: what reads of them must be there before.
  await approach(page, 'History');
  await card(page, 'History').click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  expect(await heard()).toContain('Failed to generate quiz questions. Please try again.');

  upstream.answer(quizReply(), feedbackReply);
  await card(page, 'History').click();
  await expect(checkMark(page)).toBeVisible();
  await page.clock.runFor(800);
  await expect(heading(page, 'History Quiz')).toBeVisible();
  for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
  await submitQuiz(page);
  await expect(page.getByText(feedbackText)).toBeVisible();
  expect(await heard()).toContain(feedbackText);
});

test('the overlay is a modal dialog with a name and a progress bar', async ({ page, upstream }) => {
  upstream.answer({ type: 'silence' });
  await page.goto('/');
  await card(page, 'History').click();
  await upstream.nextRequest();
  await expect(overlay(page)).toHaveAccessibleName('Preparing your quiz...');
  expect(await overlay(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - dialog "Preparing your quiz...":
      - heading "Preparing your quiz..." [level=2]
      - progressbar "Questions written"
      - status:
        - paragraph: 0 of 5 questions written
      - button "Cancel"
  `);
  await button(page, 'Cancel').click();
});

test('the answers are a radio group named by the question', async ({ page, upstream }) => {
  upstream.answer(quizReply());
  await openQuiz(page);
  const group = page.getByRole('radiogroup', { name: questions[0]?.text ?? '', exact: true });
  await expect(group.getByRole('radio')).toHaveCount(4);
  for (const radio of await group.getByRole('radio').all()) await expect(radio).not.toBeChecked();
  await group.getByRole('radio').nth(2).click();
  await expect(group.getByRole('radio', { checked: true })).toHaveCount(1);
  await expect(group.getByRole('radio').nth(2)).toBeChecked();
  const progress = page.getByRole('progressbar', { name: 'Progress' });
  await expect(progress).toHaveAttribute('aria-valuetext', 'Question 1 of 5');
});

test('each page has its title', async ({ page, upstream, failing }) => {
  failing.add('/nope');
  upstream.answer(quizReply(), feedbackReply);
  await page.goto('/nope');
  await expect(page).toHaveTitle('Page not found · AI Quiz App');
  await page.getByRole('link', { name: 'Back to Topics' }).click();
  await expect(page).toHaveTitle('AI Quiz App');
  await card(page, 'Music').click();
  await expect(checkMark(page)).toBeVisible();
  await page.clock.runFor(800);
  await expect(page).toHaveTitle('Music Quiz, Question 1 of 5 · AI Quiz App');
  for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
  await expect(page).toHaveTitle('Music Quiz, Question 5 of 5 · AI Quiz App');
  await submitQuiz(page);
  await expect(page).toHaveTitle('Quiz Results · AI Quiz App');
});
