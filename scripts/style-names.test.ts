import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

// The build keeps names as they are written (vite.config.ts), so that all style sheets share them.

const web = path.resolve(import.meta.dirname, '../src/web');

/** The names of a kind that a style sheet defines. */
function namesIn(css: string, name: RegExp): ReadonlySet<string> {
  const rules = css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|url\([^)]*\)/g, '');
  return new Set([...rules.matchAll(name)].map(([, found = '']) => found));
}

/** The names that more than one style sheet defines, each with its sheets. */
function sharedNames(sheets: ReadonlyMap<string, string>, name: RegExp): readonly string[] {
  const definedIn = new Map<string, string[]>();
  for (const [file, css] of sheets) {
    for (const found of namesIn(css, name)) {
      definedIn.set(found, [...(definedIn.get(found) ?? []), file]);
    }
  }
  return [...definedIn].flatMap(([found, files]) =>
    files.length > 1 ? [`${found}: ${files.join(', ')}`] : [],
  );
}

const className = /\.([a-z][\w-]*)/gi;
const animationName = /@keyframes\s+([\w-]+)/g;

const sheets = new Map(
  readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => [path.basename(file), readFileSync(path.join(web, file), 'utf8')]),
);

describe('the names in the style sheets', () => {
  it.each([
    ['classes', className],
    ['animations', animationName],
  ])('belong to one sheet each: %s', (_kind, name) => {
    expect(sharedNames(sheets, name)).toEqual([]);
  });

  it('are found', () => {
    expect(sheets.size).toBeGreaterThan(15);
    expect([...namesIn(sheets.get('topic-card.module.css') ?? '', className)]).toContain('card');
  });

  it('would be told of where two sheets shared one', () => {
    const two = new Map([
      ['a.css', '.card { width: .5rem } @keyframes turn {}'],
      ['b.css', '/* .list */ ul > .card:hover {} .list { composes: x from "./c.css" }'],
      ['c.css', '@keyframes turn {}'],
    ]);
    expect(sharedNames(two, className)).toEqual(['card: a.css, b.css']);
    expect(sharedNames(two, animationName)).toEqual(['turn: a.css, c.css']);
  });
});
