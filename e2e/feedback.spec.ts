import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  answersWith,
  contentReply,
  feedbackModel,
  feedbackReply,
  feedbackText,
  questions,
  quizReply,
  writtenQuestions,
} from './replies.ts';
import { answerQuiz, button, expectPath, heading, openQuiz, startQuiz } from './visitor.ts';

// A page at rest is quicker, and nothing here is about motion.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const loading = 'Generating feedback...';

test('the results are there at once, and the feedback when it has come', async ({
  page,
  upstream,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('/api/feedback', async (route) => {
    await released;
    await route.continue();
  });
  upstream.answer(quizReply(), contentReply(`  You did well. \r\n\n   Read on!  \n`));
  await openQuiz(page);
  await answerQuiz(page, answersWith(4, questions));
  await expect(page.getByText(loading)).toBeVisible();
  await expect(page.getByText('4/5')).toBeVisible();
  await expect(page.getByText('Great job!')).toBeVisible();
  await expect(heading(page, 'Question Breakdown')).toBeVisible();
  release();
  // Lines are trimmed and joined with single spaces (section 7).
  await expect(page.getByText('You did well. Read on!', { exact: true })).toBeVisible();
  await expect(page.getByText(loading)).toHaveCount(0);
});

test('the feedback is asked for with the score and once per submitted quiz', async ({
  page,
  upstream,
}) => {
  upstream.answer(quizReply(), feedbackReply);
  await openQuiz(page, 'Music');
  await answerQuiz(page, answersWith(3, questions));
  await expect(page.getByText(feedbackText)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Topics' }).click();
  await expectPath(page, '/');
  await page.goBack();
  await expect(page.getByText(feedbackText)).toBeVisible();
  await page.goBack();
  await expectPath(page, '/');
  await page.goForward();
  await expect(page.getByText(feedbackText)).toBeVisible();

  const others = writtenQuestions(10).slice(5);
  upstream.answer(quizReply(others), contentReply('Another round, another result.'));
  await button(page, 'Take Another Quiz').click();
  await startQuiz(page, 'Music');
  await answerQuiz(page, answersWith(5, others));
  await expect(page.getByText('Another round, another result.')).toBeVisible();
  const calls = upstream.requests.filter(({ raw }) => raw.includes(feedbackModel));
  expect(calls).toHaveLength(2);
  expect(calls[0]?.raw).toContain('3 of 5');
  expect(calls[1]?.raw).toContain('5 of 5');
});

test('leaving while it loads aborts the call; coming back asks anew', async ({
  page,
  upstream,
  app,
}) => {
  upstream.answer(quizReply(), { type: 'silence' });
  await openQuiz(page);
  await upstream.nextRequest();
  await answerQuiz(page, answersWith(3, questions));
  const request = await upstream.nextRequest();
  await expect(page.getByText(loading)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Topics' }).click();
  await request.closed;
  await expectPath(page, '/');
  await expect.poll(() => app.attempts('feedback')).toEqual(['The call was given up']);

  upstream.answer(feedbackReply);
  await page.goBack();
  await expect(page.getByText(feedbackText)).toBeVisible();
  expect(upstream.requests).toHaveLength(3);
});

test("'Take Another Quiz' while it loads aborts the call", async ({ page, upstream }) => {
  upstream.answer(quizReply(), { type: 'silence' });
  await openQuiz(page);
  await upstream.nextRequest();
  await answerQuiz(page, answersWith(3, questions));
  const request = await upstream.nextRequest();
  await button(page, 'Take Another Quiz').click();
  await request.closed;
  await expect(heading(page, 'Choose Your Quiz Topic')).toBeVisible();
});
