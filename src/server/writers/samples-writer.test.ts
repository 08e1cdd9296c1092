import { describe, expect, test } from 'vitest';
import { feedbackWordLimit } from '../../domain/limits.ts';
import { topics } from '../../domain/topics.ts';
import { createLog } from '../log.ts';
import type { SampleCollection, SampleQuestion } from './samples/collection.ts';
import { createSamplesWriter } from './samples-writer.ts';

const options = {
  signal: new AbortController().signal,
  log: createLog({ level: 'silent', secrets: [] }),
};

/** Evenly distributed numbers in [0, 1) that are the same in every run (Park and Miller). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function sample(number: number, subtopic: string): SampleQuestion {
  return {
    subtopic,
    difficulty: 'easy',
    text: `Question ${number}?`,
    correct: `right ${number}`,
    wrong: [`wrong ${number}.1`, `wrong ${number}.2`, `wrong ${number}.3`],
    explanation: `Because of ${number}.`,
  };
}

function collectionOf(samples: readonly SampleQuestion[]): SampleCollection {
  return Object.fromEntries(topics.map(({ id }) => [id, samples])) as Record<
    (typeof topics)[number]['id'],
    readonly SampleQuestion[]
  >;
}

const twelve = Array.from({ length: 12 }, (_, number) => sample(number, `subtopic ${number % 6}`));

function writerOf(samples: readonly SampleQuestion[], seed = 1) {
  return createSamplesWriter({ random: seededRandom(seed), collection: collectionOf(samples) });
}

describe('a sample quiz', () => {
  test('has five questions in the form of the specification', async () => {
    const quiz = await writerOf(twelve).writeQuiz('art', options);
    expect(quiz).toMatchObject({ topic: 'art', source: 'samples' });
    expect(quiz.questions.map(({ id }) => id)).toEqual(['q-0', 'q-1', 'q-2', 'q-3', 'q-4']);
    for (const question of quiz.questions) {
      const number = question.text.match(/\d+/)?.[0];
      expect(question.selectedAnswerId).toBeNull();
      expect(question.explanation).toBe(`Because of ${number}.`);
      expect(question.answers.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
      expect(question.answers.map(({ text }) => text).toSorted()).toEqual([
        `right ${number}`,
        ...[1, 2, 3].map((at) => `wrong ${number}.${at}`),
      ]);
      const correct = question.answers.filter(({ isCorrect }) => isCorrect);
      expect(correct.map(({ text }) => text)).toEqual([`right ${number}`]);
    }
  });

  test('never asks a question twice, and asks about different things', async () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const { questions } = await writerOf(twelve, seed).writeQuiz('art', options);
      const numbers = questions.map(({ text }) => Number(text.match(/\d+/)?.[0]));
      expect(new Set(numbers).size).toBe(5);
      expect(new Set(numbers.map((number) => number % 6)).size).toBe(5);
    }
  });

  test('repeats a sub-topic only when there are too few', async () => {
    const two = twelve.map((question, at) => ({ ...question, subtopic: `subtopic ${at % 2}` }));
    const { questions } = await writerOf(two).writeQuiz('art', options);
    const numbers = questions.map(({ text }) => Number(text.match(/\d+/)?.[0]));
    expect(new Set(numbers).size).toBe(5);
    expect(new Set(numbers.map((number) => number % 2)).size).toBe(2);
  });

  test('comes to every question and every place of the right answer in time', async () => {
    const writer = writerOf(twelve);
    const asked = new Map<string, number>();
    const places = new Map<string, number>();
    const count = (counts: Map<string, number>, name: string) =>
      counts.set(name, (counts.get(name) ?? 0) + 1);
    for (let round = 0; round < 240; round += 1) {
      for (const { text, answers } of (await writer.writeQuiz('art', options)).questions) {
        count(asked, text);
        count(places, answers.find(({ isCorrect }) => isCorrect)?.id ?? 'none');
      }
    }
    // 1,200 questions: 100 of each, and 300 in each place, give or take five deviations.
    expect(asked.size).toBe(12);
    for (const times of asked.values()) expect(Math.abs(times - 100)).toBeLessThan(50);
    expect([...places.keys()].toSorted()).toEqual(['a', 'b', 'c', 'd']);
    for (const times of places.values()) expect(Math.abs(times - 300)).toBeLessThan(75);
  });

  test('is not written for a visitor who is gone', async () => {
    const reason = new Error('gone');
    const gone = { ...options, signal: AbortSignal.abort(reason) };
    await expect(writerOf(twelve).writeQuiz('art', gone)).rejects.toBe(reason);
    const result = { topic: 'art', score: 1, total: 5 } as const;
    await expect(writerOf(twelve).writeFeedback(result, gone)).rejects.toBe(reason);
  });
});

describe('sample feedback', () => {
  test('names topic and score in under 100 words, whatever they are', async () => {
    for (const { id, name } of topics) {
      for (const total of [1, 5, 100]) {
        for (let score = 0; score <= total; score += 1) {
          const writer = writerOf(twelve, 1 + score);
          const result = { topic: id, score, total };
          const { feedback, source } = await writer.writeFeedback(result, options);
          expect(source).toBe('samples');
          expect(feedback).toContain(name);
          expect(feedback).toContain(`${score} of ${total}`);
          expect(feedback.split(/\s+/).length).toBeLessThan(feedbackWordLimit);
        }
      }
    }
  });

  test.each([0, 1, 2, 3, 4, 5])('has several wordings for %i of 5', async (score) => {
    const writer = writerOf(twelve);
    const wordings = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const result = { topic: 'music', score, total: 5 } as const;
      wordings.add((await writer.writeFeedback(result, options)).feedback);
    }
    expect(wordings.size).toBeGreaterThanOrEqual(2);
  });

  test('says something else of each band of the score', async () => {
    const firstOf = async (score: number, total: number) => {
      const writer = createSamplesWriter({ random: () => 0, collection: collectionOf(twelve) });
      const { feedback } = await writer.writeFeedback({ topic: 'art', score, total }, options);
      return feedback.replace(`${score} of ${total}`, '');
    };
    const bands = [0, 59, 60, 70, 80, 90].map((percent) => firstOf(percent, 100));
    expect(new Set(await Promise.all(bands)).size).toBe(6);
    expect(await firstOf(69, 100)).toBe(await firstOf(60, 100));
    expect(await firstOf(100, 100)).toBe(await firstOf(90, 100));
  });
});
