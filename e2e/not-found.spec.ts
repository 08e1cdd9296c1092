import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectPath, heading } from './visitor.ts';

// A page at rest is quicker, and nothing here is about motion.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const path of ['/nope', '/quiz/2', '/results/3', '/index', '/../etc/passwd%00']) {
  test(`${path} is the not-found page, with status 404 and a way to the topics`, async ({
    page,
    failing,
  }) => {
    failing.add(new URL(path, 'http://localhost').pathname);
    const reply = await page.goto(path);
    expect(reply?.status()).toBe(404);
    await expect(heading(page, 'Page not found')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Topics' }).click();
    await expectPath(page, '/');
    await expect(heading(page, 'Choose Your Quiz Topic')).toBeVisible();
  });
}

test('the three routes are the page, with status 200', async ({ request }) => {
  for (const path of ['/', '/quiz', '/results']) {
    const reply = await request.get(path);
    expect([reply.status(), reply.headers()['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
  }
});

test('an asset of an older build is a 404 and no page', async ({ request }) => {
  const reply = await request.get('/assets/index-0ld0ld00.js');
  expect(reply.status()).toBe(404);
  expect(reply.headers()['content-type']).toMatch(/^text\/plain/);
  expect(await reply.text()).not.toContain('<');
});
