import { expect, type Page } from '@playwright/test';
import { test as baseTest } from './fixtures.ts';
import { listen } from './heard.ts';
import { type PacedUpstream, startPacedUpstream } from './paced-upstream.ts';
import { questions } from './replies.ts';
import { button, card, checkMark, expectPath, heading, overlay } from './visitor.ts';

// Progress while a quiz is written, from the service's first words to the visitor's eyes.

const test = baseTest.extend<{ paced: PacedUpstream }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from it
  paced: async ({}, use) => {
    const paced = await startPacedUpstream();
    await use(paced);
    await paced.close();
  },
  serviceUrl: async ({ paced }, use) => use(`${paced.origin}/v1`),
});

/** The text of the quiz up to and with its question number `count`. */
const pieces = questions.map(
  (question, at) => `${at === 0 ? '[' : ','}${JSON.stringify(question)}`,
);

async function expectWritten(page: Page, count: number): Promise<void> {
  const told = `${count} of 5 questions written`;
  await expect(overlay(page).getByText(told)).toBeVisible();
  const bar = overlay(page).getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuetext', told);
  await expect(bar).toHaveJSProperty('value', count / 5);
}

test('the overlay shows 1 of 5 to 5 of 5 before the quiz opens, and has them announced', async ({
  page,
  paced,
}) => {
  const heard = await listen(page);
  await page.goto('/');
  await card(page, 'History').click();
  const call = await paced.nextCall();
  await expectWritten(page, 0);
  for (const [at, piece] of pieces.entries()) {
    // A question that is half written does not count.
    await call.write(piece.slice(0, 40));
    await call.write(piece.slice(40));
    await expectWritten(page, at + 1);
    expect(await heard()).toContain(`${at + 1} of 5 questions written`);
    await expect(overlay(page).getByText('Trying again')).toHaveCount(0);
  }
  await call.write(']');
  call.finish();
  await expect(checkMark(page)).toBeVisible();
  await page.clock.runFor(800);
  await expectPath(page, '/quiz');
  await expect(heading(page, questions[0]?.text ?? '')).toBeVisible();
});

const failures = [
  { name: 'an error in the stream', fail: 'fail' },
  { name: 'a cut connection', fail: 'reset' },
] as const;

for (const { name, fail } of failures) {
  test(`after ${name} the bar starts over with the next attempt, and says so`, async ({
    page,
    paced,
    app,
  }) => {
    await page.goto('/');
    await card(page, 'History').click();
    for (const attempt of [1, 2]) {
      const call = await paced.nextCall();
      await expectWritten(page, 0);
      if (attempt > 1) {
        await expect(
          overlay(page).getByText(`Trying again: attempt ${attempt} of 3`),
        ).toBeVisible();
      }
      for (const piece of pieces.slice(0, 3)) await call.write(piece);
      await expectWritten(page, 3);
      call[fail]('out of order');
    }
    const last = await paced.nextCall();
    await expectWritten(page, 0);
    await expect(overlay(page).getByText('Trying again: attempt 3 of 3')).toBeVisible();
    for (const piece of pieces) await last.write(piece);
    await last.write(']');
    last.finish();
    await expect(checkMark(page)).toBeVisible();
    expect(app.clock.skipped).toEqual([2000, 3000]);
  });
}

test('a flawed quiz is followed by another attempt at once, and the overlay says so', async ({
  page,
  paced,
  app,
}) => {
  await page.goto('/');
  await card(page, 'History').click();
  const first = await paced.nextCall();
  await first.write(`${pieces.slice(0, 4).join('')}]`);
  first.finish();
  const second = await paced.nextCall();
  await expectWritten(page, 0);
  await expect(overlay(page).getByText('Trying again: attempt 2 of 3')).toBeVisible();
  await second.write(`${pieces.join('')}]`);
  second.finish();
  await expect(checkMark(page)).toBeVisible();
  expect(app.clock.skipped).toEqual([]);
});

test('after 8 s the overlay says that the writing goes on', async ({ page, paced }) => {
  await page.goto('/');
  await card(page, 'History').click();
  await paced.nextCall();
  await expectWritten(page, 0);
  const reassurance = overlay(page).getByText('Still at work');
  await page.clock.runFor(7999);
  await expect(reassurance).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(reassurance).toBeVisible();
  await button(page, 'Cancel').click();
});

const moments = [
  { name: 'before the first word', written: 0 },
  { name: 'in the middle of a question', written: 2 },
  { name: 'when all questions are written', written: 5 },
];

for (const { name, written } of moments) {
  test(`Cancel ${name} ends the call to the service within 100 ms`, async ({
    page,
    paced,
    app,
  }) => {
    await page.goto('/');
    const times: number[] = [];
    // The best of three: what else this machine does is not what is measured.
    for (const topic of ['History', 'Music', 'Art']) {
      await card(page, topic).click();
      const call = await paced.nextCall();
      for (const piece of pieces.slice(0, written)) await call.write(piece);
      await expectWritten(page, written);
      const cancel = await button(page, 'Cancel').elementHandle();
      const cancelledAt = performance.now();
      await cancel?.evaluate((element) => (element as HTMLElement).click());
      times.push((await call.closedAt) - cancelledAt);
      await expect(overlay(page)).toBeHidden();
      await expect.poll(() => app.clock.pending()).toBe(0);
    }
    expect(Math.min(...times)).toBeLessThan(100);
    // Neither side has a timer left: nothing happens, however much time goes by.
    await page.clock.runFor(60_000);
    await expectPath(page, '/');
    await expect(page.getByRole('alert')).toBeEmpty();
  });
}

test('a stream that dies without a word ends in the banner', async ({ page, paced, failing }) => {
  failing.add('/api/quizzes');
  await page.goto('/');
  await card(page, 'History').click();
  await paced.nextCall();
  await expectWritten(page, 0);
  // The server's time stands still, so that not even its heartbeats come.
  await page.clock.runFor(30_000);
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to generate quiz questions. Please try again.',
  );
  await expect(overlay(page)).toBeHidden();
});

test('a proxy that holds everything back until the end does no harm', async ({ page, paced }) => {
  await page.route('/api/quizzes', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: await reply.body() });
  });
  await page.goto('/');
  await card(page, 'History').click();
  const call = await paced.nextCall();
  await call.write(`${pieces.join('')}]`);
  call.finish();
  await expect(checkMark(page)).toBeVisible();
});
