import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  answersWith,
  feedbackReply,
  feedbackText,
  questions,
  quizReply,
  rightAnswer,
} from './replies.ts';
import { answerQuiz, button, expectPath, followLink, heading, openQuiz } from './visitor.ts';

test.beforeEach(async ({ upstream }) => {
  upstream.answer(quizReply(), feedbackReply);
});

test('markers show what is answered, and lead to any question', async ({ page }) => {
  await openQuiz(page);
  const markers = page.getByRole('navigation', { name: 'Questions' }).getByRole('button');
  await expect(markers).toHaveCount(5);
  await expect(markers.first()).toHaveAttribute('aria-current', 'step');
  await markers.nth(3).click();
  await expect(heading(page, questions[3]?.text ?? '')).toBeFocused();
  await page.getByRole('radio').first().click();
  await expect(markers.nth(3)).toHaveAccessibleName('Question 4, answered');
  await expect(markers.first()).toHaveAccessibleName('Question 1, not answered');
  await expect(page.locator('[aria-current]')).toHaveCount(1);
});

test('how many are unanswered is told beside Submit, and never keeps from it', async ({ page }) => {
  await openQuiz(page);
  for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
  const submit = button(page, 'Submit Quiz');
  await expect(submit).toHaveAccessibleDescription('5 questions are unanswered');
  await page.keyboard.press('a');
  await expect(submit).toHaveAccessibleDescription('4 questions are unanswered');
  for (let step = 0; step < 3; step += 1) {
    await button(page, 'Previous').click();
    await page.keyboard.press('a');
  }
  for (let step = 0; step < 3; step += 1) await button(page, 'Next').click();
  await expect(submit).toHaveAccessibleDescription('1 question is unanswered');
  await submit.click();
  await page.clock.runFor(500);
  await expect(heading(page, 'Quiz Results')).toBeVisible();
});

test('the wrong answers can be looked at alone', async ({ page }) => {
  await openQuiz(page);
  await answerQuiz(page, answersWith(3, questions));
  const items = page.getByRole('region', { name: 'Question Breakdown' }).getByRole('listitem');
  await expect(items).toHaveCount(5);
  const filter = button(page, 'Only the wrong ones (2)');
  await expect(filter).toHaveAttribute('aria-pressed', 'false');
  await filter.click();
  await expect(filter).toHaveAttribute('aria-pressed', 'true');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText('Wrong');
  // A print is whole, whatever the filter.
  await page.emulateMedia({ media: 'print' });
  await expect(items).toHaveCount(5);
  await expect(button(page, 'Take Another Quiz')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await filter.click();
  await expect(items).toHaveCount(5);
});

test('there is no filter where it would leave nothing out, or nothing over', async ({ page }) => {
  await openQuiz(page);
  await answerQuiz(page, answersWith(5, questions));
  await expect(page.getByText('Only the wrong ones')).toHaveCount(0);
});

test('a print is black on white, with all questions, answers and explanations', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openQuiz(page);
  await answerQuiz(page, answersWith(2, questions));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const article = page.getByRole('article');
  const colours = await article.evaluate((element) => {
    const shown = [...element.querySelectorAll('h1, h2, h3, p, li')];
    const grounds = [document.documentElement, element].map(
      (ground) => getComputedStyle(ground).backgroundColor,
    );
    return { inks: [...new Set(shown.map((part) => getComputedStyle(part).color))], grounds };
  });
  expect(colours.inks).toEqual(['rgb(0, 0, 0)']);
  expect(colours.grounds.filter((ground) => !/255, 255, 255|, 0\)$/.test(ground))).toEqual([]);
  for (const question of questions) {
    await expect(article).toContainText(question.text);
    await expect(article).toContainText(question.explanation);
    await expect(article).toContainText(rightAnswer(question));
  }
});

test('the result can be copied, and the page says so', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-write']);
  // The page may write to the clipboard and not read it, so what it writes is noted on the way.
  await page.addInitScript(() => {
    const { clipboard } = navigator;
    const write = clipboard.writeText.bind(clipboard);
    clipboard.writeText = async (text) => {
      await write(text);
      Object.assign(window, { copied: text });
    };
  });
  await openQuiz(page, 'History');
  await answerQuiz(page, answersWith(3, questions));
  await button(page, 'Copy result').click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'copied'))).toBe(
    'History Quiz: 3/5 (60%). Good effort!',
  );
});

test('a browser that allows no copying is not an error', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await openQuiz(page);
  await answerQuiz(page, answersWith(3, questions));
  await button(page, 'Copy result').click();
  await expect(page.getByText('The browser did not allow copying.')).toBeVisible();
});

test('the share sheet is offered where the device has one', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shared: [] });
    Navigator.prototype.share = async (data) => {
      Reflect.get(window, 'shared').push(data);
    };
  });
  await openQuiz(page, 'Art');
  await answerQuiz(page, answersWith(5, questions));
  await button(page, 'Share').click();
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([
    { text: 'Art Quiz: 5/5 (100%). Excellent work!' },
  ]);
});

test('Print opens the browser’s print dialog', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, {
      prints: 0,
      print: () => Object.assign(window, { prints: Reflect.get(window, 'prints') + 1 }),
    });
  });
  await openQuiz(page);
  await answerQuiz(page, answersWith(5, questions));
  await button(page, 'Print').click();
  expect(await page.evaluate(() => Reflect.get(window, 'prints'))).toBe(1);
});

/** Whether the browser would ask before the page is closed. */
const isGuarded = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('closing is guarded only while answers would be lost', async ({ page }) => {
  await openQuiz(page);
  expect(await page.evaluate(isGuarded)).toBe(false);
  await page.keyboard.press('a');
  await expect(page.getByRole('radio').first()).toBeChecked();
  expect(await page.evaluate(isGuarded)).toBe(true);
  await answerQuiz(page, answersWith(5, questions));
  await expect(page.getByText(feedbackText)).toBeVisible();
  expect(await page.evaluate(isGuarded)).toBe(false);
});

test('a quiz that was begun can be gone on with from the topics', async ({ page }) => {
  await openQuiz(page, 'History');
  await page.keyboard.press('a');
  await expect(page.getByRole('radio').first()).toBeChecked();
  await followLink(page, '/');
  expect(await page.evaluate(isGuarded)).toBe(true);
  await page.getByRole('link', { name: 'Go on with your History quiz' }).click();
  await expectPath(page, '/quiz');
  await expect(page.getByRole('radio').first()).toBeChecked();
});
