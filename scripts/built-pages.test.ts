import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { measureSizes, overBudget } from '../bench/size.mjs';
import { topics } from '../src/domain/topics.ts';
import { buildIfChanged } from './build.mjs';
import { integrityOf } from './finish-pages.mjs';
import { root } from './install.mjs';

// The pages as the build leaves them in dist/web.

const web = path.join(root, 'dist', 'web');
const contentOf = (file: string) => readFileSync(path.join(web, file));
const pageOf = (file: string) => contentOf(file).toString();
const pages = ['index.html', 'quiz.html', 'results.html', '404.html'];

/** What a visitor without JavaScript reads on a page. */
function wordsOf(html: string): string {
  return html
    .replace(
      /<head>[\s\S]*<\/head>|<p class="slow-start">[\s\S]*?<\/p>|<script[\s\S]*?<\/script>/g,
      '',
    )
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

beforeAll(() => buildIfChanged(), 120_000);

describe('the drawn pages', () => {
  const needs = 'This quiz needs JavaScript: please turn it on and reload the page.';

  it('show the topics, and say what they need, without JavaScript', () => {
    expect(wordsOf(pageOf('index.html'))).toBe(
      [
        needs,
        'Choose Your Quiz Topic',
        'Select a topic that interests you and test your knowledge',
        'Choose a topic to generate your personalized quiz:',
        ...topics.map(({ name }) => name),
        'No account, no cookies: your quiz lives in this tab and nowhere else.',
      ].join(' '),
    );
  });

  it.each([
    ['quiz.html', 'Quiz · AI Quiz App', 'Loading your quiz questions... Back to Topics'],
    ['results.html', 'Quiz Results · AI Quiz App', 'Quiz Results Back to Topics'],
    ['404.html', 'Page not found · AI Quiz App', '404 Page not found There is nothing'],
  ])('%s shows its own words under its own title', (file, title, words) => {
    expect(pageOf(file)).toContain(`<title>${title}</title>`);
    expect(wordsOf(pageOf(file))).toContain(`${needs} ${words}`);
  });

  it.each(pages)(
    '%s keeps to a strict policy: nothing inline but one style and the starter',
    (file) => {
      const html = pageOf(file);
      expect(html.match(/<style[\s>]/g)).toHaveLength(1);
      expect(html).not.toMatch(/<[^>]*\sstyle=/);
      expect(html).not.toMatch(/<[^>]*\son[a-z]+=/);
      expect(html).not.toMatch(/rel="stylesheet"/);
      const scripts = html.match(/<script[\s\S]*?<\/script>/g) ?? [];
      expect(scripts).toHaveLength(2);
      expect(scripts[0]).toMatch(/^<script type="module" crossorigin [^>]*src="[^"]+"><\/script>$/);
      expect(scripts[1]).toMatch(/^<script>[^<]+<\/script>$/);
    },
  );

  it.each(pages)('%s keeps its script from the browser until the starter moves it', (file) => {
    const [start, end] = pageOf(file).split(/<template>.*<\/template>/);
    expect(start).toContain('class="slow-start"');
    expect(start).not.toMatch(/<script|modulepreload/);
    expect(end?.trim()).toMatch(/^<script>[^<]+<\/script>\s*<\/body>\s*<\/html>$/);
  });

  it.each(pages)('%s names each script with the digest of its content', (file) => {
    const html = pageOf(file);
    const script = html.match(/<script [^>]*integrity="([^"]+)" src="\/([^"]+)"/);
    const chunk = html.match(
      /<meta name="quiz-chunk" content="\/([^"]+)" data-integrity="([^"]+)"/,
    );
    expect(script?.[1]).toBe(integrityOf(contentOf(script?.[2] ?? '')));
    expect(chunk?.[2]).toBe(integrityOf(contentOf(chunk?.[1] ?? '')));
  });

  it.each(pages)('%s preloads the font that its style names', (file) => {
    const html = pageOf(file);
    const font = html.match(/url\((\/assets\/[^)]+\.woff2)\)/)?.[1];
    expect(font).toBeDefined();
    expect(html).toContain(`href="${font}"`);
  });
});

describe('the files of the built page', () => {
  const all = () => readdirSync(web, { recursive: true, encoding: 'utf8' });

  it('have compressed forms of the same content beside them', () => {
    const brotli = all().filter((file) => file.endsWith('.br'));
    const gzip = all().filter((file) => file.endsWith('.gz'));
    expect(brotli.length).toBeGreaterThanOrEqual(pages.length + 2);
    for (const [forms, decompress] of [
      [brotli, brotliDecompressSync],
      [gzip, gunzipSync],
    ] as const) {
      const other = forms.filter(
        (file) => !decompress(contentOf(file)).equals(contentOf(file.slice(0, -3))),
      );
      expect(other).toEqual([]);
    }
  });

  it('leave nothing of the build behind that no page names', () => {
    const named = pages.map(pageOf).join('') + all().filter((file) => file.endsWith('.js'));
    const assets = all().filter((file) => /^assets\W.*\.(js|css|woff2)$/.test(file));
    for (const file of assets) expect(named).toContain(path.basename(file));
  });

  it('are within their budgets', async () => {
    expect(overBudget((await measureSizes()).totals)).toEqual([]);
  }, 30_000);
});

describe('overBudget', () => {
  it('names each budget that is exceeded, and no other', () => {
    const totals = {
      appScriptBytes: 16_001,
      appStyleBytes: 6_000,
      firstLoadBytes: 90_000,
      firstLoadRequests: 6,
    };
    expect(overBudget(totals)).toEqual([
      'appScriptBytes is 16001, and may be 16000',
      'firstLoadBytes is 90000, and may be 78000',
    ]);
  });
});
