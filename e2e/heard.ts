import type { Page } from '@playwright/test';

/**
 * Notes every text that comes into a live region which was in the page before it; a region that
 * comes together with its text announces nothing.
 */
export async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    const known = new WeakSet<Element>();
    const regions = () => document.querySelectorAll('[role=status], [role=alert], [aria-live]');
    const watch = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[role=status], [role=alert], [aria-live]');
        const text = region?.textContent?.trim();
        if (region && known.has(region) && text && text !== heard.at(-1)) heard.push(text);
      }
      for (const region of regions()) known.add(region);
    });
    watch.observe(document, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { heard });
  });
  return () => page.evaluate(() => Reflect.get(window, 'heard'));
}
