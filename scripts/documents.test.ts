import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingNames } from '../src/server/settings-schema.ts';

// The documents for operators name files, settings and sums; all of them must be there and right.

const root = path.resolve(import.meta.dirname, '..');
const deploying = readFileSync(path.join(root, 'docs/deploying.md'), 'utf8');
const security = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');

/** The first group of every match. */
const all = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, it = '']) => it);

describe.each([
  ['docs/deploying.md', deploying],
  ['SECURITY.md', security],
])('%s', (document, text) => {
  test('links to what is there', () => {
    const links = all(text, /\]\(([^)#]+)[^)]*\)/g);
    const missing = links.filter(
      (link) => !existsSync(path.join(root, path.dirname(document), link)),
    );
    expect(missing).toEqual([]);
  });

  test('names files that are there', () => {
    const files = all(text, /`([\w./-]+\.(?:test\.ts|spec\.ts))`/g);
    const missing = files.filter(
      (file) =>
        !(existsSync(path.join(root, file)) || existsSync(path.join(root, 'src/server', file))),
    );
    expect(missing).toEqual([]);
  });

  test('names settings that are there', () => {
    const words = all(text, /`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g);
    const others = ['REDIS_PASSWORD', 'SITE_ADDRESS'];
    const known: readonly string[] = [...settingNames, ...others];
    expect(words.filter((word) => !known.includes(word))).toEqual([]);
  });
});

describe('the example of what a quiz costs', () => {
  const prices = {
    quiz: { prompt: 0.5e-6, completion: 3e-6 },
    feedback: { prompt: 2e-6, completion: 12e-6 },
  };

  /** The numbers of a row of the table: tokens in, tokens out, one call, times, per quiz. */
  function row(name: string): readonly number[] {
    const line = deploying.split('\n').find((text) => text.startsWith(`| ${name} |`)) ?? '';
    const cells = line.split('|').slice(2, -1);
    return cells.map((cell) => Number(/[\d.,]+$/.exec(cell.trim())?.[0].replaceAll(',', '')));
  }

  test('is worked from prices that it calls examples', () => {
    expect(deploying).toMatch(
      /example input, prices first: put your own.*\$0\.50 in and \$3\.00 out, feedback model \$2\.00 in and \$12\.00 out/s,
    );
  });

  test.each([
    ['writing', prices.quiz],
    ['blind check', prices.quiz],
    ['feedback', prices.feedback],
  ] as const)('has the sum of %s right', (name, price) => {
    const [prompt = 0, completion = 0, call = 0, times = 0, perQuiz] = row(name);
    expect(prompt * price.prompt + completion * price.completion).toBeCloseTo(call, 10);
    expect(call * times).toBeCloseTo(perQuiz ?? Number.NaN, 5);
  });

  test('has the totals right', () => {
    const rows = ['writing', 'blind check', 'feedback'].map(row);
    const calls = rows.reduce((sum, [, , , times = 0]) => sum + times, 0);
    const cost = rows.reduce((sum, [, , call = 0, times = 0]) => sum + call * times, 0);
    const perCall = cost / calls;
    expect(deploying).toContain(
      `**${Math.round(calls * 1000).toLocaleString('en-US')} calls and $${(cost * 1000).toFixed(2)}**`,
    );
    expect(deploying).toContain(`= $${perCall.toFixed(5)}, so the default of \`5000\``);
    expect(deploying).toContain(`**$${(5000 * perCall).toFixed(2)} a day**`);
  });
});
