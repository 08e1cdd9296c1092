import { expect, test } from 'vitest';
import { type TopicId, topicIds, topicOf, topics } from './topics.ts';

test('there are the ten topics of the specification, in its order', () => {
  expect(topics.map(({ name }) => name)).toEqual([
    'Wellness',
    'Technology',
    'Science',
    'History',
    'Geography',
    'Sports',
    'Entertainment',
    'Literature',
    'Art',
    'Music',
  ]);
  expect(topics.map(({ id }) => id)).toEqual([...topicIds]);
});

test('every topic has an icon of its own', () => {
  expect(new Set(topics.map(({ icon }) => icon)).size).toBe(topics.length);
});

test.each(topics)('$name is found by its id', (topic) => {
  expect(topicOf(topic.id)).toBe(topic);
});

test.each(['', 'History', 'constructor', '__proto__', 'toString'])('%j is no topic', (id) => {
  expect(() => topicOf(id as TopicId)).toThrow(RangeError);
});
