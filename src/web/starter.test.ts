import { afterEach, describe, expect, it, vi } from 'vitest';

/** Runs the starter in a page whose paints and time the test tells of; `moved` is what it moved there. */
async function runStarter({ hasTemplate = true } = {}) {
  const content = ['script'];
  const moved: string[] = [];
  const timers: (() => void)[] = [];
  const observed: unknown[] = [];
  let tellPaint = (_names: readonly string[]) => {};
  vi.stubGlobal('document', {
    querySelector: () => (hasTemplate ? { content } : null),
    // A fragment is empty once it has been moved.
    body: { append: (fragment: string[] | '') => void moved.push(...(fragment || []).splice(0)) },
  });
  vi.stubGlobal('setTimeout', (callback: () => void) => void timers.push(callback));
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: (list: { getEntriesByName(name: string): unknown[] }) => void) {
        tellPaint = (names) =>
          callback({ getEntriesByName: (name) => names.filter((told) => told === name) });
      }
      observe(options: unknown) {
        observed.push(options);
      }
    },
  );
  await import('./starter.ts');
  const letTimePass = () => {
    for (const callback of timers) callback();
  };
  return { moved, observed, letTimePass, tellPaint: (...names: string[]) => tellPaint(names) };
}

describe('the starter', () => {
  afterEach(() => {
    vi.resetModules();
  });

  it('moves the script into the page once content has been painted', async () => {
    const { moved, observed, tellPaint } = await runStarter();
    expect(observed).toEqual([{ type: 'paint', buffered: true }]);
    tellPaint('first-paint');
    expect(moved).toEqual([]);
    tellPaint('first-contentful-paint');
    expect(moved).toEqual(['script']);
  });

  it('does so after a while where no paint is told of', async () => {
    const { moved, letTimePass } = await runStarter();
    expect(moved).toEqual([]);
    letTimePass();
    expect(moved).toEqual(['script']);
  });

  it('does so once', async () => {
    const { moved, letTimePass, tellPaint } = await runStarter();
    tellPaint('first-paint', 'first-contentful-paint');
    letTimePass();
    expect(moved).toEqual(['script']);
  });

  it('leaves a page without the script as it is', async () => {
    const { moved, tellPaint } = await runStarter({ hasTemplate: false });
    tellPaint('first-contentful-paint');
    expect(moved).toEqual([]);
  });
});
