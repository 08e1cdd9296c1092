import { expect, type Page } from '@playwright/test';
import { completion, jsonScript, type UpstreamScript } from '../src/server/model/test-upstream.ts';
import { test } from './fixtures.ts';
import { noteReplies } from './noted-replies.ts';
import { contentReply, quizReply } from './replies.ts';
import { approach, card, checkMark, expectPath, heading, overlay, startQuiz } from './visitor.ts';

// Section 8: each failure is logged in its own words, and the page offers another try.

// A page at rest is quicker, and nothing here is about motion.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const banner = 'Failed to generate quiz questions. Please try again.';

async function expectFailure(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText(banner);
  await expect(overlay(page)).toBeHidden();
  await expect(page.getByText('Generating...')).toHaveCount(0);
  await expect(checkMark(page)).toHaveCount(0);
  await expectPath(page, '/');
}

const failures: readonly (readonly [string, UpstreamScript, string])[] = [
  [
    'an answer that is not OK',
    { type: 'answer', status: 500, chunks: ['the kitchen is on fire'] },
    'API request failed: 500 - the kitchen is on fire',
  ],
  ['empty content', contentReply(''), 'No content in response'],
  ['content null', contentReply(null), 'No content in response'],
  ['an object', contentReply('{}'), 'No questions found in response'],
  ['an empty array', contentReply('[]'), 'No questions found in response'],
  ['words', contentReply('I am sorry, but I cannot.'), 'No questions found in response'],
  ['a question that is null', contentReply('[null]'), 'Invalid question format at index 0'],
  [
    'a third question that is a number',
    contentReply('[{"text":"A?"},{"text":"B?"},3]'),
    'Invalid question format at index 2',
  ],
  [
    'half a quiz, cut off at the limit of tokens',
    jsonScript(completion('[{"id":"q-1","text":"Which', {}, 'length')),
    'No questions found in response',
  ],
];

for (const [name, script, message] of failures) {
  test(`${name}, three times over: ${message}`, async ({ page, upstream, app, failing }) => {
    failing.add('/api/quizzes');
    upstream.answer(script, script, script);
    await page.goto('/');
    await card(page, 'History').click();
    await expectFailure(page);
    expect(app.attempts('quiz')).toEqual([message, message, message]);
    expect(app.clock.skipped).toEqual([2000, 3000]);

    upstream.answer(quizReply());
    await card(page, 'Science').click();
    await expect(page.getByRole('alert')).toBeEmpty();
    await expect(checkMark(page)).toBeVisible();
    await page.clock.runFor(800);
    await expect(heading(page, 'Science Quiz')).toBeVisible();
    expect(upstream.requests).toHaveLength(4);
  });
}

test('two failures and then a success make a quiz and no banner', async ({
  page,
  upstream,
  app,
}) => {
  upstream.answer(contentReply(''), contentReply('{}'), quizReply());
  await page.goto('/');
  await startQuiz(page, 'History');
  await expect(page.getByText('Question 1 of 5')).toBeVisible();
  await expect(page.getByRole('alert')).toBeEmpty();
  expect(app.attempts('quiz')).toEqual([
    'No content in response',
    'No questions found in response',
    'The model has answered',
  ]);
  expect(app.clock.skipped).toEqual([2000, 3000]);
});

test('one topic after the other can fail, each with its banner', async ({
  page,
  upstream,
  failing,
}) => {
  failing.add('/api/quizzes');
  upstream.answerOthers(contentReply(''));
  await page.goto('/');
  for (const topic of ['History', 'Music', 'Music']) {
    await card(page, topic).click();
    await expectFailure(page);
  }
  expect(upstream.requests).toHaveLength(9);
});

test('what the service says reaches the log and not the browser', async ({
  page,
  upstream,
  app,
  failing,
}) => {
  failing.add('/api/quizzes');
  upstream.answerOthers({ type: 'answer', status: 403, chunks: ['the inner workings'] });
  await page.goto('/');
  // The page's own code knows the statuses, and so the number.
  await approach(page, 'History');
  const replies = await noteReplies(page);
  await card(page, 'History').click();
  await expectFailure(page);
  expect(replies.join('')).toContain('generation-failed');
  expect(replies.join('')).not.toMatch(/inner workings|403/);
  expect(app.attempts('quiz')).toContain('API request failed: 403 - the inner workings');
});
