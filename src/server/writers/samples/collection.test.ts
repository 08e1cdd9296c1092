import { describe, expect, test } from 'vitest';
import { topicIds } from '../../../domain/topics.ts';
import { loadSamples } from './collection.ts';

const collection = loadSamples();
const words = (text: string) => text.trim().split(/\s+/).length;
const plain = (text: string) => text.trim().toLowerCase();

test('every topic of the specification has its samples', () => {
  expect(Object.keys(collection)).toEqual([...topicIds]);
});

describe.each(topicIds)('the samples of %s', (topic) => {
  const samples = collection[topic];

  test('are at least twelve, of at least five sub-topics and all difficulties', () => {
    expect(samples.length).toBeGreaterThanOrEqual(12);
    expect(new Set(samples.map(({ subtopic }) => subtopic)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(samples.map(({ difficulty }) => difficulty)).size).toBe(3);
  });

  test('repeat no question', () => {
    expect(new Set(samples.map(({ text }) => plain(text))).size).toBe(samples.length);
  });

  test('have four different answers each', () => {
    for (const { text, correct, wrong } of samples) {
      expect(new Set([correct, ...wrong].map(plain)).size, text).toBe(4);
    }
  });

  test('explain themselves in 30 words at most', () => {
    for (const { text, explanation } of samples) {
      expect(words(explanation), text).toBeLessThanOrEqual(30);
    }
  });

  test('carry no white space at their ends', () => {
    for (const { text, correct, wrong, explanation } of samples) {
      for (const part of [text, correct, ...wrong, explanation]) expect(part).toBe(part.trim());
    }
  });
});
