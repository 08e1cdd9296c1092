import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { answersWith, feedbackReply, questions, quizReply } from './replies.ts';
import { refuseNavigationOnce } from './tour.ts';
import { answer, button, expectPath, heading, openQuiz, submitQuiz } from './visitor.ts';

test('a submit that fails says so, keeps the quiz, and can be tried again', async ({
  page,
  upstream,
}) => {
  upstream.answer(quizReply(), feedbackReply);
  await openQuiz(page);
  await answer(page, answersWith(5, questions)[0] ?? '').click();
  for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
  await refuseNavigationOnce(page);
  await button(page, 'Submit Quiz').click();
  await page.clock.runFor(500);
  await expect(page.getByRole('alert')).toHaveText('Failed to submit the quiz. Please try again.');
  await expectPath(page, '/quiz');
  await expect(page.getByText('Question 5 of 5')).toBeVisible();
  expect(upstream.requests).toHaveLength(1);

  await button(page, 'Submit Quiz').click();
  await expect(button(page, 'Submitting...')).toBeVisible();
  await expect(page.getByRole('alert')).toBeEmpty();
  await page.clock.runFor(500);
  await expect(heading(page, 'Quiz Results')).toBeVisible();
  await expect(page.getByText('1/5')).toBeVisible();
});

test('after a failed submit an answer can still be changed', async ({ page, upstream }) => {
  upstream.answer(quizReply(), feedbackReply);
  await openQuiz(page);
  for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
  await answer(page, answersWith(0, questions)[4] ?? '').click();
  await refuseNavigationOnce(page);
  await button(page, 'Submit Quiz').click();
  await page.clock.runFor(500);
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await answer(page, answersWith(5, questions)[4] ?? '').click();
  await expect(answer(page, answersWith(5, questions)[4] ?? '')).toBeChecked();
  await submitQuiz(page);
  await expect(page.getByText('1/5')).toBeVisible();
});
