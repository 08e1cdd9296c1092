import { expect, test } from 'vitest';
import { topicIds } from '../../domain/topics.ts';
import { areAlike } from '../quiz/similarity.ts';
import { loadSamples } from '../writers/samples/collection.ts';
import { createQuestionIndex } from './question-index.ts';

function indexOf(...texts: readonly string[]) {
  const index = createQuestionIndex();
  for (const text of texts) index.add(text);
  return index;
}

test('finds the same text, the same question in other words, and nothing else', () => {
  const index = indexOf('What is the capital of Australia?');
  expect(index.hasAlike('What is the capital of Australia?')).toBe(true);
  expect(index.hasAlike("Which city is Australia's capital?")).toBe(true);
  expect(index.hasAlike('What is the capital of Austria?')).toBe(false);
  expect(indexOf().hasAlike('What is the capital of Australia?')).toBe(false);
});

test('finds questions that have no word to compare by', () => {
  const index = indexOf('What is it?');
  expect(index.hasAlike('what is it? ')).toBe(areAlike('What is it?', 'what is it? '));
  expect(index.hasAlike('Who are they?')).toBe(false);
});

test('counts a text once', () => {
  expect(indexOf('Who painted Guernica?', 'Who painted Guernica?').size).toBe(1);
});

test('misses nothing that comparing with every question finds', () => {
  const samples = loadSamples();
  const texts = topicIds.flatMap((topic) => samples[topic].slice(0, 6).map(({ text }) => text));
  const probes = texts.map((text) =>
    text.replace(/^Which (\w+)/, 'What $1').replace(/\?$/, ', then?'),
  );
  const index = indexOf(...texts);
  for (const probe of probes) {
    expect(index.hasAlike(probe), probe).toBe(texts.some((text) => areAlike(text, probe)));
  }
});
