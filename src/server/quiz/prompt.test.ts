import { describe, expect, test } from 'vitest';
import { topics } from '../../domain/topics.ts';
import { loadSamples } from '../writers/samples/collection.ts';
import { feedbackPrompt, quizPrompt, wordLimits } from './prompt.ts';
import { recentPerTopic } from './recent-questions.ts';
import { seededRandom } from './test-random.ts';
import { drawPlan } from './variety.ts';

const plan = drawPlan('history', seededRandom(1));

/** The messages of a quiz on history, as one text. */
function wordsFor(avoid: readonly string[]): string {
  const { system, user } = quizPrompt('history', { plan, avoid });
  return `${system}\n${user}`;
}

test.each(topics)('the quiz on $name is asked for by its name', ({ id, name }) => {
  const { system, user } = quizPrompt(id, { plan: drawPlan(id, seededRandom(1)), avoid: [] });
  expect(user).toContain(`Write 5 multiple-choice questions on the topic "${name}"`);
  expect(system).not.toContain(name);
});

test('the quiz is asked for as section 7 says: the form, the counts, and nothing around it', () => {
  const words = wordsFor([]);
  for (const phrase of [
    'exactly 5 questions',
    'exactly 4 answers',
    'exactly one of them is correct',
    'one JSON array',
    'no markdown',
    '"explanation"',
    'at most 30 words',
    'of like length',
    'all of the above',
    'none of the above',
    'by its letter',
    'one clear fact',
  ]) {
    expect(words).toContain(phrase);
  }
});

test('each question has a sub-topic and a difficulty of the plan, in its order', () => {
  const lines = wordsFor([])
    .split('\n')
    .filter((line) => /^\d\. /.test(line));
  expect(lines).toEqual(
    plan.map(({ subtopic, difficulty }, index) => `${index + 1}. ${subtopic} (${difficulty})`),
  );
});

describe('the questions to avoid', () => {
  test('are left out, heading and all, where there are none', () => {
    expect(wordsFor([])).not.toContain('asked lately');
  });

  test('are all that is added, each quoted on a line of its own', () => {
    const avoid = ['Who was the first\nemperor of "Rome"?', 'When did Rome fall?'];
    const added = wordsFor(avoid)
      .split('\n')
      .filter((line) => !wordsFor([]).split('\n').includes(line));
    expect(added).toEqual([
      expect.stringContaining('asked lately'),
      '- "Who was the first emperor of \\"Rome\\"?"',
      '- "When did Rome fall?"',
    ]);
  });

  test('are bounded, in number and in length, whatever the store holds', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `${index} ${'word '.repeat(500)}`);
    const lines = wordsFor(many)
      .split('\n')
      .filter((line) => /^- "\d+ word/.test(line));
    expect(lines).toHaveLength(recentPerTopic);
    expect(lines[0]).toMatch(/^- "0 word/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(130);
  });
});

test('the form that the prompt shows is the one of section 7, with an explanation', () => {
  const user = wordsFor([]);
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

describe('five questions at their upper lengths stay well inside 2,000 tokens', () => {
  /** A generous estimate: English text takes some four characters to the token. */
  const tokensOf = (value: unknown) => JSON.stringify(value).length / 3;
  const quizOf = (text: string, answer: string, explanation: string) =>
    Array.from({ length: 5 }, (_, index) => ({
      id: `q-${index + 1}`,
      text,
      answers: ['a', 'b', 'c', 'd'].map((id) => ({ id, text: answer, isCorrect: id === 'b' })),
      explanation,
    }));

  test('with as many words as the prompt allows, all of them long', () => {
    const words = (count: number) => Array(count).fill('emperor').join(' ');
    const { question, answer, explanation } = wordLimits;
    expect(tokensOf(quizOf(words(question), words(answer), words(explanation)))).toBeLessThan(1600);
  });

  test('with the longest texts of the shipped samples, which keep to the limits', () => {
    const samples = Object.values(loadSamples()).flat();
    const longest = (texts: readonly string[]) =>
      texts.reduce((long, text) => (text.length > long.length ? text : long), '');
    const mostWords = (texts: readonly string[]) =>
      Math.max(...texts.map((text) => text.trim().split(/\s+/).length));
    const texts = samples.map(({ text }) => text);
    const answers = samples.flatMap(({ correct, wrong }) => [correct, ...wrong]);
    const explanations = samples.map(({ explanation }) => explanation);
    expect(mostWords(texts)).toBeLessThanOrEqual(wordLimits.question);
    expect(mostWords(answers)).toBeLessThanOrEqual(wordLimits.answer);
    expect(mostWords(explanations)).toBeLessThanOrEqual(wordLimits.explanation);
    const quiz = quizOf(longest(texts), longest(answers), longest(explanations));
    expect(tokensOf(quiz)).toBeLessThan(1600);
  });
});

test('feedback is asked for with the topic and the score out of the total', () => {
  const { system, user } = feedbackPrompt({ topic: 'art', score: 3, total: 5 });
  expect(user).toContain('topic "Art"');
  expect(user).toContain('3 of 5 questions');
  expect(user).toContain('positive, constructive');
  expect(user).toContain('under 100 words');
  expect(system).toContain('plain text');
});
