import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { answersWith, feedbackReply, questions, quizReply } from './replies.ts';
import {
  answer,
  answerQuiz,
  button,
  expectPath,
  followLink,
  heading,
  openQuiz,
  submitQuiz,
} from './visitor.ts';

// The routes and what each shows to a session that it is not for.

/** Notes every text that comes into the page, however short its stay. */
async function noteTexts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(window, { shownTexts: texts });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) texts.push(node.textContent ?? '');
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'shownTexts'));
}

test('/quiz without questions says that it loads, offers the way back, and goes to /', async ({
  page,
}) => {
  const shownTexts = await noteTexts(page);
  await page.goto('/quiz');
  await expectPath(page, '/');
  await expect(heading(page, 'Choose Your Quiz Topic')).toBeVisible();
  expect((await shownTexts()).join('\n')).toContain('Loading your quiz questions...Back to Topics');
});

test('/results without a quiz goes to /', async ({ page }) => {
  await page.goto('/results');
  await expectPath(page, '/');
  await expect(heading(page, 'Choose Your Quiz Topic')).toBeVisible();
});

test('a redirect leaves no step in the history that leads back into it', async ({
  page,
  failing,
}) => {
  failing.add('/nope');
  await page.goto('/nope');
  await page.goto('/quiz');
  await expectPath(page, '/');
  await page.goBack();
  await expectPath(page, '/nope');
});

test('a reload loses the quiz, whose home is memory alone', async ({ page, upstream }) => {
  upstream.answerOthers(quizReply());
  await openQuiz(page);
  await page.reload();
  await expectPath(page, '/');
  const stored = await page.evaluate(async () => [
    localStorage.length,
    sessionStorage.length,
    (await indexedDB.databases()).length,
    (await caches.keys()).length,
  ]);
  expect(stored).toEqual([0, 0, 0, 0]);

  upstream.answer(quizReply(), feedbackReply);
  await openQuiz(page);
  await answerQuiz(page, answersWith(5, questions));
  await page.reload();
  await expectPath(page, '/');
  await expect(heading(page, 'Choose Your Quiz Topic')).toBeVisible();
});

test('/results during a quiz leads back to the question', async ({ page, upstream }) => {
  upstream.answer(quizReply());
  await openQuiz(page);
  await button(page, 'Next').click();
  await answer(page, answersWith(5, questions)[1] ?? '').click();
  await followLink(page, '/results');
  await expectPath(page, '/quiz');
  await expect(page.getByText('Question 2 of 5')).toBeVisible();
  await expect(answer(page, answersWith(5, questions)[1] ?? '')).toBeChecked();
  expect(upstream.requests).toHaveLength(1);
});

test('going back from the quiz and forward again finds it as it was', async ({
  page,
  upstream,
}) => {
  upstream.answer(quizReply());
  await openQuiz(page);
  await answer(page, answersWith(5, questions)[0] ?? '').click();
  await button(page, 'Next').click();
  await page.goBack();
  await expect(heading(page, 'Choose Your Quiz Topic')).toBeVisible();
  await page.goForward();
  await expect(page.getByText('Question 2 of 5')).toBeVisible();
  await button(page, 'Previous').click();
  await expect(answer(page, answersWith(5, questions)[0] ?? '')).toBeChecked();
});

test('leaving during the 0.5 s of a submit does not submit', async ({ page, upstream }) => {
  upstream.answer(quizReply());
  await openQuiz(page);
  for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
  await button(page, 'Submit Quiz').click();
  await page.clock.runFor(499);
  await page.goBack();
  await expect(heading(page, 'Choose Your Quiz Topic')).toBeVisible();
  await page.clock.runFor(5000);
  await expectPath(page, '/');
  await page.goForward();
  await expect(button(page, 'Submit Quiz')).toBeVisible();
  expect(upstream.requests).toHaveLength(1);
});

test('back from the results leads to the topics and not into the finished quiz', async ({
  page,
  upstream,
}) => {
  upstream.answer(quizReply(), feedbackReply);
  await openQuiz(page);
  await answerQuiz(page, answersWith(3, questions));
  await page.goBack();
  await expectPath(page, '/');
  await followLink(page, '/quiz');
  await expectPath(page, '/results');
  await expect(page.getByText('3/5')).toBeVisible();
});

test('the tab is named after its page', async ({ page, upstream }) => {
  upstream.answer(quizReply(), feedbackReply);
  await page.goto('/');
  await expect(page).toHaveTitle('AI Quiz App');
  await openQuiz(page, 'Art');
  await expect(page).toHaveTitle('Art Quiz, Question 1 of 5 · AI Quiz App');
  for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
  await submitQuiz(page);
  await expect(page).toHaveTitle('Quiz Results · AI Quiz App');
});
