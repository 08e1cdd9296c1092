import { expect, type Locator, type Page } from '@playwright/test';
import { openQuizDelayMs, submitDelayMs } from '../src/domain/limits.ts';

// What a visitor sees and does, by the words on the screen.

/** The card of a topic, whatever its state. */
export function card(page: Page, topic: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${topic}\\b`) });
}

/** The full-screen overlay. */
export function overlay(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Preparing your quiz...' });
}

/** The check mark on whichever card carries it. */
export function checkMark(page: Page): Locator {
  return page.getByRole('main').getByLabel('Ready');
}

/** The answer with this text. */
export function answer(page: Page, text: string): Locator {
  return page.getByRole('radio').filter({ has: page.getByText(text, { exact: true }) });
}

/** The feedback paragraph of the results page. */
export function feedback(page: Page): Locator {
  return page.getByRole('region', { name: 'Score' }).getByRole('status');
}

export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { name, exact: true });
}

/** Checks that the page is the one of a path, and not still on its way there. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === path);
}

/** Chooses a topic on the topics page and goes on to the quiz. */
export async function startQuiz(page: Page, topic: string): Promise<void> {
  await card(page, topic).click();
  await expect(checkMark(page)).toBeVisible();
  await page.clock.runFor(openQuizDelayMs);
  await expectPath(page, '/quiz');
}

/** Opens the topics page, chooses a topic and goes on to the quiz. */
export async function openQuiz(page: Page, topic = 'History'): Promise<void> {
  await page.goto('/');
  await startQuiz(page, topic);
}

/** Submits on the last question and goes on to the results. */
export async function submitQuiz(page: Page): Promise<void> {
  await button(page, 'Submit Quiz').click();
  await page.clock.runFor(submitDelayMs);
  await expect(heading(page, 'Quiz Results')).toBeVisible();
}

/**
 * Gives an answer (null for none) to each question from the first to the last, and submits. The
 * clicks are the page's own, which are quicker than a mouse's: for tests of what comes after.
 */
export async function answerQuiz(page: Page, texts: readonly (string | null)[]): Promise<void> {
  await page.evaluate(async (given) => {
    const nextTask = () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      });
    const find = (selector: string, text: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].find((element) =>
        element.textContent.endsWith(text),
      );
    async function click(selector: string, text: string) {
      while (!find(selector, text)) await nextTask();
      find(selector, text)?.click();
    }
    for (const [index, text] of given.entries()) {
      while (!find('p', `Question ${index + 1} of ${given.length}`)) await nextTask();
      if (text !== null) await click('[role=radio]', text);
      if (index < given.length - 1) await click('button', 'Next');
    }
  }, texts);
  await submitQuiz(page);
}

/** Changes the address as a link within the page does. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * Goes over a card without choosing it, which has the page load what follows a choice; resolves once
 * that has come.
 */
export async function approach(page: Page, topic: string): Promise<void> {
  await expect(page.locator('html[data-started]')).toBeVisible();
  await Promise.all([page.waitForResponse('**/assets/quiz-chunk-*'), card(page, topic).hover()]);
  await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0);
}
