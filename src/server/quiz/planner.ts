import type { TopicId } from '../../domain/topics.ts';
import type { Random } from './shuffle.ts';
import { drawPlan, type PlannedQuestion } from './variety.ts';

/** Draws plans, none of which repeats a sub-topic of the topic's plan before it. */
export function createPlanner(random: Random): (topic: TopicId) => readonly PlannedQuestion[] {
  const lastSubtopics = new Map<TopicId, readonly string[]>();
  return (topic) => {
    const plan = drawPlan(topic, random, lastSubtopics.get(topic));
    lastSubtopics.set(
      topic,
      plan.map(({ subtopic }) => subtopic),
    );
    return plan;
  };
}
