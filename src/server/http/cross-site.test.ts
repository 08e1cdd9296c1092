import { describe, expect, test } from 'vitest';
import { createCrossSiteCheck } from './cross-site.ts';

const appUrl = 'https://quiz.example/';

function isCrossSite(headers: Record<string, string>, trustProxy = 0, url = 'http://quiz.test/') {
  const check = createCrossSiteCheck({ trustProxy, appUrl });
  return check({ header: (name) => headers[name], url: `${url}api/quizzes` });
}

describe('a browser that tells where a request comes from', () => {
  test.each([
    ['same-origin', false],
    ['none', false],
    ['same-site', true],
    ['cross-site', true],
    ['', true],
    ['Same-Origin', true],
    ['same-origin, same-origin', true],
  ])('Sec-Fetch-Site: %s', (site, crossSite) => {
    expect(isCrossSite({ 'sec-fetch-site': site })).toBe(crossSite);
  });

  test('is believed about the site rather than about the origin', () => {
    const own = { origin: 'http://quiz.test', 'sec-fetch-site': 'cross-site' };
    expect(isCrossSite(own)).toBe(true);
    const odd = { origin: 'https://other.example', 'sec-fetch-site': 'same-origin' };
    expect(isCrossSite(odd)).toBe(false);
  });
});

describe('a browser that tells the origin only', () => {
  test.each([
    ['our own', 'http://quiz.test', false],
    ['our own with its default port', 'http://quiz.test:80', false],
    ['our own in capitals', 'HTTP://Quiz.TEST', false],
    ['the public address', 'https://quiz.example', false],
    ['another host', 'http://other.test', true],
    ['another port', 'http://quiz.test:8080', true],
    ['another scheme', 'https://quiz.test', true],
    ['the public address without TLS', 'http://quiz.example', true],
    ['a name that begins like ours', 'http://quiz.test.evil.test', true],
    ['a name that ends like ours', 'http://evil-quiz.test', true],
    ['ours as a user name', 'http://quiz.test@evil.test', true],
    ['null', 'null', true],
    ['a file', 'file://', true],
    ['an extension', 'chrome-extension://abcdefgh', true],
    ['nothing', '', true],
    ['a list', 'http://quiz.test, http://quiz.test', true],
    ['nonsense', 'quiz.test', true],
  ])('%s (%s)', (_name, origin, crossSite) => {
    expect(isCrossSite({ origin })).toBe(crossSite);
  });

  test('names our port as well', () => {
    expect(isCrossSite({ origin: 'http://quiz.test:3000' }, 0, 'http://quiz.test:3000/')).toBe(
      false,
    );
  });
});

test('who tells neither is held by the limits alone', () => {
  expect(isCrossSite({})).toBe(false);
});

describe('forwarding headers', () => {
  const origin = 'https://public.test';
  const forwarding = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'public.test' };

  test('are not believed without a proxy', () => {
    expect(isCrossSite({ origin, ...forwarding })).toBe(true);
  });

  test('are believed from a trusted proxy', () => {
    expect(isCrossSite({ origin, ...forwarding }, 1)).toBe(false);
    expect(isCrossSite({ origin: 'https://quiz.test', 'x-forwarded-proto': 'HTTPS' }, 1)).toBe(
      false,
    );
    expect(isCrossSite({ origin: 'http://public.test', ...forwarding }, 1)).toBe(true);
  });

  test.each([
    ['what the visitor wrote is not', 1, 'evil.test, public.test', false],
    ['the outermost of two proxies is', 2, 'evil.test, public.test, inner.test', false],
    ['the only entry is', 2, 'public.test', false],
    ['an inner one is not', 1, 'public.test, inner.test', true],
  ])('of several, %s', (_name, trustProxy, host, crossSite) => {
    const headers = { origin, 'x-forwarded-proto': 'https', 'x-forwarded-host': host };
    expect(isCrossSite(headers, trustProxy)).toBe(crossSite);
  });

  test('that make no address are nobody’s', () => {
    expect(isCrossSite({ origin, 'x-forwarded-host': ':::' }, 1)).toBe(true);
    expect(isCrossSite({ origin: 'null', 'x-forwarded-proto': 'file' }, 1)).toBe(true);
  });
});
