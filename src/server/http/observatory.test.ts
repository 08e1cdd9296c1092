import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';
import { loadPages, type Pages } from './load-pages.ts';
import { securityHeaders } from './security-headers.ts';
import { noLimits } from './test-app.ts';
import { observatoryScore, type Reply } from './test-observatory.ts';

// The page as it is built, served as it is served, judged by the Observatory's rules.

const appUrl = 'https://quiz.example';
const root = fileURLToPath(new URL('../../..', import.meta.url));

let directory: string;
let pages: Pages;
let server: TestServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'observatory-'));
  // Vite decides by it whether it builds for production.
  vi.stubEnv('NODE_ENV', 'production');
  await build({
    root,
    logLevel: 'silent',
    mode: 'production',
    environments: { client: { build: { outDir: directory, emptyOutDir: true } } },
  });
  vi.unstubAllEnvs();
  pages = await loadPages(directory);
  server = await startTestServer({ pages, guard: { limits: noLimits, trustProxy: 0, appUrl } });
}, 60_000);

afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true });
});

async function replyFor(path: string): Promise<Reply> {
  const response = await fetch(server.url + path);
  return { headers: response.headers, html: await response.text() };
}

describe('the built page', () => {
  test.each(['/', '/quiz', '/results', '/nowhere'])(
    'earns at least 150 points at %s',
    async (path) => {
      const reply = await replyFor(path);
      expect(reply.headers.has('set-cookie')).toBe(false);
      const { score, points } = observatoryScore(reply);
      const hasIntegrity = /<script\b[^>]*\bintegrity=/.test(reply.html);
      expect(points.map(({ rule, points: of, because }) => `${of} ${rule}: ${because}`)).toEqual([
        "10 Content-Security-Policy: nothing unsafe, and default-src 'none'",
        '0 Cross-Origin Resource Sharing: not implemented, or public',
        '5 Referrer-Policy: private',
        '0 Strict-Transport-Security: at least six months',
        hasIntegrity
          ? '5 Subresource Integrity: implemented'
          : '0 Subresource Integrity: not implemented, but all scripts are our own, or there are none',
        '0 X-Content-Type-Options: nosniff',
        '5 X-Frame-Options: implemented by frame-ancestors',
        '10 Cross-Origin-Resource-Policy: isolating',
        '10 Cross-Origin-Opener-Policy: isolating',
        '10 Cross-Origin-Embedder-Policy: isolating',
      ]);
      expect(score).toBe(hasIntegrity ? 155 : 150);
    },
  );

  test('has nothing in its HTML that its policy forbids', async () => {
    const html = [...pages.files.values()].filter(({ type }) => type.startsWith('text/html'));
    expect(html.length).toBeGreaterThan(0);
    for (const { body } of html) {
      const text = new TextDecoder().decode(body);
      // Scripts without a source, handlers, style attributes, addresses elsewhere.
      expect(text).not.toMatch(/<script\b(?![^>]*\bsrc=)[^>]*>/i);
      expect(text).not.toMatch(/<[^>]+\s(on\w+|style)\s*=/i);
      expect(text).not.toMatch(/\b(src|href|action)\s*=\s*"?\s*(javascript|data|https?):/i);
      expect(text).not.toMatch(/<(base|object|embed|iframe|form|meta\s+http-equiv)\b/i);
    }
  });
});

describe('the rules themselves', () => {
  const scoreOf = (headers: Readonly<Record<string, string>>, html = '') =>
    observatoryScore({ headers: new Headers(headers), html }).score;

  test('give a site without any header 30 points, as the Observatory does', () => {
    expect(scoreOf({})).toBe(30);
  });

  test('give the defaults of a security-header library 130, as the Observatory does', () => {
    const headers = {
      'content-security-policy':
        "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';" +
        "frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';" +
        "script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    };
    expect(scoreOf(headers)).toBe(130);
  });

  const none = "default-src 'none'; frame-ancestors 'none'";
  test.each([
    ['Content-Security-Policy', null, 75],
    ['Content-Security-Policy', "default-src 'self'; frame-ancestors 'none'", 150],
    ['Content-Security-Policy', "default-src 'none'", 150],
    ['Content-Security-Policy', none, 155],
    ['Content-Security-Policy', `${none}; script-src 'unsafe-inline'`, 80],
    ['Content-Security-Policy', `${none}; script-src https:`, 80],
    ['Content-Security-Policy', `${none}; object-src *`, 80],
    ['Content-Security-Policy', `${none}; connect-src http://a.test`, 80],
    ['Content-Security-Policy', `${none}; script-src 'unsafe-eval'`, 135],
    ['Content-Security-Policy', `${none}; img-src http://a.test`, 135],
    ['Content-Security-Policy', `${none}; style-src 'unsafe-inline'`, 145],
    ['Cross-Origin-Embedder-Policy', null, 145],
    ['Cross-Origin-Embedder-Policy', 'unsafe-none', 145],
    ['Cross-Origin-Embedder-Policy', 'sure', 140],
    ['Cross-Origin-Opener-Policy', null, 145],
    ['Cross-Origin-Opener-Policy', 'unsafe-none', 145],
    ['Cross-Origin-Resource-Policy', null, 145],
    ['Cross-Origin-Resource-Policy', 'cross-origin', 145],
    ['Referrer-Policy', null, 150],
    ['Referrer-Policy', 'unsafe-url', 145],
    ['Strict-Transport-Security', null, 80],
    ['Strict-Transport-Security', 'max-age=60', 145],
    ['X-Content-Type-Options', null, 150],
    ['X-Frame-Options', null, 155],
    ['Access-Control-Allow-Origin', '*', 155],
  ])('%s: %s makes of our 155 points %i', (name, value, score) => {
    const headers: Record<string, string> = { ...securityHeaders({ pages: null, appUrl }) };
    const html = '<script type="module" src="/a.js" integrity="sha384-abc"></script>';
    expect(scoreOf(headers, html)).toBe(155);
    if (value === null) delete headers[name];
    else headers[name] = value;
    expect(scoreOf(headers, html)).toBe(score);
  });

  test('take 50 points for replies that any site may read with credentials', () => {
    const headers = {
      ...securityHeaders({ pages: null, appUrl }),
      'Access-Control-Allow-Origin': 'https://a.test',
      'Access-Control-Allow-Credentials': 'true',
    };
    expect(scoreOf(headers)).toBe(50);
  });

  test.each([
    ['', 150],
    ['<script src="/a.js"></script>', 150],
    ['<script src="https://cdn.test/a.js"></script>', 50],
    ['<script src="//cdn.test/a.js" integrity="sha384-abc"></script>', 50],
  ])('judge the scripts of the page: %s', (html, score) => {
    expect(scoreOf(securityHeaders({ pages: null, appUrl }), html)).toBe(score);
  });
});
