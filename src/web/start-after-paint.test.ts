import { describe, expect, it } from 'vitest';
import { type StartParts, startAfterPaint, startsWithinMs } from './start-after-paint.ts';

/** A window whose paints and time the test tells of; `moved` is what has been put into the page. */
function windowOf({ hasTemplate = true } = {}) {
  const content = ['script'];
  const moved: string[] = [];
  const timers = new Map<number, () => void>();
  const observed: unknown[] = [];
  let tellPaint = (_names: readonly string[]) => {};
  const window = {
    document: {
      querySelector: (selector: string) =>
        hasTemplate && selector === '#app-script' ? { content } : null,
      // A fragment is empty once it has been moved.
      body: { append: (fragment: string[]) => void moved.push(...fragment.splice(0)) },
    },
    setTimeout: (callback: () => void, ms: number) => void timers.set(ms, callback),
    PerformanceObserver: class {
      constructor(callback: (list: { getEntriesByName(name: string): unknown[] }) => void) {
        tellPaint = (names) =>
          callback({ getEntriesByName: (name) => names.filter((told) => told === name) });
      }
      observe(options: unknown) {
        observed.push(options);
      }
    },
  };
  startAfterPaint(window as unknown as StartParts);
  return { moved, observed, timers, tellPaint: (...names: string[]) => tellPaint(names) };
}

describe('startAfterPaint', () => {
  it('moves the script into the page once content has been painted', () => {
    const { moved, observed, tellPaint } = windowOf();
    expect(observed).toEqual([{ type: 'paint', buffered: true }]);
    tellPaint('first-paint');
    expect(moved).toEqual([]);
    tellPaint('first-contentful-paint');
    expect(moved).toEqual(['script']);
  });

  it('does so within its bound where no paint is told of', () => {
    const { moved, timers } = windowOf();
    expect([...timers.keys()]).toEqual([startsWithinMs]);
    timers.get(startsWithinMs)?.();
    expect(moved).toEqual(['script']);
  });

  it('does so once', () => {
    const { moved, timers, tellPaint } = windowOf();
    tellPaint('first-paint', 'first-contentful-paint');
    timers.get(startsWithinMs)?.();
    expect(moved).toEqual(['script']);
  });

  it('leaves a page without the script as it is', () => {
    const { moved, tellPaint } = windowOf({ hasTemplate: false });
    tellPaint('first-contentful-paint');
    expect(moved).toEqual([]);
  });
});
