import { expect } from '@playwright/test';
import { delta, eventsScript } from '../src/server/model/test-upstream.ts';
import { test } from './fixtures.ts';
import { questions } from './replies.ts';
import { card, overlay } from './visitor.ts';

test('the overlay says how many questions are written', async ({ page, upstream }) => {
  const [first, second] = questions;
  const begun = `[${JSON.stringify(first)},${JSON.stringify(second)},{"id":"q-3","text":"Whi`;
  upstream.answer(eventsScript([delta(begun)], { ending: 'silence' }));
  await page.goto('/');
  await card(page, 'History').click();
  await expect(overlay(page).getByText('2 of 5 questions written')).toBeVisible();
  const progress = overlay(page).getByRole('progressbar');
  await expect(progress).toHaveJSProperty('value', 0.4);
  await expect(progress).toHaveAttribute('aria-valuetext', '2 of 5 questions written');
});
