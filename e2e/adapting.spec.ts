import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { feedbackReply, quizReply } from './replies.ts';
import { tour, tourStates } from './tour.ts';
import { button, card, checkMark, heading, openQuiz, submitQuiz } from './visitor.ts';

// Zoom, text size, text spacing, forced colours; and what fits where.

/** The parts that carry text on the screen now: of the modal dialog where one is open. */
const shownParts = 'h1, h2, h3, p, li, button, a, kbd';

/** Texts that run out of the window, or out of a box that hides what runs over. */
function lostTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate((selector) => {
    const dialog = document.querySelector('dialog:modal');
    const width = document.documentElement.clientWidth;

    const hides = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return [overflowX, overflowY].some((value) => value === 'hidden' || value === 'clip');
    };
    const isCut = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < -0.5 || right > width + 0.5;
    };
    const isLost = (element: Element) =>
      isCut(element) ||
      (hides(element) &&
        (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight));

    return [...(dialog ?? document).querySelectorAll(selector)]
      .filter((element) => element.checkVisibility() && (dialog || !element.closest('dialog')))
      .filter(isLost)
      .map((element) => element.textContent);
  }, shownParts);
}

/** Texts that lie over one another. */
function coveredTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate((selector) => {
    const dialog = document.querySelector('dialog:modal');
    const parts = [...(dialog ?? document).querySelectorAll(selector)].filter(
      (part) => part.checkVisibility() && part.textContent && (dialog || !part.closest('dialog')),
    );

    const overlap = (one: Element, other: Element) => {
      const a = one.getBoundingClientRect();
      const b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return across > 1 && down > 1;
    };
    const areApart = (one: Element, other: Element) => !one.contains(other) && !other.contains(one);

    return parts.flatMap((one, at) =>
      parts
        .slice(at + 1)
        .filter((other) => areApart(one, other) && overlap(one, other))
        .map((other) => `${one.textContent} | ${other.textContent}`),
    );
  }, shownParts);
}

const sideways = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog')].map(
      ({ scrollWidth, clientWidth }) => Math.max(scrollWidth - clientWidth, 0),
    ),
  );

const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }`;

const settings = [
  { name: 'at 320 px', style: '' },
  { name: 'at 320 px with text of 200 %', style: 'html { font-size: 200% !important; }' },
  { name: 'at 320 px with wide text spacing', style: spacing },
];

for (const { name, style } of settings) {
  test(`nothing is cut, covered or scrolled sideways ${name}`, async ({
    page,
    upstream,
    app,
    failing,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const seen: string[] = [];
    await tour({ page, upstream, app, failing }, async (state) => {
      if (style) {
        await page.evaluate((text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets = [sheet];
        }, style);
      }
      expect.soft(await lostTexts(page), state).toEqual([]);
      expect.soft(await coveredTexts(page), state).toEqual([]);
      expect.soft(Math.max(...(await sideways(page))), state).toBe(0);
      seen.push(state);
    });
    expect(seen).toEqual(tourStates);
  });
}

test('an ordinary question fits 360 × 740 without scrolling', async ({ page, upstream }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  upstream.answer(quizReply());
  await openQuiz(page);
  for (let index = 1; index <= 5; index += 1) {
    const next = button(page, index < 5 ? 'Next' : 'Submit Quiz');
    await expect(page.getByText(`Question ${index} of 5`, { exact: true })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    for (const part of [heading(page, 'History Quiz'), page.getByRole('radio').last(), next]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    if (index < 5) await next.click();
  }
});

test('the ten topics are above the fold at 1280 × 800, and a short scroll away at 360 × 740', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  for (const topic of await page.getByRole('listitem').all()) {
    await expect(topic).toBeInViewport({ ratio: 1 });
  }
  const rows = await page
    .getByRole('listitem')
    .evaluateAll((items) => new Set(items.map((item) => item.getBoundingClientRect().top)).size);
  expect(rows).toBe(2);
  await page.setViewportSize({ width: 360, height: 740 });
  const last = await page.getByRole('listitem').last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(740 * 1.25);
});

test('ring, label and feedback are above the fold of the results', async ({ page, upstream }) => {
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    upstream.answer(quizReply(), feedbackReply);
    await openQuiz(page);
    for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
    await submitQuiz(page);
    await expect(page.getByRole('region', { name: 'Score' })).toBeInViewport({ ratio: 0.99 });
  }
});

/** What an element looks like: what forced colours leave of it, and its words. */
const look = (element: Element) => {
  const { borderWidth, borderColor, outlineStyle, outlineColor } = getComputedStyle(element);
  return JSON.stringify([borderWidth, borderColor, outlineStyle, outlineColor, element.innerHTML]);
};

test('under forced colours every state still tells itself apart', async ({ page, upstream }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  upstream.answer(quizReply(), feedbackReply);
  await page.goto('/');
  const idle = await card(page, 'History').evaluate(look);
  await card(page, 'History').click();
  await expect(checkMark(page)).toBeVisible();
  expect(await card(page, 'History').evaluate(look)).not.toBe(idle);
  await page.clock.runFor(800);
  const radio = page.getByRole('radio').first();
  await expect(radio).toBeVisible();
  const unchecked = await radio.evaluate(look);
  await radio.click();
  await expect(radio).toBeChecked();
  await page.mouse.move(0, 0);
  expect(await radio.evaluate(look)).not.toBe(unchecked);
  const markers = page.getByRole('navigation', { name: 'Questions' }).getByRole('button');
  const answered = await markers
    .first()
    .locator('span')
    .evaluate((element) => getComputedStyle(element).backgroundColor);
  const unanswered = await markers
    .last()
    .locator('span')
    .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(answered).not.toBe(unanswered);
  const bar = page.getByRole('progressbar');
  expect(await bar.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px');
  for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
  await submitQuiz(page);
  await expect(page.getByText('Wrong', { exact: true }).first()).toBeVisible();
});
