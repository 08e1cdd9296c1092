import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { tour, tourStates } from './tour.ts';

const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeReport {
  readonly passes: readonly unknown[];
  readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[];
}

/** Lets axe judge the page as it is. A few ms of the page's own time go by, for axe waits by it. */
async function audit(page: Page): Promise<AxeReport> {
  // Evaluated, not added as an element: the page stays as it is.
  await page.evaluate(axe);
  await page.evaluate((values) => {
    const options = { runOnly: { type: 'tag', values }, preload: false };
    const report = Reflect.get(window, 'axe').run(document, options);
    Object.assign(window, { axeReport: null });
    void report.then((axeReport: unknown) => Object.assign(window, { axeReport }));
  }, tags);
  for (let ms = 0; ms < 20; ms += 1) {
    const report: AxeReport | null = await page.evaluate(() => Reflect.get(window, 'axeReport'));
    if (report) return report;
    await page.clock.runFor(1);
  }
  throw new Error('axe did not come to an end');
}

const screens = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [320, 1280].map((width) => ({ colorScheme, width })),
);

for (const { colorScheme, width } of screens) {
  test(`axe finds nothing in any state of the page (${colorScheme}, ${width} px)`, async ({
    page,
    upstream,
    app,
    failing,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    // No colour is on its way from one to the other when it is judged.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const seen: string[] = [];
    await tour({ page, upstream, app, failing }, async (state) => {
      const { passes, violations } = await audit(page);
      const wrong = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
      expect.soft(wrong, state).toEqual([]);
      expect.soft(passes.length, state).toBeGreaterThan(10);
      seen.push(state);
    });
    expect(seen).toEqual(tourStates);
  });
}

test('with reduced motion nothing moves', async ({ page, upstream, app, failing }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await tour({ page, upstream, app, failing }, async (state) => {
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) => effect?.getComputedTiming().duration),
    );
    expect.soft(moving, state).toEqual([]);
  });
});
