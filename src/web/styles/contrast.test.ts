import { formatHex, inGamut, parse, wcagContrast } from 'culori';
import { describe, expect, it, test } from 'vitest';
import html from '../../../index.html?raw';
import { topicIds } from '../../domain/topics.ts';
import tokens from './tokens.css?raw';

type Scheme = 'light' | 'dark';
const schemes: readonly Scheme[] = ['light', 'dark'];

/** Everything that the screen sees: what is only for print stands in the last rule. */
const screen = tokens.slice(0, tokens.indexOf('@media print'));

/** The value of a custom property in a rule of the tokens, for a scheme and a hue. */
function tokenOf(name: string, scheme: Scheme, hue = '275'): string {
  const pair = new RegExp(`--${name}: light-dark\\((oklch\\(.*\\)), (oklch\\(.*\\))\\);`).exec(
    screen,
  );
  const value = pair?.[scheme === 'light' ? 1 : 2];
  if (!value) throw new Error(`The tokens have no --${name} for ${scheme}`);
  return value.replace('var(--hue)', hue);
}

function colourOf(name: string, scheme: Scheme, hue?: string) {
  const colour = parse(tokenOf(name, scheme, hue));
  if (!colour) throw new Error(`--${name} is no colour`);
  return colour;
}

const contrast = (scheme: Scheme, hue?: string) => (one: string, other: string) =>
  wcagContrast(colourOf(one, scheme, hue), colourOf(other, scheme, hue));

function hueOf(topic: string): string {
  const hue = new RegExp(`\\[data-topic="${topic}"\\] \\{\\s*--hue: (\\d+);`).exec(screen)?.[1];
  if (!hue) throw new Error(`The tokens have no hue for ${topic}`);
  return hue;
}

describe.each(schemes)('ink on paper, %s', (scheme) => {
  const of = contrast(scheme);

  it.each(['paper', 'card'])('text on %s has at least 4.5:1', (ground) => {
    for (const text of ['ink', 'ink-soft', 'right', 'wrong']) {
      expect(of(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(['paper', 'card'])('the edge of a control on %s has at least 3:1', (ground) => {
    expect(of('line-control', ground)).toBeGreaterThanOrEqual(3);
  });
});

describe.each(schemes)('the hue of each topic, %s', (scheme) => {
  it.each(topicIds)('%s', (topic) => {
    const of = contrast(scheme, hueOf(topic));
    for (const ground of ['paper', 'card', 'accent-tint']) {
      expect(of('accent', ground), `accent on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(of('on-accent', 'accent'), 'text on accent').toBeGreaterThanOrEqual(4.5);
    expect(of('ink', 'accent-tint'), 'ink on tint').toBeGreaterThanOrEqual(4.5);
    expect(of('ink-soft', 'accent-tint'), 'soft ink on tint').toBeGreaterThanOrEqual(4.5);
    // What no screen can show would be changed by each in its own way.
    expect(inGamut('rgb')(colourOf('accent', scheme, hueOf(topic)))).toBe(true);
  });

  it('differs from the nearest other one', () => {
    const hues = topicIds.map((topic) => Number(hueOf(topic))).sort((a, b) => a - b);
    const gaps = hues.map((hue, at) => (hues[at + 1] ?? (hues[0] ?? 0) + 360) - hue);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(28);
  });
});

test('the accent of a topic is made by the same rule as that of the page', () => {
  for (const name of ['accent', 'accent-tint']) {
    const made = [...screen.matchAll(new RegExp(`--${name}: (.*);`, 'g'))].map((found) => found[1]);
    expect(made).toHaveLength(2);
    expect(new Set(made).size).toBe(1);
  }
});

test.each(schemes)('the theme colour of the browser is the paper, %s', (scheme) => {
  const meta = new RegExp(`prefers-color-scheme: ${scheme}\\)" content="(#[0-9a-f]{6})"`).exec(
    html,
  );
  expect(meta?.[1]).toBe(formatHex(colourOf('paper', scheme)));
});
