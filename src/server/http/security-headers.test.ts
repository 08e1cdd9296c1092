import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quizzesPath } from '../../domain/api.ts';
import { rawExchange } from '../test-raw-http.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import type { PageFile, Pages } from './load-pages.ts';
import { securityHeaders } from './security-headers.ts';
import { jsonPost } from './test-app.ts';

const appUrl = 'http://localhost:3000';

function page(html: string, type = 'text/html; charset=utf-8'): PageFile {
  return { body: new TextEncoder().encode(html), type, etag: '"1"', encoded: {} };
}

function pagesOf(files: Readonly<Record<string, PageFile>>): Pages {
  const index = files['/index.html'] ?? page('<title>Quiz</title>');
  return { index, files: new Map(Object.entries({ '/index.html': index, ...files })) };
}

function directive(name: string, headers: Readonly<Record<string, string>>): string | undefined {
  const policy = headers['Content-Security-Policy'] ?? '';
  return policy.split('; ').find((part) => part.startsWith(`${name} `));
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the inline styles that are allowed', () => {
  test.each([
    ['none', '<title>Quiz</title>', "style-src 'self'"],
    // The SHA-256 of nothing, as any tool prints it.
    [
      'an empty one',
      '<style></style>',
      "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    ],
    ['one', '<style>a{}</style>', `style-src 'self' ${hashOf('a{}')}`],
    ['white space around it', '<style>\n a{}\n</style>', `style-src 'self' ${hashOf('\n a{}\n')}`],
    ['Windows line breaks', '<style>a\r\nb\rc</style>', `style-src 'self' ${hashOf('a\nb\nc')}`],
    ['attributes', '<STYLE media="print">a{}</Style >', `style-src 'self' ${hashOf('a{}')}`],
    [
      'letters outside ASCII',
      '<style>a{content:"→"}</style>',
      `style-src 'self' ${hashOf('a{content:"→"}')}`,
    ],
    [
      'two',
      '<style>a{}</style><style>b{}</style>',
      `style-src 'self' ${hashOf('a{}')} ${hashOf('b{}')}`,
    ],
    ['twice the same', '<style>a{}</style><style>a{}</style>', `style-src 'self' ${hashOf('a{}')}`],
    ['an element of another name', '<styled>a{}</styled>', "style-src 'self'"],
  ])('%s', (_name, html, expected) => {
    const pages = pagesOf({ '/index.html': page(html) });
    expect(directive('style-src', securityHeaders({ pages, appUrl }))).toBe(expected);
  });

  test('are those of every page and of no other file', () => {
    const pages = pagesOf({
      '/quiz.html': page('<style>q{}</style>'),
      '/notes.txt': page('<style>t{}</style>', 'text/plain'),
    });
    const headers = securityHeaders({ pages, appUrl });
    expect(directive('style-src', headers)).toBe(`style-src 'self' ${hashOf('q{}')}`);
  });
});

describe('the inline scripts that are allowed', () => {
  test.each([
    ['none', '<title>Quiz</title>', "script-src 'self'"],
    ['one', '<script>go()</script>', `script-src 'self' ${hashOf('go()')}`],
    ['a module', '<SCRIPT type="module">go()</Script >', `script-src 'self' ${hashOf('go()')}`],
    ['Windows line breaks', '<script>a\r\nb</script>', `script-src 'self' ${hashOf('a\nb')}`],
    [
      'two',
      '<script>a()</script><script>b()</script>',
      `script-src 'self' ${hashOf('a()')} ${hashOf('b()')}`,
    ],
    ['a file', '<script type="module" src="/a.js"></script>', "script-src 'self'"],
    ['an element of another name', '<scripted>a()</scripted>', "script-src 'self'"],
    [
      'one behind a file in a template',
      '<template><script src="/a.js"></script></template><script>b()</script>',
      `script-src 'self' ${hashOf('b()')}`,
    ],
  ])('%s', (_name, html, expected) => {
    const headers = securityHeaders({ pages: pagesOf({ '/index.html': page(html) }), appUrl });
    expect(directive('script-src', headers)).toBe(expected);
    expect(directive('style-src', headers)).toBe("style-src 'self'");
  });
});

test('nothing is allowed inline, evaluated, from elsewhere or into frames', () => {
  const policy = securityHeaders({ pages: null, appUrl })['Content-Security-Policy'];
  expect(policy).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
      "font-src 'self'; connect-src 'self'; base-uri 'none'; " +
      "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
      "trusted-types 'none'",
  );
});

test.each([
  ['https://quiz.example', 'max-age=31536000'],
  ['HTTPS://quiz.example/', 'max-age=31536000'],
  ['http://quiz.example', undefined],
])('TLS is demanded from then on where the public address is %s', (given, expected) => {
  const headers = securityHeaders({ pages: null, appUrl: given });
  expect(headers['Strict-Transport-Security']).toBe(expected);
});

describe('every reply', () => {
  const headers = securityHeaders({ pages: null, appUrl: 'https://quiz.example' });
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ headers });
  });
  afterAll(() => server.close());

  test.each([
    ['the page', '/', {}, 200],
    ['a page that is known already', '/', { headers: { 'if-none-match': '*' } }, 304],
    ['a missing page', '/nowhere', {}, 404],
    ['a missing asset', '/assets/gone.js', {}, 404],
    ['an asset asked for in the wrong way', '/assets/main-4f2a.js', { method: 'PUT' }, 405],
    ['health', '/healthz', {}, 200],
    ['a missing call', '/api/none', {}, 404],
  ])('carries them: %s', async (_name, path, init: RequestInit, status) => {
    const reply = await fetch(server.url + path, init);
    expect(reply.status).toBe(status);
    for (const [name, value] of Object.entries(headers)) {
      expect(reply.headers.get(name), name).toBe(value);
    }
  });

  test('carries those that matter where it is an asset', async () => {
    const reply = await fetch(`${server.url}/assets/main-4f2a.js`);
    expect(reply.status).toBe(200);
    const sent = Object.keys(headers).filter((name) => reply.headers.has(name));
    expect(sent).toEqual([
      'Cross-Origin-Resource-Policy',
      'X-Content-Type-Options',
      'Strict-Transport-Security',
    ]);
    for (const name of sent) expect(reply.headers.get(name)).toBe(headers[name]);
  });

  test.each([
    ['a quiz', jsonPost({ topic: 'art' }), 200],
    ['a stream', jsonPost({ topic: 'art' }, { accept: 'text/event-stream' }), 200],
    ['a problem', jsonPost({ topic: 'none' }), 400],
    ['a wrong method', {}, 405],
  ])('forbids everything where it is data: %s', async (_name, init: RequestInit, status) => {
    const reply = await fetch(server.url + quizzesPath, init);
    expect(reply.status).toBe(status);
    const names = [...Object.keys(headers), 'Vary', 'Set-Cookie', 'Server', 'X-Powered-By'];
    const sent = names.filter((name) => reply.headers.has(name));
    expect(Object.fromEntries(sent.map((name) => [name, reply.headers.get(name)]))).toEqual({
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Strict-Transport-Security': 'max-age=31536000',
    });
  });

  test.each([
    '/api/../',
    `${quizzesPath}/../../quiz`,
    '/assets/../',
    '/assets/../quiz',
    '/assets/./main-4f2a.js',
    '/assets/main-4f2a.js?x',
  ])('carries them all at a path that only looks like an asset or a call: %s', async (target) => {
    const head = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    const [reply] = await rawExchange(server.port, [head]);
    for (const [name, value] of Object.entries(headers)) {
      expect(reply?.headers.get(name.toLowerCase()), name).toBe(value);
    }
  });

  test.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a head too long', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: magic\r\n\r\n', 417],
  ])('carries them, to what is no request as well: %s', async (_name, request, status) => {
    const [reply] = await rawExchange(server.port, [request]);
    expect(reply?.status).toBe(status);
    for (const [name, value] of Object.entries(headers)) {
      expect(reply?.headers.get(name.toLowerCase()), name).toBe(value);
    }
  });
});
