import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { topics } from '../src/domain/topics.ts';

// The first load of the built page: what is fetched, and that hydration finds what it expects.

const root = path.resolve(import.meta.dirname, '..');
const assets = path.join(root, 'dist', 'web', 'assets');
const quizChunk = `/assets/${readdirSync(assets).find((file) => /^quiz-chunk-.*\.js$/.test(file))}`;

/** The built server on a port of its own, with the samples. */
let server: ChildProcess;
let address: string;

test.beforeAll(async () => {
  server = spawn(process.execPath, [path.join(root, 'dist', 'server', 'main.js')], {
    env: { PORT: '0', LOG_LEVEL: 'silent' },
  });
  address = await new Promise((resolve, reject) => {
    let output = '';
    server.stdout?.on('data', (piece) => {
      output += piece;
      const found = output.match(/ready at (http:\S+)/)?.[1];
      if (found) resolve(found);
    });
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
});

test.afterAll(() => {
  server.kill('SIGKILL');
});

const routes = [
  { path: '/', heading: 'Choose Your Quiz Topic', status: 200, leadsTo: '/' },
  { path: '/quiz', heading: 'Loading your quiz questions...', status: 200, leadsTo: '/' },
  { path: '/results', heading: 'Quiz Results', status: 200, leadsTo: '/' },
  { path: '/nowhere', heading: 'Page not found', status: 404, leadsTo: '/nowhere' },
  // Addresses that the server and the page must tell apart in the same way.
  { path: '/quiz/', heading: 'Page not found', status: 404, leadsTo: '/quiz/' },
  { path: '/Quiz', heading: 'Page not found', status: 404, leadsTo: '/Quiz' },
  { path: '/index.html', heading: 'Page not found', status: 404, leadsTo: '/index.html' },
];

/** Everything that a page says on the console, its uncaught errors and its violations included. */
async function listen(page: Page): Promise<string[]> {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      console.error(`violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return messages;
}

/** What Chromium itself says of a page or file that answered with 404, and is no message of ours. */
const isOfStatus404 = (message: string) => message.includes('status of 404');

/** Holds every script back until what this gives is called. */
async function holdScripts(context: BrowserContext): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Has every script wait, as on a slow line. */
async function slowScripts(context: BrowserContext, ms: number) {
  await context.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue();
  });
}

const hasStarted = (page: Page) =>
  page.waitForFunction(() => document.documentElement.dataset.started !== undefined);

/** The policy of the server, written out here so that this holds whether or not it sends one. */
async function withStrictPolicy(context: BrowserContext) {
  await context.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    const hashOf = (element: RegExp) => {
      const text = html.match(element)?.[1] ?? '';
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    const script = hashOf(/<script>([\s\S]*?)<\/script>/);
    const style = hashOf(/<style>([\s\S]*?)<\/style>/);
    const policy = `default-src 'none'; script-src 'self' ${script}; style-src ${style}; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
    const headers = { ...response.headers(), 'content-security-policy': policy };
    await route.fulfill({ response, body: html, headers });
  });
}

async function takeWholeQuiz(page: Page) {
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page).toHaveURL(/\/quiz$/);
  for (let question = 1; question <= 5; question += 1) {
    await expect(page.getByText(`Question ${question} of 5`, { exact: true })).toBeVisible();
    await page.getByRole('radio').first().click();
    await page.getByRole('button', { name: question < 5 ? 'Next' : 'Submit Quiz' }).click();
  }
  await expect(page.getByRole('heading', { name: 'Question Breakdown' })).toBeVisible();
}

for (const { path: at, heading, status, leadsTo } of routes) {
  test(`${at} is there before its script, and hydrates without a word`, async ({
    page,
    context,
  }) => {
    const messages = await listen(page);
    const release = await holdScripts(context);
    const response = await page.goto(address + at, { waitUntil: 'commit' });
    expect(response?.status()).toBe(status);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(await page.evaluate(() => document.documentElement.dataset.started)).toBeUndefined();
    const title = leadsTo === at ? await page.title() : null;
    release();
    await hasStarted(page);
    await expect(page).toHaveURL(address + leadsTo);
    if (title !== null) expect(await page.title()).toBe(title);
    await page.waitForTimeout(200);
    expect(messages.filter((message) => !isOfStatus404(message))).toEqual([]);
  });
}

test('an address that the server reads otherwise hydrates without a word as well', async ({
  page,
}) => {
  const messages = await listen(page);
  await page.goto(`${address}/%71uiz`);
  await hasStarted(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(messages.filter((message) => !isOfStatus404(message))).toEqual([]);
});

test('the first load is the page, its script and its font', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(address);
  await hasStarted(page);
  await page.waitForTimeout(500);
  const pages = fetched.map((name) => name.replace(/-[\w-]{8}\./, '-0.'));
  expect(pages.sort()).toEqual(['/', '/assets/index-0.js', '/assets/young-serif-0.woff2']);
});

test('the script is asked for once the page is painted', async ({ page }) => {
  await page.goto(address);
  await hasStarted(page);
  const { paintedAt, askedAt } = await page.evaluate(() => {
    const [script] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'));
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { paintedAt: paint?.startTime ?? NaN, askedAt: script?.startTime ?? NaN };
  });
  expect(askedAt).toBeGreaterThan(paintedAt);
});

for (const { how, choose } of [
  { how: 'click', choose: (card: Locator) => card.click() },
  { how: 'press of a key', choose: (card: Locator) => card.press('Enter') },
]) {
  test(`a ${how} before the script is there is not lost`, async ({ page, context }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const release = await holdScripts(context);
    await page.goto(address, { waitUntil: 'commit' });
    await choose(page.getByRole('button', { name: 'History' }));
    await choose(page.getByRole('button', { name: 'Music' }));
    release();
    await expect(page).toHaveURL(/\/quiz$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Music Quiz');
    expect(asked.filter((path) => path === '/api/quizzes')).toHaveLength(1);
  });
}

test('a click beside the cards before the script is there asks for nothing', async ({
  page,
  context,
}) => {
  const messages = await listen(page);
  const release = await holdScripts(context);
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).click();
  release();
  await hasStarted(page);
  await page.waitForTimeout(200);
  await expect(page).toHaveURL(`${address}/`);
  expect(messages).toEqual([]);
});

test('a page that is never painted starts all the same', async ({ page }) => {
  await page.addInitScript(() => {
    // As in a tab in the background, where no paint is told of.
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto(address);
  await hasStarted(page);
});

test('the chunk of the quiz comes with the pointer on a card, once, and checked', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(address);
  await hasStarted(page);
  expect(fetched).not.toContain(quizChunk);
  const card = page.getByRole('button', { name: 'History' });
  await Promise.all([page.waitForResponse(address + quizChunk), card.hover()]);
  await takeWholeQuiz(page);
  expect(fetched.filter((name) => name === quizChunk)).toHaveLength(1);
});

test('the call for a quiz leaves with the click, though the chunk is slow, and nothing flashes', async ({
  page,
  context,
}) => {
  await page.goto(address);
  await hasStarted(page);
  await slowScripts(context, 1500);
  const order: string[] = [];
  page.on('response', (response) => order.push(new URL(response.url()).pathname));
  await page.evaluate(() => {
    const texts = new Set<string>();
    Object.assign(window, { texts });
    new MutationObserver(() => {
      const heading = document.querySelector('main h1')?.textContent ?? 'nothing';
      texts.add(`${location.pathname} ${heading}`);
    }).observe(document.body, { childList: true, subtree: true });
  });
  // The keyboard: focus and choice come in one.
  await page.getByRole('button', { name: 'Music' }).press('Enter');
  await expect(page).toHaveURL(/\/quiz$/);
  await expect(page.getByText('Question 1 of 5', { exact: true })).toBeVisible();
  expect(order.slice(0, 2)).toEqual(['/api/quizzes', quizChunk]);
  const texts = await page.evaluate(() => [...(window as unknown as { texts: Set<string> }).texts]);
  expect(texts).toEqual(['/ Choose Your Quiz Topic', '/quiz Music Quiz']);
});

test('a whole quiz under the strict policy violates nothing and says nothing', async ({
  page,
  context,
}) => {
  const messages = await listen(page);
  await withStrictPolicy(context);
  await page.goto(address);
  await hasStarted(page);
  await takeWholeQuiz(page);
  await page.goto(`${address}/results`);
  await expect(page).toHaveURL(`${address}/`);
  expect(messages).toEqual([]);
});

test('without JavaScript the topics can be read, and the page says what it needs', async ({
  playwright,
  launchOptions,
}) => {
  // Playwright's own switch leaves the parser, and so <noscript>, as it is.
  const args = [...(launchOptions.args ?? []), '--blink-settings=scriptEnabled=false'];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    // By its class, as Playwright finds no text inside <noscript>.
    await expect(page.locator('.no-script')).toBeVisible();
    for (const { name } of topics)
      await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expect(page.getByText('This page is taking long to start')).toBeHidden();
  } finally {
    await browser.close();
  }
});

test.describe('a page from before a new release', () => {
  test('whose chunk is gone is loaded anew, once, and then works', async ({ page, context }) => {
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await context.route(`**${quizChunk}`, (route) =>
      loads < 2 ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
    );
    await page.goto(address);
    await hasStarted(page);
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'History' }).click(),
    ]);
    await hasStarted(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Quiz Topic');
    await takeWholeQuiz(page);
    expect(loads).toBe(2);
  });

  test('says so, with a way out, where loading it anew has not helped', async ({
    page,
    context,
  }) => {
    await context.route(`**${quizChunk}`, (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    );
    await page.goto(address);
    await hasStarted(page);
    const card = page.getByRole('button', { name: 'History' });
    await Promise.all([page.waitForEvent('load'), card.click()]);
    await hasStarted(page);
    await card.click();
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('link', { name: 'Reload the page' }).click(),
    ]);
    await expect(page.getByRole('alert')).toBeEmpty();
  });

  test('does not take a chunk with another content', async ({ page, context }) => {
    await context.route(`**${quizChunk}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()};console.log("other")` });
    });
    const messages = await listen(page);
    await page.goto(address);
    await hasStarted(page);
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'History' }).click(),
    ]);
    expect(messages.join()).not.toContain('log: other');
  });

  test('keeps the page while the network is away, and goes on when it is back', async ({
    page,
    context,
  }) => {
    await page.goto(address);
    await hasStarted(page);
    await context.setOffline(true);
    const card = page.getByRole('button', { name: 'History' });
    await card.click();
    await expect(page.getByRole('alert')).toHaveText(
      'Failed to generate quiz questions. Please try again.',
    );
    await context.setOffline(false);
    await takeWholeQuiz(page);
  });

  test('does not take a main script with another content', async ({ page, context }) => {
    await context.route('**/assets/index-*.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()};console.log("other")` });
    });
    const messages = await listen(page);
    await page.goto(address);
    await expect.poll(() => messages.join()).toContain('integrity');
    expect(messages.join()).not.toContain('log: other');
    expect(await page.evaluate(() => document.documentElement.dataset.started)).toBeUndefined();
  });

  test('whose main script is gone says so by itself after some seconds', async ({
    page,
    context,
  }) => {
    await context.route('**/assets/index-*.js', (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    );
    await page.goto(address);
    const hint = page.getByText('This page is taking long to start');
    await expect(hint).toBeHidden();
    await expect(hint).toBeVisible({ timeout: 10_000 });
    await context.unrouteAll();
    await page.getByRole('link', { name: 'reload it' }).click();
    await hasStarted(page);
    await page.waitForTimeout(8_500);
    await expect(hint).toBeHidden();
  });
});

/**
 * A page that is driven by the browser's own protocol: Playwright's page loses sight of a document
 * that the back and forward cache has restored.
 */
async function bareDriver(page: Page) {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value;
  };
  // Between two documents there may be none to ask.
  const until = (expression: string, wanted: unknown = true) =>
    expect.poll(() => evaluate(expression).catch(() => undefined), expression).toEqual(wanted);
  return { evaluate, until, go: (url: string) => session.send('Page.navigate', { url }) };
}

test('a page that is left and restored goes on as it was, and nothing is written twice', async ({
  playwright,
  launchOptions,
}) => {
  test.slow();
  // Playwright turns the back and forward cache off.
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs });
  try {
    const { evaluate, until, go } = await bareDriver(await browser.newPage());
    const click = (label: string) =>
      evaluate(`[...document.querySelectorAll('button')]
        .find((button) => button.textContent === ${JSON.stringify(label)}).click()`);
    const calls = () =>
      evaluate(`performance.getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/api/'))`);
    let restored = 0;
    const leaveAndComeBack = async () => {
      await evaluate(`location.href = '/robots.txt'`);
      await until('location.pathname', '/robots.txt');
      await evaluate('history.back()');
      restored += 1;
      await until('window.restored', restored);
    };

    await go(address);
    await until(`'started' in document.documentElement.dataset`);
    await evaluate(`window.restored = 0;
      addEventListener('pageshow', (event) => { window.restored += event.persisted ? 1 : 0; })`);
    await leaveAndComeBack();
    expect(await calls()).toEqual([]);

    await click('History');
    await until('location.pathname', '/quiz');
    await leaveAndComeBack();
    await until(`document.querySelector('h1').textContent`, 'History Quiz');
    expect(await calls()).toEqual(['/api/quizzes']);

    for (let question = 2; question <= 5; question += 1) {
      await click('Next');
      await until(`document.body.textContent.includes('Question ${question} of 5')`);
    }
    await click('Submit Quiz');
    await until('location.pathname', '/results');
    await until(`document.body.textContent.includes('Generating feedback...')`, false);
    await leaveAndComeBack();
    await until(`document.querySelector('h1').textContent`, 'Quiz Results');
    expect(await calls()).toEqual(['/api/quizzes', '/api/feedback']);
  } finally {
    await browser.close();
  }
});
