import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadPages, type Pages, PagesMissingError, withAddress } from './load-pages.ts';
import { testApp } from './test-app.ts';

const page = (title: string) => `<!doctype html><title>${title}</title>`;
const script = 'console.info("quiz");';

let parent: string;
let pages: Pages;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pages-'));
  const files: Record<string, string | Buffer> = {
    'secret.txt': 'outside',
    'web/index.html': page('Topics'),
    'web/index.html.br': brotliCompressSync(page('Topics')),
    'web/quiz.html': page('Quiz'),
    'web/results.html': page('Results'),
    'web/404.html': page('Not found'),
    'web/robots.txt': 'User-agent: *',
    'web/favicon.svg': '<svg/>',
    'web/data.unknown': 'x',
    'web/archive.gz': gzipSync('standing alone'),
    'web/assets/main-4f2a.js': script,
    'web/assets/main-4f2a.js.br': brotliCompressSync(script),
    'web/assets/main-4f2a.js.gz': gzipSync(script),
    'web/assets/style-9c1b.css': 'a{}',
    'web/assets/style-9c1b.css.gz': gzipSync('a{}'),
    'web/assets/font-1.woff2': 'font',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(parent, name, '..'), { recursive: true });
    await writeFile(join(parent, name), content);
  }
  pages = await loadPages(join(parent, 'web'));
});

afterAll(() => rm(parent, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  testApp({ pages }).app.request(path, { method, headers });

describe('the page', () => {
  test.each([
    ['/', 'Topics'],
    ['/quiz', 'Quiz'],
    ['/results', 'Results'],
    ['/quiz?from=mail', 'Quiz'],
  ])('%s is its own file, served to be revalidated', async (path, title) => {
    const reply = await get(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-cache');
    expect(reply.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
    expect(await reply.text()).toBe(page(title));
  });

  test.each([
    '/nowhere',
    '/quiz/2',
    '/quiz/',
    '/QUIZ',
    '/index.html',
    '/404.html',
    '/main.js',
    '/favicon.ico',
    '/%2e%2e/x',
    '/assets',
  ])('%s shows its not-found screen with status 404', async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('etag')).toBeNull();
    expect(await reply.text()).toBe(page('Not found'));
  });

  test('is not sent again to who has it', async () => {
    const etag = (await get('/')).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await get('/', { 'if-none-match': known });
      expect(reply.status).toBe(304);
      expect(reply.headers.get('etag')).toBe(etag);
      expect(reply.headers.get('cache-control')).toBe('no-cache');
      expect(await reply.text()).toBe('');
    }
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get('/nowhere', { 'if-none-match': etag })).status).toBe(404);
  });

  test('comes compressed, with a validator and a Vary of its own, at its route as at a file', async () => {
    const plain = await get('/');
    const brotli = await get('/', { 'accept-encoding': 'br' });
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(Buffer.from(await brotli.arrayBuffer())).toEqual(brotliCompressSync(page('Topics')));
    const etag = brotli.headers.get('etag') ?? '';
    expect(etag).not.toBe(plain.headers.get('etag'));
    const known = { 'accept-encoding': 'br', 'if-none-match': etag };
    expect((await get('/', known)).status).toBe(304);
    expect((await get('/', { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('files', () => {
  test.each([
    ['/robots.txt', 'text/plain; charset=utf-8', 'no-cache'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8', 'no-cache'],
    ['/data.unknown', 'application/octet-stream', 'no-cache'],
    ['/archive.gz', 'application/gzip', 'no-cache'],
    [
      '/assets/main-4f2a.js',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
    ['/assets/style-9c1b.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/font-1.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
  ])('%s has its type and its caching', async (path, type, caching) => {
    const reply = await get(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe(type);
    expect(reply.headers.get('cache-control')).toBe(caching);
    expect(reply.headers.get('etag')).not.toBeNull();
  });

  test('HEAD tells the same as GET without the body', async () => {
    const [whole, head] = [await get('/robots.txt'), await get('/robots.txt', {}, 'HEAD')];
    const told = (reply: Response) => {
      const { 'x-request-id': _id, ...headers } = Object.fromEntries(reply.headers);
      return headers;
    };
    expect(head.status).toBe(200);
    expect(told(head)).toEqual(told(whole));
    expect(head.headers.get('content-length')).toBe(String((await whole.text()).length));
    expect(await head.text()).toBe('');
  });

  test.each([
    '/assets/main-0000.js',
    '/assets/',
    '/assets/../../secret.txt%00.js',
    '/assets/x.css',
  ])('an asset that is missing (%s) is never the page', async (path) => {
    const reply = await get(path.replace('../../', '%2e%2e%2f%2e%2e%2f'));
    expect(reply.status).toBe(404);
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await reply.text()).toBe('Not found');
  });

  test.each(['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e%2fsecret.txt', '/..\\secret.txt'])(
    'no path leads out of the folder: %s',
    async (path) => {
      const reply = await get(path);
      expect(reply.status).toBe(404);
      expect(await reply.text()).not.toContain('outside');
    },
  );
});

describe('compressed files', () => {
  const path = '/assets/main-4f2a.js';

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=0, br;q=0', null],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['', null],
  ])('are chosen by what the visitor accepts: %s', async (accepted, encoding) => {
    const reply = await get(path, { 'accept-encoding': accepted });
    expect(reply.headers.get('content-encoding')).toBe(encoding);
    expect(reply.headers.get('vary')).toBe('Accept-Encoding');
    expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test('hold the same content, each with a validator of its own', async () => {
    const plain = await get(path);
    const brotli = await get(path, { 'accept-encoding': 'br' });
    const bytes = Buffer.from(await brotli.arrayBuffer());
    expect(bytes).toEqual(brotliCompressSync(script));
    expect(await plain.text()).toBe(script);
    expect(brotli.headers.get('etag')).not.toBe(plain.headers.get('etag'));
  });

  test('are no files of their own, and what has none varies by nothing', async () => {
    expect((await get(`${path}.br`)).status).toBe(404);
    expect((await get('/robots.txt')).headers.get('vary')).toBeNull();
  });

  test('are sent where only one of the encodings exists', async () => {
    const reply = await get('/assets/style-9c1b.css', { 'accept-encoding': 'br, gzip' });
    expect(reply.headers.get('content-encoding')).toBe('gzip');
  });
});

describe('a page that was built but not drawn', () => {
  test('is one file for every route', async () => {
    const directory = join(parent, 'undrawn');
    await mkdir(directory);
    await writeFile(join(directory, 'index.html'), page('All'));
    const { app } = testApp({ pages: await loadPages(directory) });
    for (const [path, status] of [
      ['/', 200],
      ['/results', 200],
      ['/nowhere', 404],
    ] as const) {
      const reply = await app.request(path);
      expect(reply.status).toBe(status);
      expect(await reply.text()).toBe(page('All'));
    }
  });
});

describe('a page that was not built', () => {
  test('is told by its folder and how to build it', async () => {
    const missing = join(parent, 'nowhere');
    const failure = await loadPages(missing).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PagesMissingError);
    expect(String(failure)).toContain(missing);
    expect(String(failure)).toContain('npm run build');
  });

  test('is a folder without index.html as well', async () => {
    await expect(loadPages(join(parent, 'web', 'assets'))).rejects.toThrow(PagesMissingError);
  });
});

describe('pages at a public address', () => {
  const html = '<meta property="og:image" content="/social.png"><title>Quiz</title>';

  async function loaded() {
    const directory = await mkdtemp(join(tmpdir(), 'pages-'));
    await writeFile(join(directory, 'index.html'), html);
    await writeFile(join(directory, 'index.html.br'), brotliCompressSync(html));
    await writeFile(join(directory, 'robots.txt'), 'User-agent: *');
    return loadPages(directory);
  }

  test('name the preview image in full, in every form in which they are sent', async () => {
    const before = await loaded();
    const { index, files } = withAddress(before, 'https://quiz.example.org/');
    const whole = html.replace('/social.png', 'https://quiz.example.org/social.png');
    expect(new TextDecoder().decode(index.body)).toBe(whole);
    expect(brotliDecompressSync(index.encoded.br?.body ?? '').toString()).toBe(whole);
    expect(index.encoded.gzip).toBeUndefined();
    expect(index.etag).not.toBe(before.index.etag);
    expect(files.get('/index.html')).toBe(index);
    expect(files.get('/robots.txt')).toBe(before.files.get('/robots.txt'));
  });
});
