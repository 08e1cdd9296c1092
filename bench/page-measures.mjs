import { notedBy, openPage } from './page-visit.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./page-visit.mjs').Profile} Profile */

/** How long, in ms, a finger or a mouse button stays down in a click. */
const press = { delay: 80 };

/** A task that blocks for longer than this, in ms, is felt (web.dev/articles/tbt). */
const unfeltMs = 50;

/**
 * What a first visit to `/` takes: times in ms, sizes in bytes as they travelled, headers included.
 * @param {Browser} browser
 * @param {string} origin
 * @param {Profile} profile
 */
export function measureFirstLoad(browser, origin, profile) {
  return openPage(browser, origin, profile, async (page, { requests, bytes }) => {
    const { firstPaint, largestPaint, startedAt, shift, longTasks } = await notedBy(page);
    const blocked = longTasks
      .map(({ start, end }) => end - Math.max(start, firstPaint))
      .reduce((total, ms) => total + Math.max(0, ms - unfeltMs), 0);
    return { firstPaint, largestPaint, startedAt, blocked, shift, requests, bytes };
  });
}

const button = (/** @type {Page} */ page, /** @type {string | RegExp} */ name) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** @param {Page} page */
async function playQuiz(page) {
  await button(page, /^History\b/).click(press);
  for (const index of [0, 1, 2, 3, 4]) {
    await page
      .getByText(`Question ${index + 1} of 5`)
      .first()
      .waitFor();
    await page
      .getByRole('radio')
      .nth(index % 4)
      .click(press);
    await button(page, index < 4 ? 'Next' : 'Submit Quiz').click(press);
  }
  await page.getByRole('heading', { name: 'Quiz Results' }).waitFor();
  await button(page, 'Take Another Quiz')
    .or(page.getByRole('link', { name: 'Take Another Quiz' }))
    .click(press);
  await button(page, /^History\b/).waitFor();
  // The last interaction is told with the frame that it leads to.
  await page.waitForTimeout(500);
}

/**
 * Plays a whole quiz, and gives the interaction that took longest to its next paint, in ms (told in
 * steps of 8, and from 16 on), and how many were told of.
 * @param {Browser} browser
 * @param {string} origin
 * @param {Profile} profile
 */
export function measureInteractions(browser, origin, profile) {
  return openPage(browser, origin, profile, async (page) => {
    await playQuiz(page);
    const { interactions } = await notedBy(page);
    const [longest] = interactions.toSorted((one, other) => other.ms - one.ms);
    const count = new Set(interactions.map(({ id }) => id)).size;
    return { ms: longest?.ms ?? 0, name: longest?.name ?? 'none of 16 ms', count };
  });
}

/**
 * From the click on a topic to the paint of the first question, in ms.
 * @param {Browser} browser
 * @param {string} origin
 * @param {Profile} profile
 */
export function measureFirstQuestion(browser, origin, profile) {
  return openPage(browser, origin, profile, async (page) => {
    await button(page, /^History\b/).click(press);
    await page.waitForFunction(() => Reflect.get(window, 'noted').questionAt > 0);
    const { clickAt, questionAt } = await notedBy(page);
    return questionAt - clickAt;
  });
}
