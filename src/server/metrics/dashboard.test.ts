import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPrometheusMetrics } from './prometheus.ts';

// docs/grafana-dashboard.json asks for nothing that the service does not tell.

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly datasource?: { readonly uid: string };
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly title: string;
  readonly schemaVersion: number;
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; definition?: string }[];
  };
  readonly panels: readonly Panel[];
}

const file = new URL('../../../docs/grafana-dashboard.json', import.meta.url);
const { templating, panels, schemaVersion } = JSON.parse(await readFile(file, 'utf8')) as Dashboard;
const graphs = panels.filter(({ type }) => type !== 'row');
const queries = graphs.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);

/** The labels of every series that the registry has, by the name that a query knows it by. */
const labelsOf = new Map<string, ReadonlySet<string>>();

beforeAll(async () => {
  const { metrics, exposition } = createPrometheusMetrics();
  metrics.requestEnded({ method: 'GET', path: '/', status: 200, ms: 1 });
  metrics.attemptEnded({ call: 'quiz', outcome: 'ok', ms: 1, usage: undefined });
  metrics.quizReviewed('flawed');
  metrics.quizWritten({ priority: 'visitor', ms: 1 });
  metrics.watchShelf(async () => 1);
  metrics.limitHit('QUIZZES_PER_DAY');
  metrics.watchRedis(() => true);
  for (const line of (await exposition.read()).split('\n')) {
    const [, name, labels = ''] = /^([a-z_][\w:]*)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === undefined) continue;
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
    labelsOf.set(name, new Set([...(labelsOf.get(name) ?? []), ...names]));
  }
});

/** What Prometheus adds to every series that it collects. */
const addedLabels = ['job', 'instance'];

interface Selected {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** Every metric that a PromQL expression selects, each of which has braces in our queries. */
function selectedIn(expr: string): readonly Selected[] {
  return [...expr.matchAll(/([a-zA-Z_:][\w:]*)\{([^}]*)\}/g)].map(
    ([, metric = '', inner = '']) => ({
      metric,
      labels: [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
    }),
  );
}

/** The words of an expression that are neither a selected metric nor PromQL's own. */
function otherWordsIn(expr: string): readonly string[] {
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/[\w:]+\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without)\s*\([^)]*\)/g, '');
  const words = bare.match(/[a-zA-Z_:][\w:]*/g) ?? [];
  const known = ['sum', 'max', 'min', 'rate', 'increase', 'histogram_quantile', 'or', 'vector'];
  return words.filter((word) => !known.includes(word));
}

const groupedIn = (expr: string) =>
  [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  );

test('is of the form that Grafana 11 and later read, and asks which data source to use', () => {
  expect(schemaVersion).toBeGreaterThanOrEqual(39);
  expect(templating.list.map(({ name, type }) => [name, type])).toEqual([
    ['datasource', 'datasource'],
    ['job', 'query'],
  ]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { datasource, description, targets } of graphs) {
    expect(datasource?.uid).toBe('$' + '{datasource}');
    expect(description).toMatch(/\.$/);
    expect(targets?.length).toBeGreaterThan(0);
  }
});

test('no panel lies on another', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    expect(x + w).toBeLessThanOrEqual(24);
    return Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`);
  });
  expect(new Set(cells).size).toBe(cells.length);
});

describe('every query', () => {
  test.each(queries)('$title: $expr', ({ expr, legendFormat }) => {
    const selected = selectedIn(expr);
    expect(selected.length).toBeGreaterThan(0);
    for (const { metric, labels } of selected) {
      expect([...labelsOf.keys()]).toContain(metric);
      expect(labels).toContain('job');
      const known = [...(labelsOf.get(metric) ?? []), ...addedLabels];
      expect(known).toEqual(expect.arrayContaining([...labels, ...groupedIn(expr)]));
    }
    expect(otherWordsIn(expr)).toEqual([]);
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
    expect(groupedIn(expr)).toEqual(expect.arrayContaining(shown));
    // Counters only ever grow: what is told of them is their rate.
    for (const { metric } of selected.filter(({ metric: name }) => name.endsWith('_total'))) {
      expect(expr).toMatch(new RegExp(`(rate|increase)\\(${metric}\\{`));
    }
  });
});

test('every metric of our own is on a panel', () => {
  const shown = new Set(
    queries.flatMap(({ expr }) => selectedIn(expr).map(({ metric }) => metric)),
  );
  const own = [...labelsOf.keys()].filter((name) => /^(http|quiz)_/.test(name));
  const missing = own.filter((name) => !shown.has(name) && !/_(sum|count)$/.test(name));
  expect(missing).toEqual([]);
});

test('the jobs to choose from are those that have our metrics', () => {
  const [, metric = ''] =
    /^label_values\((\w+), job\)$/.exec(templating.list[1]?.definition ?? '') ?? [];
  expect([...labelsOf.keys()]).toContain(metric);
});
