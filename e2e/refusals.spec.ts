import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { quizReply } from './replies.ts';
import { card, overlay, startQuiz } from './visitor.ts';

// A server that has no quiz to spare says so kindly; the banner of section 8 stays for failures.

const refusals = [
  { code: 'too-many-requests', status: 429, words: 'That was a lot of quizzes!' },
  { code: 'over-capacity', status: 503, words: 'All seats are taken right now.' },
  { code: 'generation-failed', status: 502, words: 'Failed to generate quiz questions.' },
  { code: 'cross-site', status: 403, words: 'Failed to generate quiz questions.' },
] as const;

for (const { code, status, words } of refusals) {
  for (const isStream of [false, true]) {
    test(`${code} is told in its own words (${isStream ? 'in the stream' : 'at once'})`, async ({
      page,
      upstream,
      failing,
    }) => {
      failing.add('/api/quizzes');
      const problem = JSON.stringify({ type: 'about:blank', title: 'No', status, code });
      await page.route('/api/quizzes', (route) =>
        isStream
          ? route.fulfill({
              contentType: 'text/event-stream',
              body: `event: problem\ndata: ${problem}\n\n`,
            })
          : route.fulfill({ status, contentType: 'application/problem+json', body: problem }),
      );
      await page.goto('/');
      await card(page, 'History').click();
      await expect(page.getByRole('alert')).toContainText(words);
      await expect(overlay(page)).toBeHidden();
      await page.unroute('/api/quizzes');
      upstream.answer(quizReply());
      await startQuiz(page, 'Art');
    });
  }
}
