import { expect } from '@playwright/test';
import { topics } from '../src/domain/topics.ts';
import { test } from './fixtures.ts';
import { quizReply } from './replies.ts';
import { card, checkMark, expectPath, heading, overlay } from './visitor.ts';

const names = topics.map(({ name }) => name);

test('the page has the words of section 2 and ten cards in order, each with an icon', async ({
  page,
}) => {
  await page.goto('/');
  await expect(heading(page, 'Choose Your Quiz Topic')).toBeVisible();
  for (const line of [
    'Select a topic that interests you and test your knowledge',
    'Choose a topic to generate your personalized quiz:',
  ]) {
    await expect(page.getByText(line, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('button')).toHaveText(names);
  expect(names.join(' ')).toBe(
    'Wellness Technology Science History Geography Sports Entertainment Literature Art Music',
  );
  const icons = page.getByRole('button').locator('svg');
  await expect(icons).toHaveCount(10);
  for (const icon of await icons.all()) await expect(icon).toBeVisible();
  const drawings = await icons.evaluateAll((all) => all.map((icon) => icon.innerHTML));
  expect(new Set(drawings).size).toBe(10);
  await expect(page.getByRole('alert')).toBeEmpty();
});

test('while a quiz is written its card says so and the overlay covers the screen', async ({
  page,
  upstream,
}) => {
  upstream.answer({ type: 'silence' });
  await page.goto('/');
  await card(page, 'Science').click();
  await upstream.nextRequest();
  await expect(overlay(page)).toBeVisible();
  await expect(page.getByText('Preparing your quiz...')).toBeVisible();
  await expect(card(page, 'Science')).toContainText('Generating...');
  await expect(page.getByText('Generating...')).toHaveCount(1);
  await expect(checkMark(page)).toHaveCount(0);
  const isCovered = await page.getByRole('list').evaluate((list) =>
    Array.from(list.querySelectorAll('button'), (topicCard) => {
      const { x, y, width, height } = topicCard.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('dialog')?.open;
    }),
  );
  expect(isCovered).toEqual(Array(10).fill(true));
  const { height } = page.viewportSize() ?? {};
  expect(await overlay(page).boundingBox()).toMatchObject({ x: 0, y: 0, height });
});

test('clicks on other cards, and on the same one, are ignored while a quiz is written', async ({
  page,
  upstream,
  app,
}) => {
  upstream.answer({ type: 'silence' });
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.postDataJSON());
  });
  await page.goto('/');
  await card(page, 'History').click();
  await upstream.nextRequest();
  await card(page, 'Music').dispatchEvent('click');
  await card(page, 'History').dispatchEvent('click');
  await expect(card(page, 'History')).toContainText('Generating...');
  await expect(card(page, 'Music')).toHaveText('Music');
  await page.getByRole('button', { name: 'Cancel' }).click();

  upstream.answer(quizReply());
  await card(page, 'Art').click();
  await expect(checkMark(page)).toBeVisible();
  // During the 0.8 s before the quiz as well.
  await card(page, 'Music').click();
  await page.clock.runFor(800);
  await expect(heading(page, 'Art Quiz')).toBeVisible();
  expect(asked).toEqual([{ topic: 'history' }, { topic: 'art' }]);
  expect(upstream.requests).toHaveLength(2);
  expect(app.attempts('quiz')).toEqual(['The call was given up', 'The model has answered']);
});

for (const viewport of [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
]) {
  test(`a double click on any card asks for one quiz (${viewport.width} px)`, async ({
    page,
    upstream,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    for (const [index, name] of names.entries()) {
      upstream.answer({ type: 'silence' });
      await card(page, name).dblclick();
      const request = await upstream.nextRequest();
      await expect(overlay(page)).toBeVisible();
      expect(upstream.requests).toHaveLength(index + 1);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await request.closed;
    }
  });
}

test('the check mark stays on the card for 0.8 s, then the quiz opens', async ({
  page,
  upstream,
}) => {
  upstream.answer(quizReply());
  await page.goto('/');
  await card(page, 'Literature').click();
  await expect(card(page, 'Literature').getByLabel('Ready')).toBeVisible();
  await expect(overlay(page)).toBeHidden();
  await expect(page.getByText('Generating...')).toHaveCount(0);
  await page.clock.runFor(799);
  await expect(checkMark(page)).toBeVisible();
  await expectPath(page, '/');
  await page.clock.runFor(1);
  await expectPath(page, '/quiz');
  await expect(heading(page, 'Literature Quiz')).toBeVisible();
  await expect(page.getByText('Question 1 of 5')).toBeVisible();
});
