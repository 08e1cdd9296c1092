import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { questions, quizReply } from './replies.ts';
import {
  button,
  card,
  checkMark,
  expectPath,
  followLink,
  heading,
  overlay,
  startQuiz,
} from './visitor.ts';

// Leaving or cancelling aborts the call, and a late reply changes nothing.

async function expectIdleTopics(page: Page): Promise<void> {
  await expectPath(page, '/');
  await expect(overlay(page)).toBeHidden();
  await expect(page.getByText('Generating...')).toHaveCount(0);
  await expect(checkMark(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toBeEmpty();
}

const ways = [
  { name: 'the Cancel button', cancel: (page: Page) => button(page, 'Cancel').click() },
  { name: 'Escape', cancel: (page: Page) => page.keyboard.press('Escape') },
];

for (const { name, cancel } of ways) {
  test(`${name} aborts the call, clears the selection and leaves the page usable`, async ({
    page,
    upstream,
    app,
  }) => {
    await page.goto('/');
    // Twice: the browser treats a second Escape in its own way.
    for (const topic of ['Sports', 'Geography']) {
      upstream.answer({ type: 'silence' });
      await card(page, topic).click();
      const request = await upstream.nextRequest();
      await expect(overlay(page)).toBeVisible();
      await cancel(page);
      await request.closed;
      await expectIdleTopics(page);
    }
    upstream.answer(quizReply());
    await startQuiz(page, 'Music');
    await expect(heading(page, 'Music Quiz')).toBeVisible();
    expect(app.attempts('quiz')).toEqual([
      'The call was given up',
      'The call was given up',
      'The model has answered',
    ]);
  });
}

test('a reply that comes after the cancelling changes nothing', async ({ page, upstream }) => {
  // A browser whose calls cannot be aborted, so that the reply does come.
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = (input, init) => {
      const { signal: _signal, ...rest } = init ?? {};
      return send(input, rest);
    };
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('/api/quizzes', async (route) => {
    await released;
    await route.continue();
  });
  upstream.answerOthers(quizReply());
  await page.goto('/');
  await card(page, 'Sports').click();
  await button(page, 'Cancel').click();
  const reply = page.waitForResponse('/api/quizzes');
  release();
  await reply;
  await page.clock.runFor(5000);
  await expectIdleTopics(page);
  await startQuiz(page, 'Music');
  await expect(heading(page, 'Music Quiz')).toBeVisible();
});

test('going back in history aborts the call', async ({ page, upstream, failing }) => {
  failing.add('/nope');
  upstream.answer({ type: 'silence' });
  await page.goto('/nope');
  await page.getByRole('link', { name: 'Back to Topics' }).click();
  await card(page, 'History').click();
  const request = await upstream.nextRequest();
  await page.goBack();
  await request.closed;
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.goForward();
  await expectIdleTopics(page);
  await page.clock.runFor(5000);
  await expectIdleTopics(page);
});

test('going to another page of the product aborts the call', async ({ page, upstream }) => {
  upstream.answer({ type: 'silence' });
  await page.goto('/');
  await card(page, 'History').click();
  const request = await upstream.nextRequest();
  await followLink(page, '/results');
  await request.closed;
  await expectIdleTopics(page);
});

test('closing the tab aborts the call', async ({ page, upstream, app }) => {
  upstream.answer({ type: 'silence' });
  await page.goto('/');
  await card(page, 'History').click();
  const request = await upstream.nextRequest();
  await page.close();
  await request.closed;
  await expect.poll(() => app.attempts('quiz')).toEqual(['The call was given up']);
  expect(app.clock.skipped).toEqual([]);
});

test('leaving during the wait before a retry makes no further attempt', async ({
  page,
  upstream,
  app,
}) => {
  // A longer wait that the service asks for does take its time here.
  upstream.answer({
    type: 'answer',
    status: 429,
    headers: { 'Retry-After': '7' },
    chunks: ['slow down'],
  });
  await page.goto('/');
  await card(page, 'History').click();
  await expect.poll(() => app.attempts('quiz')).toEqual(['API request failed: 429 - slow down']);
  expect(app.clock.pending()).toBeGreaterThan(0);
  await button(page, 'Cancel').click();
  await expect.poll(() => app.clock.pending()).toBe(0);
  app.clock.advance(60_000);
  await expectIdleTopics(page);
  expect(upstream.requests).toHaveLength(1);
});

test('leaving during the 0.8 s before the quiz stays left', async ({ page, upstream, failing }) => {
  failing.add('/nope');
  upstream.answer(quizReply());
  await page.goto('/nope');
  await page.getByRole('link', { name: 'Back to Topics' }).click();
  await card(page, 'History').click();
  await expect(checkMark(page)).toBeVisible();
  await page.clock.runFor(799);
  await page.goBack();
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.clock.runFor(5000);
  await expectPath(page, '/nope');
  await expect(page.getByText(questions[0]?.text ?? '')).toHaveCount(0);
});
