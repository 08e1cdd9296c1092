import { afterEach, describe, expect, it, vi } from 'vitest';

type Listener = (event: { target: unknown }) => void;

/** Hears events and, of the DOM, knows its button only. */
class FakeElement {
  readonly listeners = new Map<string, Listener>();
  private readonly button: { click(): void } | null;

  constructor(button: { click(): void } | null = null) {
    this.button = button;
  }

  addEventListener(type: string, listener: Listener) {
    this.listeners.set(type, listener);
  }

  closest(selector: string) {
    return selector === 'button' ? this.button : null;
  }
}

/** Runs the starter in a page whose paints, time and clicks the test tells of; `moved` is what it moved. */
async function runStarter({ hasTemplate = true } = {}) {
  const script = new FakeElement();
  const window = new FakeElement();
  // A fragment is empty once it has been moved.
  const fragment: FakeElement[] = [script];
  const content = Object.assign(fragment, { firstElementChild: script });
  const moved: FakeElement[] = [];
  const timers: (() => void)[] = [];
  const observed: unknown[] = [];
  let tellPaint = (_names: readonly string[]) => {};
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('document', {
    querySelector: () => (hasTemplate ? { content } : null),
    body: { append: (given: FakeElement[] | '') => void moved.push(...(given || []).splice(0)) },
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
  return {
    script,
    moved,
    observed,
    tellPaint: (...names: string[]) => tellPaint(names),
    letTimePass() {
      for (const callback of timers) callback();
    },
    click: (target: unknown) => window.listeners.get('click')?.({ target }),
    loadScript: () => script.listeners.get('load')?.({ target: script }),
  };
}

afterEach(() => {
  vi.resetModules();
});

describe('the starter', () => {
  it('moves the script into the page once content has been painted', async () => {
    const { script, moved, observed, tellPaint } = await runStarter();
    expect(observed).toEqual([{ type: 'paint', buffered: true }]);
    tellPaint('first-paint');
    expect(moved).toEqual([]);
    tellPaint('first-contentful-paint');
    expect(moved).toEqual([script]);
  });

  it('does so after a while where no paint is told of', async () => {
    const { script, moved, letTimePass } = await runStarter();
    expect(moved).toEqual([]);
    letTimePass();
    expect(moved).toEqual([script]);
  });

  it('does so once', async () => {
    const { script, moved, letTimePass, tellPaint } = await runStarter();
    tellPaint('first-paint', 'first-contentful-paint');
    letTimePass();
    expect(moved).toEqual([script]);
  });

  it('leaves a page without the script as it is', async () => {
    const { moved, tellPaint, letTimePass } = await runStarter({ hasTemplate: false });
    tellPaint('first-contentful-paint');
    letTimePass();
    expect(moved).toEqual([]);
  });
});

describe('a click before the script is there', () => {
  it('is done again when it is: the last one', async () => {
    const { click, loadScript } = await runStarter();
    const [one, other] = [{ click: vi.fn() }, { click: vi.fn() }];
    click(new FakeElement(one));
    click(new FakeElement(other));
    expect(other.click).not.toHaveBeenCalled();
    loadScript();
    expect(one.click).not.toHaveBeenCalled();
    expect(other.click).toHaveBeenCalledOnce();
  });

  it.each([
    ['on no button', new FakeElement()],
    ['on the document', {}],
  ])('is forgotten where it was %s', async (_name, target) => {
    const { click, loadScript } = await runStarter();
    const button = { click: vi.fn() };
    click(new FakeElement(button));
    click(target);
    loadScript();
    expect(button.click).not.toHaveBeenCalled();
  });

  it('is none where nothing was clicked', async () => {
    const { loadScript } = await runStarter();
    expect(loadScript).not.toThrow();
  });
});
