import { describe, expect, test } from 'vitest';
import { topicIds } from '../../../domain/topics.ts';
import { review } from '../../quiz/review/review.ts';
import { sampleAsQuestion } from '../../quiz/review/test-questions.ts';
import { areAlike } from '../../quiz/similarity.ts';
import { subtopicsOf } from '../../quiz/subtopics.ts';
import { difficulties } from '../../quiz/variety.ts';
import { loadSamples } from './collection.ts';

const collection = loadSamples();
const words = (text: string) => text.trim().split(/\s+/).length;
const plain = (text: string) => text.trim().toLowerCase();

test('every topic of the specification has its samples', () => {
  expect(Object.keys(collection)).toEqual([...topicIds]);
});

describe.each(topicIds)('the samples of %s', (topic) => {
  const samples = collection[topic];

  test('are at least forty, of many sub-topics of the topic and of all difficulties', () => {
    const subtopics = new Set(samples.map(({ subtopic }) => subtopic));
    expect(samples.length).toBeGreaterThanOrEqual(40);
    expect(subtopics.size).toBeGreaterThanOrEqual(30);
    expect(subtopicsOf(topic)).toEqual(expect.arrayContaining([...subtopics]));
    for (const difficulty of difficulties) {
      const share = samples.filter((sample) => sample.difficulty === difficulty).length;
      expect(share, difficulty).toBeGreaterThanOrEqual(samples.length / 5);
    }
  });

  test('have no two questions that are alike', () => {
    const texts = samples.map(({ text }) => text);
    const alike = texts.flatMap((one, at) =>
      texts.slice(at + 1).flatMap((other) => (areAlike(one, other) ? [[one, other]] : [])),
    );
    expect(alike).toEqual([]);
  });

  test('have the key as the longest answer in no more than 30 % of the questions', () => {
    const longest = samples.filter(({ correct, wrong }) =>
      wrong.every((answer) => answer.length < correct.length),
    );
    expect(longest.length / samples.length).toBeLessThanOrEqual(0.3);
  });

  test('pass the review that a model must pass, question by question', () => {
    for (const sample of samples) {
      const flaws = review([sampleAsQuestion(sample)], { recent: [] });
      // One question is no quiz of five, and its key may be the longest now and then.
      const ofOne = ['not-five-questions', 'longest-is-correct'];
      expect(
        flaws.filter(({ rule }) => !ofOne.includes(rule)),
        sample.text,
      ).toEqual([]);
    }
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
