import { expect, test } from 'vitest';
import { topics } from '../../domain/topics.ts';
import { feedbackPrompt, quizPrompt } from './prompt.ts';

test.each(topics)('the quiz on $name is asked for by its name', ({ id, name }) => {
  const { system, user } = quizPrompt(id);
  expect(user).toContain(`Write 5 multiple-choice questions on the topic "${name}"`);
  expect(system).not.toContain(name);
});

test('the quiz is asked for as section 7 says: the form, the counts, and nothing around it', () => {
  const { system, user } = quizPrompt('history');
  const words = `${system}\n${user}`;
  for (const phrase of [
    'exactly 5 questions',
    'exactly 4 answers',
    'exactly one of them is correct',
    'one JSON array',
    'no markdown',
    '"explanation"',
    'at most 30 words',
    'mixed',
    'of like length',
    'all of the above',
    'none of the above',
    'by its letter',
    'one clear fact',
  ]) {
    expect(words).toContain(phrase);
  }
});

test('the form that the prompt shows is the one of section 7, with an explanation', () => {
  const { user } = quizPrompt('history');
  const shown: unknown = JSON.parse(user.slice(user.indexOf('[{')));
  expect(shown).toEqual([
    {
      id: 'q-1',
      text: '...',
      answers: ['a', 'b', 'c', 'd'].map((id) => ({ id, text: '...', isCorrect: id === 'b' })),
      explanation: '...',
    },
  ]);
});

test('feedback is asked for with the topic and the score out of the total', () => {
  const { system, user } = feedbackPrompt({ topic: 'art', score: 3, total: 5 });
  expect(user).toContain('topic "Art"');
  expect(user).toContain('3 of 5 questions');
  expect(user).toContain('positive, constructive');
  expect(user).toContain('under 100 words');
  expect(system).toContain('plain text');
});
