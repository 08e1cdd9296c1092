import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { feedbackReply, questions, quizReply } from './replies.ts';
import { button, heading, openQuiz } from './visitor.ts';

test.beforeEach(async ({ page, upstream }) => {
  upstream.answer(quizReply(), feedbackReply);
  await openQuiz(page);
});

test('A to D and 1 to 4 choose an answer, in capitals too', async ({ page }) => {
  const answers = page.getByRole('radio');
  for (const [key, at] of [
    ['b', 1],
    ['4', 3],
    ['A', 0],
    ['3', 2],
  ] as const) {
    await page.keyboard.press(key);
    await expect(answers.nth(at)).toBeChecked();
    await expect(answers.nth(at)).toBeFocused();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  }
});

test('a key beyond the last answer chooses nothing', async ({ page }) => {
  await page.keyboard.press('f');
  await page.keyboard.press('7');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
});

test('Enter on a chosen answer goes on, and N and P go to and fro', async ({ page }) => {
  await page.keyboard.press('c');
  await page.keyboard.press('Enter');
  await expect(heading(page, questions[1]?.text ?? '')).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByText('Question 3 of 5', { exact: true })).toBeVisible();
  await page.keyboard.press('p');
  await page.keyboard.press('p');
  await page.keyboard.press('p');
  await expect(page.getByText('Question 1 of 5', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio').nth(2)).toBeChecked();
});

test('no shortcut ever submits', async ({ page }) => {
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('n');
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await page.keyboard.press('n');
  await page.clock.runFor(5000);
  await expect(page.getByText('Question 5 of 5', { exact: true })).toBeVisible();
  await expect(button(page, 'Submit Quiz')).toBeVisible();
});

test('with a modifier a key is the browser’s own', async ({ page }) => {
  for (const modifier of ['Control', 'Alt', 'Meta']) await page.keyboard.press(`${modifier}+b`);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
});

test('while something is typed a key is part of it', async ({ page }) => {
  await page.evaluate(() => {
    const field = document.createElement('input');
    document.querySelector('main')?.append(field);
    field.focus();
  });
  await page.keyboard.press('b');
  await page.keyboard.press('n');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(page.getByText('Question 1 of 5', { exact: true })).toBeVisible();
});

test('the shortcuts are told, and can be turned off', async ({ page }) => {
  await expect(page.getByText('Keys: A–D or 1–4 choose')).toBeVisible();
  await button(page, 'Shortcuts on').click();
  await expect(button(page, 'Shortcuts off')).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('b');
  await page.keyboard.press('n');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(page.getByText('Question 1 of 5', { exact: true })).toBeVisible();
  // What belongs to a radio group goes on working.
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
});
