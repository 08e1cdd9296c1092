/** Opening the page in Chromium as a visitor does, and what the browser says of it. */

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */

/**
 * How fast a visitor's device and network are.
 * @typedef {object} Profile
 * @property {string} name
 * @property {number} cpuSlowdown how many times slower than this machine
 * @property {{ bytesPerSecond: number, latencyMs: number } | null} network null for as it is
 */

/** @type {Profile} */
export const slowPhone = {
  name: 'slow phone: 1.6 Mbit/s, 150 ms, CPU / 4',
  cpuSlowdown: 4,
  network: { bytesPerSecond: 1_600_000 / 8, latencyMs: 150 },
};

/** @type {Profile} */
export const unthrottled = { name: 'not throttled', cpuSlowdown: 1, network: null };

/**
 * What the page has seen of itself, in ms since it was opened.
 * @typedef {object} Noted
 * @property {number} firstPaint of any content (FCP)
 * @property {number} largestPaint (LCP)
 * @property {number} startedAt when the app had taken over the drawn page
 * @property {number} shift (CLS), of shifts that no visitor caused
 * @property {{ start: number, end: number }[]} longTasks
 * @property {{ id: number, name: string, ms: number }[]} interactions until the next paint
 * @property {number} clickAt the last click
 * @property {number} questionAt when the first question was painted after it
 */

/** Runs in the page before anything of its own. */
function takeNotes() {
  /** @type {Noted} */
  const noted = {
    firstPaint: 0,
    largestPaint: 0,
    startedAt: 0,
    shift: 0,
    longTasks: [],
    interactions: [],
    clickAt: 0,
    questionAt: 0,
  };
  Object.assign(window, { noted });

  /**
   * @param {PerformanceObserverInit & { durationThreshold?: number }} options
   * @param {(entry: any) => void} note
   */
  function watch(options, note) {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      buffered: true,
      ...options,
    });
  }
  watch({ type: 'paint' }, ({ name, startTime }) => {
    if (name === 'first-contentful-paint') noted.firstPaint = startTime;
  });
  watch({ type: 'largest-contentful-paint' }, ({ startTime }) => {
    noted.largestPaint = startTime;
  });
  watch({ type: 'layout-shift' }, ({ hadRecentInput, value }) => {
    if (!hadRecentInput) noted.shift += value;
  });
  watch({ type: 'longtask' }, ({ startTime, duration }) => {
    noted.longTasks.push({ start: startTime, end: startTime + duration });
  });
  watch({ type: 'event', durationThreshold: 16 }, ({ interactionId, duration, name, target }) => {
    if (!interactionId) return;
    const text = target?.textContent?.trim().slice(0, 24) ?? '';
    noted.interactions.push({ id: interactionId, name: `${name} ${text}`, ms: duration });
  });

  new MutationObserver((_changes, observer) => {
    observer.disconnect();
    noted.startedAt = performance.now();
  }).observe(document, { subtree: true, attributeFilter: ['data-started'] });

  const notePaint = () => {
    const { port1, port2 } = new MessageChannel();
    // Behind the frame in which it is drawn.
    port1.onmessage = () => {
      noted.questionAt = performance.now();
    };
    requestAnimationFrame(() => port2.postMessage(null));
  };
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('main')?.textContent.includes('Question 1 of')) return;
    observer.disconnect();
    notePaint();
  }).observe(document, { childList: true, subtree: true, characterData: true });
  addEventListener(
    'click',
    ({ timeStamp }) => {
      noted.clickAt = timeStamp;
    },
    { capture: true },
  );
}

/** @param {Page} page @returns {Promise<Noted>} */
export const notedBy = (page) => page.evaluate(() => Reflect.get(window, 'noted'));

/** How long, in ms, nothing may be fetched before a page counts as loaded, and rest after that. */
const restMs = 1500;

/**
 * Opens `/` with nothing in the cache, waits until it rests, and has `look` look at it.
 * @template T
 * @param {Browser} browser
 * @param {string} origin
 * @param {Profile} profile
 * @param {(page: Page, traffic: { requests: number, bytes: number }) => Promise<T>} look
 * @returns {Promise<T>}
 */
export async function openPage(browser, origin, { cpuSlowdown, network }, look) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = { requests: 0, bytes: 0 };
    session.on('Network.requestWillBeSent', ({ request }) => {
      if (request.url.startsWith('http')) traffic.requests += 1;
    });
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      traffic.bytes += encodedDataLength;
    });
    await session.send('Network.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    if (network) {
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: network.latencyMs,
        downloadThroughput: network.bytesPerSecond,
        uploadThroughput: network.bytesPerSecond,
      });
    }
    await page.addInitScript(takeNotes);
    await page.goto(origin, { waitUntil: 'networkidle' });
    await page.waitForTimeout(restMs);
    return await look(page, traffic);
  } finally {
    await context.close();
  }
}
