import { describe, expect, test } from 'vitest';
import { questionsPerQuiz } from '../../domain/limits.ts';
import { topicIds } from '../../domain/topics.ts';
import { subtopicsOf } from './subtopics.ts';
import { seededRandom } from './test-random.ts';
import { drawPlan, type PlannedQuestion } from './variety.ts';

const subtopicsIn = (plan: readonly PlannedQuestion[]) => plan.map(({ subtopic }) => subtopic);
const difficultiesIn = (plan: readonly PlannedQuestion[]) =>
  plan.map(({ difficulty }) => difficulty);

describe('the sub-topics', () => {
  test.each(topicIds)('of %s are at least 30, all different, none blank', (topic) => {
    const subtopics = subtopicsOf(topic);

    expect(subtopics.length).toBeGreaterThanOrEqual(30);
    expect(new Set(subtopics.map((subtopic) => subtopic.trim().toLowerCase())).size).toBe(
      subtopics.length,
    );
    expect(subtopics.filter((subtopic) => subtopic.trim() === '')).toEqual([]);
  });

  test('of two topics are never the same list', () => {
    expect(new Set(topicIds.map((topic) => subtopicsOf(topic).join())).size).toBe(topicIds.length);
  });
});

describe('a plan', () => {
  test.each(topicIds)('for %s has five sub-topics of its own and the stated mix', (topic) => {
    const plan = drawPlan(topic, seededRandom(1));

    expect(plan).toHaveLength(questionsPerQuiz);
    expect(new Set(subtopicsIn(plan)).size).toBe(questionsPerQuiz);
    expect(subtopicsOf(topic)).toEqual(expect.arrayContaining(subtopicsIn(plan)));
    expect(difficultiesIn(plan).toSorted()).toEqual(['easy', 'easy', 'hard', 'medium', 'medium']);
  });

  test('never repeats a sub-topic of the plan before it', () => {
    const random = seededRandom(2);
    let last = drawPlan('history', random);
    for (let round = 0; round < 50; round += 1) {
      const next = drawPlan('history', random, subtopicsIn(last));
      expect(subtopicsIn(next).filter((subtopic) => subtopicsIn(last).includes(subtopic))).toEqual(
        [],
      );
      last = next;
    }
  });

  test('takes what is left first and the avoided only where too few are left', () => {
    const all = subtopicsOf('art');
    const left = all.slice(0, 3);
    const plan = subtopicsIn(drawPlan('art', seededRandom(3), all.slice(3)));

    expect(plan).toEqual(expect.arrayContaining([...left]));
    expect(new Set(plan).size).toBe(questionsPerQuiz);
    expect(drawPlan('art', seededRandom(3), all)).toHaveLength(questionsPerQuiz);
  });

  test('comes to every sub-topic and puts the hard question in every place', () => {
    const random = seededRandom(5);
    const plans = Array.from({ length: 200 }, () => drawPlan('music', random));

    expect(new Set(plans.flatMap(subtopicsIn)).size).toBe(subtopicsOf('music').length);
    expect(new Set(plans.map((plan) => difficultiesIn(plan).indexOf('hard'))).size).toBe(5);
  });
});
