import { describe, expect, test } from 'vitest';
import { loadSamples } from '../writers/samples/collection.ts';
import {
  createRecentQuestionsInMemory,
  recentPerTopic,
  recentTextLength,
  shortened,
} from './recent-questions.ts';

const historyTexts = loadSamples().history.map(({ text }) => text);

describe('recent questions', () => {
  test('are none at first, and kept apart by topic', async () => {
    const questions = createRecentQuestionsInMemory();
    await questions.remember('art', ['Who painted The Scream?']);

    expect(await questions.recent('history')).toEqual([]);
    expect(await questions.recent('art')).toEqual(['Who painted The Scream?']);
  });

  test('come newest first', async () => {
    const questions = createRecentQuestionsInMemory();
    await questions.remember('history', historyTexts.slice(0, 2));
    await questions.remember('history', historyTexts.slice(2, 3));

    expect(await questions.recent('history')).toEqual(historyTexts.slice(0, 3).reverse());
  });

  test('are the newest 25 when there were more', async () => {
    const questions = createRecentQuestionsInMemory();
    for (let from = 0; from < 40; from += 5) {
      await questions.remember('history', historyTexts.slice(from, from + 5));
    }

    expect(await questions.recent('history')).toEqual(
      historyTexts.slice(40 - recentPerTopic, 40).reverse(),
    );
  });

  test('are not kept twice when asked again in other words: the newest wording stays', async () => {
    const questions = createRecentQuestionsInMemory();
    await questions.remember('geography', [
      'What is the capital of Australia?',
      'What is the capital of Austria?',
    ]);
    await questions.remember('geography', ["Which city is Australia's capital?"]);

    expect(await questions.recent('geography')).toEqual([
      "Which city is Australia's capital?",
      'What is the capital of Austria?',
    ]);
  });

  test('have no blanks among them', async () => {
    const questions = createRecentQuestionsInMemory();
    await questions.remember('art', ['', ' \n']);

    expect(await questions.recent('art')).toEqual([]);
  });
});

describe('a remembered text', () => {
  test('is one line', () => {
    expect(shortened(' Who painted\n\n  The Scream?\t')).toBe('Who painted The Scream?');
  });

  test('of 120 stays whole, and a longer one ends with a whole word', () => {
    const whole = `${'word '.repeat(23)}words`;
    expect(whole).toHaveLength(recentTextLength);
    expect(shortened(whole)).toBe(whole);
    expect(shortened(`${whole} more`)).toBe(whole);
    expect(shortened(`${whole}more`)).toBe('word '.repeat(23).trim());
  });

  test('without spaces is cut between characters', () => {
    expect(shortened('首'.repeat(200))).toBe('首'.repeat(recentTextLength));
    expect(shortened(`x${'🎨'.repeat(100)}`)).toBe(`x${'🎨'.repeat(59)}`);
  });
});
