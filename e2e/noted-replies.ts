import type { Page } from '@playwright/test';

/** Notes every reply to the page from now on, headers and body, once it is whole. */
export async function noteReplies(page: Page): Promise<readonly string[]> {
  const replies: string[] = [];
  await page.route('**/*', async (route) => {
    const response = await route.fetch();
    replies.push(JSON.stringify(response.headersArray()), await response.text());
    await route.fulfill({ response });
  });
  return replies;
}
