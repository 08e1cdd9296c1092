import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compressedForms } from '../scripts/finish-pages.mjs';
import { root } from '../scripts/install.mjs';
import { buildReactFloor } from './react-floor.mjs';

/** The most that the built page may be: bytes as they travel (brotli 11), and requests. */
export const budgets = {
  /** Every script of ours, the one that is loaded later included, beyond React alone. */
  appScriptBytes: 16_000,
  /** The style sheet. */
  appStyleBytes: 6_000,
  /** Everything that a first visit to `/` fetches before anything is touched; the headers come on top. */
  firstLoadBytes: 78_000,
  firstLoadRequests: 6,
};

/**
 * @typedef {object} FileSize
 * @property {string} name
 * @property {number} raw in bytes
 * @property {number} gzip in bytes; as `raw` where compressing gains nothing
 * @property {number} brotli in bytes; as `raw` where compressing gains nothing
 */

/**
 * @typedef {object} Sizes
 * @property {readonly FileSize[]} files
 * @property {FileSize} style the style inside the page
 * @property {FileSize} reactFloor a page of React alone
 * @property {readonly FileSize[]} firstLoad the files that a first visit to `/` fetches
 * @property {{ [Name in keyof typeof budgets]: number }} totals
 */

/**
 * @param {string} name
 * @param {Uint8Array} content
 * @returns {FileSize}
 */
function sizeOf(name, content) {
  const raw = content.byteLength;
  const forms = compressedForms(content);
  const ofForm = (/** @type {string} */ ending) => forms.get(ending)?.byteLength ?? raw;
  return { name, raw, gzip: ofForm('.gz'), brotli: ofForm('.br') };
}

/** @param {readonly FileSize[]} sizes */
const brotliOf = (sizes) => sizes.reduce((total, { brotli }) => total + brotli, 0);

/**
 * What a visit fetches for a page: its script, its preloads and its icon.
 * @param {string} html
 */
function fetchedBy(html) {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  return tags.flatMap((tag) => tag.match(/\s(?:src|href)="\/([^"]+)"/)?.[1] ?? []);
}

/**
 * Measures a built page, and React alone beside it.
 * @param {string} [directory] of the built page
 * @returns {Promise<Sizes>}
 */
export async function measureSizes(directory = path.join(root, 'dist', 'web')) {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => sizeOf(path.relative(directory, file), readFileSync(file)))
    .sort((one, other) => one.name.localeCompare(other.name));
  const html = readFileSync(path.join(directory, 'index.html'), 'utf8');
  const firstLoad = ['index.html', ...fetchedBy(html)].map((name) => {
    const file = files.find((found) => found.name === path.normalize(name));
    if (!file) throw new Error(`The page fetches ${name}, which is not there`);
    return file;
  });
  const styleText = html.match(/<style>([\s\S]*?)<\/style>/)?.[1] ?? '';
  const style = sizeOf('style in each page', Buffer.from(styleText));
  const reactFloor = sizeOf('React alone', Buffer.from(await buildReactFloor()));
  const scripts = files.filter(({ name }) => name.endsWith('.js'));
  const totals = {
    appScriptBytes: brotliOf(scripts) - reactFloor.brotli,
    appStyleBytes: style.brotli,
    firstLoadBytes: brotliOf(firstLoad),
    firstLoadRequests: firstLoad.length,
  };
  return { files, style, reactFloor, firstLoad, totals };
}

/**
 * One line for each budget that is exceeded.
 * @param {Sizes['totals']} totals
 * @returns {readonly string[]}
 */
export function overBudget(totals) {
  const names = /** @type {(keyof typeof budgets)[]} */ (Object.keys(budgets));
  return names
    .filter((name) => totals[name] > budgets[name])
    .map((name) => `${name} is ${totals[name]}, and may be ${budgets[name]}`);
}

const nameWidth = 42;
const numberWidth = 10;

/**
 * @param {string} name
 * @param {...(string | number)} cells
 */
function printRow(name, ...cells) {
  const numbers = cells.map((cell) => cell.toLocaleString('en').padStart(numberWidth));
  console.log(name.padEnd(nameWidth) + numbers.join(''));
}

/**
 * `npm run bench -- size`: every file in bytes, and what the budgets are held against.
 * @returns {Promise<boolean>} whether all is within budget
 */
export async function run() {
  const { files, style, reactFloor, firstLoad, totals } = await measureSizes();
  printRow('file', 'raw', 'gzip', 'brotli');
  for (const { name, raw, gzip, brotli } of [...files, style, reactFloor]) {
    printRow(name, raw, gzip, brotli);
  }
  console.log();
  printRow('brotli, in bytes', 'is', 'may be');
  printRow('script beyond React alone', totals.appScriptBytes, budgets.appScriptBytes);
  printRow('style', totals.appStyleBytes, budgets.appStyleBytes);
  printRow('first load of /', totals.firstLoadBytes, budgets.firstLoadBytes);
  printRow('  in requests', totals.firstLoadRequests, budgets.firstLoadRequests);
  for (const { name, brotli } of firstLoad) printRow(`  ${name}`, brotli);
  const complaints = overBudget(totals);
  for (const complaint of complaints) console.log(`Over budget: ${complaint}`);
  return complaints.length === 0;
}
