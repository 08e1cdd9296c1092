import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

interface WatchedPageFixtures {
  /** Paths whose calls a test makes fail: the browser may say on the console that they did. */
  failing: Set<string>;
}

/** Notes what no page of the product may do: complain on the console, or leave its origin. */
function watch(page: Page, origin: string, failing: ReadonlySet<string>): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const { pathname } = new URL(message.location().url || origin, origin);
    const isExpected =
      message.text().startsWith('Failed to load resource') && failing.has(pathname);
    if (!isExpected) complaints.push(`console.${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`page error: ${error}`));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`asked ${request.url()}`);
  });
  return complaints;
}

/**
 * Notes every violation of the Content-Security-Policy or of Trusted Types, also of a policy that
 * only reports. Each is told as it happens, so that none is lost when the page goes elsewhere.
 */
async function watchPolicies(context: BrowserContext): Promise<readonly string[]> {
  const violations: string[] = [];
  await context.exposeBinding('tellViolation', (_source, text: string) => violations.push(text));
  await context.addInitScript(() => {
    const { tellViolation } = window as unknown as { tellViolation: (text: string) => void };
    const listen = (event: SecurityPolicyViolationEvent) => {
      const { disposition, effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const place = `${sourceFile}:${lineNumber}`;
      tellViolation(`${disposition} ${effectiveDirective}: ${blockedURI} ${sample} at ${place}`);
    };
    window.addEventListener('securitypolicyviolation', listen, { capture: true });
  });
  return violations;
}

/** Lets the page tell what it still has to tell; its own timers may stand still. */
async function settle(page: Page): Promise<void> {
  if (page.isClosed()) return;
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      }),
  );
}

/** Has a page count as loaded once the app is at work, where visitors would look at it first. */
function awaitStart(page: Page) {
  const { goto, reload } = page;
  const started = page.locator('html[data-started]');
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    await started.waitFor();
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await started.waitFor();
    return response;
  };
}

/**
 * Tests with a page whose time stands still from the first script on and moves with
 * `page.clock.runFor`. A test fails when its page complains on the console, throws, asks another
 * origin, breaks a policy or keeps a cookie.
 */
export const watchedTest = base.extend<WatchedPageFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from it
  failing: async ({}, use) => use(new Set()),

  page: async ({ page, baseURL, failing }, use) => {
    const violations = await watchPolicies(page.context());
    const complaints = watch(page, baseURL ?? '', failing);
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    awaitStart(page);
    await use(page);
    await settle(page);
    expect(violations).toEqual([]);
    expect(complaints).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  },
});
