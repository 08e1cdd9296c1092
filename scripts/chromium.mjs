import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What Chromium is started with: no sandbox for root, and no talk with hosts of its own. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const installed = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const isRootOnDebian = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** Playwright's own Chromium, or undefined where it has not been downloaded. */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

const firstInstalled = async () => installed.find(existsSync) ?? (await playwrightsOwn());

/**
 * Finds a Chromium for the browser tests, and installs one where there is none: Playwright's
 * download, or Debian's package where that download is refused and we may install packages.
 * @returns {Promise<string>} the path of the executable
 */
export async function ensureChromium() {
  const found = await firstInstalled();
  if (found) return found;

  console.log('No Chromium found: trying the download of Playwright ...');
  spawnSync('npx', ['playwright', 'install', 'chromium-headless-shell', 'chromium'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    timeout: 300_000,
  });
  const downloaded = await firstInstalled();
  if (downloaded) return downloaded;

  if (isRootOnDebian()) {
    console.log('The download was refused: installing the package of Debian ...');
    const options = { stdio: /** @type {const} */ ('inherit') };
    spawnSync('apt-get', ['update'], options);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
    const packaged = await firstInstalled();
    if (packaged) return packaged;
  }
  throw new Error('No Chromium: install Chrome or Chromium, then run this again.');
}
