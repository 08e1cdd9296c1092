import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelOf } from '../src/domain/scoring.ts';
import { topics } from '../src/domain/topics.ts';

const web = path.resolve(import.meta.dirname, '../src/web');
const subset = readFileSync(path.join(web, 'styles/fonts/young-serif.txt'), 'utf8');

/** The texts of the page's files of a kind, each with its name. */
function filesOf(ending: string): readonly { name: string; text: string }[] {
  return readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.includes('.test.'))
    .map((file) => ({
      name: path.basename(file),
      text: readFileSync(path.join(web, file), 'utf8'),
    }));
}

/** The rules that set the display face, as `file selector`. */
const rulesInDisplayFace = filesOf('.css')
  .flatMap(({ name, text }) => {
    const rules = text.matchAll(/([^{};]+)\{[^{}]*var\(--display-face\)/g);
    const selectors = [...rules].map(([, selector = '']) =>
      selector.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' '),
    );
    return selectors.map((selector) => `${name} ${selector.trim()}`);
  })
  .sort();

/** The words that stand in the headings of the sources, with what is put in at run time left out. */
const headings = filesOf('.tsx')
  .flatMap(({ text }) => [
    ...text.matchAll(/<h[12][^>]*>([^<]*)</g),
    ...text.matchAll(/heading="([^"]*)"/g),
  ])
  .map(([, text = '']) => text.replace(/\{[^}]*\}/g, '').trim())
  .filter((text) => text !== '');

describe('the display face', () => {
  it('is set where its characters below come from, and nowhere else', () => {
    expect(rulesInDisplayFace).toEqual([
      'answer-list.module.css .letter',
      'base.css h1, h2',
      'breakdown-list.module.css .questionNumber',
      'not-found-page.module.css .code',
      'question-markers.module.css .markerNumber',
      'results.module.css .label',
      'results.module.css .resultTopic',
      'score-ring.module.css .numbers',
      'topic-card.module.css .name',
    ]);
  });

  it.each([
    ['the headings', headings],
    ['the topics', topics.map(({ name }) => `${name} Quiz`)],
    ['the labels', [95, 85, 75, 65, 0].map(labelOf)],
    ['the letters of the answers', ['ABCDEFGH']],
    ['numbers, scores and percentages', ['0123456789', '3/5', '60%', '404']],
  ])('has every character of %s in its subset', (_name, texts) => {
    expect(texts.length).toBeGreaterThan(0);
    const missing = [...new Set(texts.join(''))].filter((character) => !subset.includes(character));
    expect(missing).toEqual([]);
  });

  it('finds the fixed headings', () => {
    expect(headings).toEqual(
      expect.arrayContaining([
        'Choose Your Quiz Topic',
        'Loading your quiz questions...',
        'Preparing your quiz...',
        'Quiz Results',
        'Question Breakdown',
        'Page not found',
      ]),
    );
  });
});
