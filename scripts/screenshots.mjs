/**
 * `npm run screenshots`: every state of the page at 360 x 740 and 1280 x 800, light and dark, from the
 * built product in real Chromium, into docs/screens/ as WebP; and the preview that other sites show.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buildIfChanged } from './build.mjs';
import { installPackages, root } from './install.mjs';

const viewports = /** @type {const} */ ([
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]);
const schemes = /** @type {const} */ (['light', 'dark']);
const folder = path.join(root, 'docs', 'screens');

installPackages();
buildIfChanged();
const { chromium } = await import('@playwright/test');
const { chromiumFlags, ensureChromium } = await import('./chromium.mjs');

/** Five samples, the key in another place each time. */
function quiz() {
  const file = path.join(root, 'src/server/writers/samples/history.json');
  const samples = JSON.parse(readFileSync(file, 'utf8')).slice(0, 5);
  const questions = samples.map(
    (
      /** @type {{ text: string, correct: string, wrong: string[], explanation: string }} */ sample,
      /** @type {number} */ at,
    ) => {
      const texts = [...sample.wrong];
      texts.splice((at * 3 + 1) % 4, 0, sample.correct);
      const answers = texts.map((text, place) => ({
        id: 'abcd'.charAt(place),
        text,
        isCorrect: text === sample.correct,
      }));
      const { text, explanation } = sample;
      return { id: `q-${at}`, text, answers, selectedAnswerId: null, explanation };
    },
  );
  return { topic: 'history', source: 'model', questions };
}

const feedback =
  `Three out of five in History is a base worth building on. You kept your footing where
the dates get slippery; the empires will follow. Look through the explanations below, pick the one that
surprised you, and read one good page about it.`.replaceAll('\n', ' ');

/** Starts the built server on a free port. */
async function startServer() {
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address) return { server, address };
  }
  throw new Error('The server ended before it gave its address');
}

/**
 * Puts a quiz in the place of the server's, whose events come when the page is told so.
 * @param {{ quiz: unknown, feedback: string }} given
 */
function stage(given) {
  const { fetch } = window;
  /** @param {string} name @param {unknown} data */
  const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const encoder = new TextEncoder();
  /** @type {ReadableStreamDefaultController<Uint8Array> | undefined} */
  let stream;
  Object.assign(window, {
    tell: (/** @type {string} */ name, /** @type {unknown} */ data) =>
      stream?.enqueue(encoder.encode(event(name, data ?? given.quiz))),
    fetch: async (/** @type {string} */ url, /** @type {RequestInit} */ init) => {
      if (url === '/api/feedback') {
        return Response.json({ feedback: given.feedback, source: 'model' });
      }
      if (url !== '/api/quizzes') return fetch(url, init);
      const body = new ReadableStream({
        start: (controller) => {
          stream = controller;
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    },
  });
}

const progress = (/** @type {number} */ written, attempt = 1) => ({
  attempt,
  attempts: 3,
  written,
  total: 5,
});
const problem = {
  type: 'about:blank',
  title: 'No quiz could be written',
  status: 502,
  code: 'generation-failed',
};

/**
 * Goes through every state and takes each.
 * @param {import('@playwright/test').Page} page
 * @param {(name: string) => Promise<void>} take
 */
async function visit(page, take) {
  const button = (/** @type {string | RegExp} */ name) => page.getByRole('button', { name });
  const tell = (/** @type {string} */ name, /** @type {unknown} */ data) =>
    page.evaluate(([event, value]) => Reflect.get(window, 'tell')(event, value), [name, data]);

  await page.goto('/');
  await take('topics');
  await button(/^History/).click();
  await tell('progress', progress(3, 2));
  await page.getByText('3 of 5').first().waitFor();
  await take('overlay');
  await tell('problem', problem);
  await page.getByRole('alert').getByText('Failed').waitFor();
  await take('failed');
  await button(/^History/).click();
  await tell('quiz', null);
  await page.getByText('Question 1 of 5').waitFor();
  await page.getByRole('radio').nth(1).click();
  await take('quiz');
  for (const answer of [1, 3, null, 1]) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    if (answer !== null) await page.getByRole('radio').nth(answer).click();
  }
  await take('last-question');
  await button('Submit Quiz').click();
  await page.getByText('Three out of five').waitFor();
  await take('results');
  await page.getByRole('heading', { name: 'Question Breakdown' }).evaluate((heading) => {
    heading.scrollIntoView();
  });
  await take('breakdown');
  await page.goto('/no-such-page');
  await take('not-found');
}

const { server, address } = await startServer();
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: chromiumFlags,
});
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
try {
  for (const viewport of viewports) {
    for (const colorScheme of schemes) {
      const isPhone = viewport.width < 600;
      const context = await browser.newContext({
        baseURL: address,
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        isMobile: isPhone,
        hasTouch: isPhone,
      });
      const page = await context.newPage();
      await page.addInitScript(stage, { quiz: quiz(), feedback });
      const session = await context.newCDPSession(page);
      await visit(page, async (name) => {
        // The pointer rests where it points at nothing.
        await page.mouse.move(0, 0);
        const format = /** @type {const} */ ('webp');
        const { data } = await session.send('Page.captureScreenshot', { format, quality: 80 });
        const file = `${name}-${viewport.width}-${colorScheme}.webp`;
        writeFileSync(path.join(folder, file), Buffer.from(data, 'base64'));
      });
      await context.close();
    }
  }
  const size = { width: 1200, height: 630 };
  const preview = await browser.newPage({ baseURL: address, viewport: size, colorScheme: 'light' });
  await preview.goto('/');
  await preview.screenshot({ path: path.join(root, 'public', 'social.png') });
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
}
console.log(`The screens are in ${path.relative(root, folder)}/`);
