import { describe, expect, it } from 'vitest';
import { type ReloadParts, reloadOnce } from './stale-page.ts';

/** A browser on a page, with a server that answers as given. */
function browser(answer: () => Promise<Response>) {
  const asked: [string, RequestInit][] = [];
  let reloads = 0;
  const history = {
    state: null as unknown,
    replaceState(state: unknown) {
      this.state = state;
    },
  };
  const parts: ReloadParts = {
    fetch: (input, init) => {
      asked.push([input, init]);
      return answer();
    },
    history,
    location: {
      href: 'http://localhost/',
      reload: () => {
        reloads += 1;
      },
    },
  };
  return { parts, asked, history, reloads: () => reloads };
}

const there = async () => new Response();

describe('reloadOnce', () => {
  it('reloads a page once, and says of the next time that it is of no use', async () => {
    const { parts, reloads } = browser(there);
    expect(await reloadOnce(parts)).toBe('reloading');
    expect(await reloadOnce(parts)).toBe('useless');
    expect(reloads()).toBe(1);
  });

  it('reloads again on another entry of the history', async () => {
    const { parts, history, reloads } = browser(there);
    await reloadOnce(parts);
    history.replaceState(null);
    expect(await reloadOnce(parts)).toBe('reloading');
    expect(reloads()).toBe(2);
  });

  it('asks for the page past every cache, and for its head alone', async () => {
    const { parts, asked } = browser(there);
    await reloadOnce(parts);
    expect(asked).toEqual([['http://localhost/', { method: 'HEAD', cache: 'no-store' }]]);
  });

  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is at fault', async () => new Response(null, { status: 503 })],
  ])('keeps the page while the server %s, and may reload later', async (_name, answer) => {
    const { parts, history, reloads } = browser(answer);
    expect(await reloadOnce(parts)).toBe('unreachable');
    expect(reloads()).toBe(0);
    expect(history.state).toBeNull();
  });
});
