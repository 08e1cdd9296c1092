import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { questions } from './replies.ts';
import { tour, tourStates } from './tour.ts';

const viewports = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

/** The smallest a target may be, in CSS px on each side. */
const smallestTarget = 44;

/** Words that no line can hold. */
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const written = questions.map((question) => ({
  ...question,
  text: `${longWord}: ${question.text}`,
  answers: question.answers.map((answer) => ({ ...answer, text: longWord + answer.text })),
  explanation: `${longWord}. ${question.explanation}`,
}));

/** What can be scrolled sideways, of the page and the dialog over it, and how far in px. */
function sidewaysScroll(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog')]
      .map(({ tagName, scrollWidth, clientWidth }) => ({ tagName, px: scrollWidth - clientWidth }))
      .filter(({ px }) => px > 0)
      .map(({ tagName, px }) => `${tagName}: ${px} px`),
  );
}

/** The buttons, and the links that look like them, that are too small to be hit with a finger. */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    (smallest) =>
      [...document.querySelectorAll('button, a[class*=button]')].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isSmall = width < smallest || height < smallest;
        return isSmall ? [`${element.textContent}: ${width} by ${height}`] : [];
      }),
    smallestTarget,
  );
}

test('in no state does the page scroll sideways, and every button can be hit', async ({
  page,
  upstream,
  app,
  failing,
}) => {
  const seen: string[] = [];
  await tour({ page, upstream, app, failing, written }, async (state) => {
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      const where = `${state} at ${viewport.width} px`;
      expect.soft(await sidewaysScroll(page), where).toEqual([]);
      expect.soft(await smallTargets(page), where).toEqual([]);
    }
    seen.push(state);
  });
  expect(seen).toEqual(tourStates);
});
