import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { feedbackReply, feedbackText, questions, quizReply } from './replies.ts';
import { button, card, checkMark, expectPath, heading, submitQuiz } from './visitor.ts';

/** Everything that moved on the page so far, whether a visitor had just done something or not. */
async function watchShifts(page: Page): Promise<(since?: number) => Promise<readonly unknown[]>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: readonly { node: Node | null }[];
        };
        Reflect.get(window, 'shifts').push({
          value,
          nodes: sources.map(({ node }) => node?.textContent?.slice(0, 40)),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return (since = 0) =>
    page.evaluate(
      (from) => Reflect.get(window, 'shifts').filter(({ at }: { at: number }) => at > from),
      since,
    );
}

/** Ms since the page was opened, by the clock that the tests do not stop. */
function realTime(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.timeline.currentTime));
}

const fonts = [
  { name: 'in time', delay: 0 },
  { name: 'slow', delay: 600 },
  { name: 'missing', delay: null },
] as const;

for (const { name, delay } of fonts) {
  test(`nothing shifts on any change of pages, with the font ${name}`, async ({
    page,
    upstream,
    failing,
  }) => {
    await page.route('**/*.woff2', async (route) => {
      failing.add(new URL(route.request().url()).pathname);
      if (delay === null) return route.abort();
      await new Promise((resolve) => setTimeout(resolve, delay));
      await route.continue();
    });
    const shifts = await watchShifts(page);
    upstream.answer(quizReply(), feedbackReply);
    await page.goto('/');
    await expect(heading(page, 'Choose Your Quiz Topic')).toBeVisible();
    await card(page, 'History').click();
    await expect(checkMark(page)).toBeVisible();
    expect(await shifts(), 'topics').toEqual([]);
    await page.clock.runFor(800);
    await expectPath(page, '/quiz');
    await expect(heading(page, questions[0]?.text ?? '')).toBeVisible();
    expect(await shifts(), 'quiz').toEqual([]);
    // From one question to the next the page may be of another length: a visitor asked for it.
    for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
    const since = await realTime(page);
    await submitQuiz(page);
    await expect(page.getByText(feedbackText)).toBeVisible();
    // Shifts are told with the frame that they come with, and a picture is one.
    await page.screenshot();
    expect(await shifts(since), 'results').toEqual([]);
  });
}
