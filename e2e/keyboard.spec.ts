import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { feedbackReply, questions, quizReply, rightAnswer } from './replies.ts';
import {
  answer,
  button,
  card,
  checkMark,
  expectPath,
  heading,
  overlay,
  startQuiz,
} from './visitor.ts';

async function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, locator: Locator): Promise<void> {
  for (let press = 0; press < 30 && !(await isFocused(locator)); press += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(locator).toBeFocused();
}

test('a whole quiz with the keyboard alone', async ({ page, upstream }) => {
  upstream.answer(quizReply(), feedbackReply);
  await page.goto('/');
  await expect(card(page, 'Wellness')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(card(page, 'Wellness')).toBeFocused();
  await tabTo(page, card(page, 'History'));
  await page.keyboard.press('Enter');
  await expect(checkMark(page)).toBeVisible();
  await page.clock.runFor(800);
  await expectPath(page, '/quiz');

  for (const [index, question] of questions.entries()) {
    await expect(page.getByText(`Question ${index + 1} of 5`, { exact: true })).toBeVisible();
    await tabTo(page, page.getByRole('radio').first());
    await page.keyboard.press('Space');
    await expect(page.getByRole('radio').first()).toBeChecked();
    const right = answer(page, rightAnswer(question));
    for (let press = 0; press < 3 && !(await isFocused(right)); press += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await expect(right).toBeFocused();
    await expect(right).toBeChecked();
    await tabTo(page, button(page, index < 4 ? 'Next' : 'Submit Quiz'));
    await page.keyboard.press('Enter');
  }
  await page.clock.runFor(500);
  await expect(heading(page, 'Quiz Results')).toBeFocused();
  await expect(page.getByText('5/5')).toBeVisible();
  await tabTo(page, button(page, 'Take Another Quiz'));
  await page.keyboard.press('Space');
  await expect(heading(page, 'Choose Your Quiz Topic')).toBeFocused();
});

test('the arrow keys go round the answers, and only one of them is a stop of Tab', async ({
  page,
  upstream,
}) => {
  upstream.answer(quizReply());
  await page.goto('/');
  await startQuiz(page, 'History');
  const answers = page.getByRole('radio');
  await tabTo(page, answers.first());
  await page.keyboard.press('ArrowUp');
  await expect(answers.last()).toBeFocused();
  await expect(answers.last()).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(answers.first()).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(answers.and(page.locator(':focus'))).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(answers.first()).toBeFocused();
});

test('the focus goes to the heading of each page, and of each question', async ({
  page,
  upstream,
}) => {
  upstream.answer(quizReply(), feedbackReply);
  await page.goto('/');
  await startQuiz(page, 'Art');
  await expect(heading(page, 'Art Quiz')).toBeFocused();
  await button(page, 'Next').click();
  await expect(heading(page, questions[1]?.text ?? '')).toBeFocused();
  await button(page, 'Previous').click();
  await expect(heading(page, questions[0]?.text ?? '')).toBeFocused();
  for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
  await button(page, 'Submit Quiz').click();
  await expect(button(page, 'Submitting...')).toBeFocused();
  await page.clock.runFor(500);
  await expect(heading(page, 'Quiz Results')).toBeFocused();
  await page.getByRole('link', { name: 'Back to Topics' }).click();
  await expect(heading(page, 'Choose Your Quiz Topic')).toBeFocused();
});

for (const key of ['Escape', 'Enter']) {
  test(`the overlay holds the focus, and gives it back to the card (${key})`, async ({
    page,
    upstream,
  }) => {
    upstream.answer({ type: 'silence' });
    await page.goto('/');
    await tabTo(page, card(page, 'Geography'));
    await page.keyboard.press('Enter');
    await upstream.nextRequest();
    const cancel = button(page, 'Cancel');
    await expect(cancel).toBeFocused();
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.press('Tab');
      // From the last element the focus may go to the browser's own controls, never to the page.
      expect(await page.locator('main > :not(dialog) :focus:not(dialog *)').count()).toBe(0);
    }
    await tabTo(page, cancel);
    await page.keyboard.press(key);
    await expect(overlay(page)).toBeHidden();
    await expect(card(page, 'Geography')).toBeFocused();
  });
}

test('a generation that fails gives the focus back to the card', async ({
  page,
  upstream,
  failing,
}) => {
  failing.add('/api/quizzes');
  upstream.answerOthers({ type: 'answer', status: 500, chunks: [] });
  await page.goto('/');
  await tabTo(page, card(page, 'Science'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expect(card(page, 'Science')).toBeFocused();
});
