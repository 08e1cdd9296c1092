import * as v from 'valibot';
import { answersPerQuestion } from '../../../domain/limits.ts';
import type { TopicId } from '../../../domain/topics.ts';
import art from './art.json' with { type: 'json' };
import entertainment from './entertainment.json' with { type: 'json' };
import geography from './geography.json' with { type: 'json' };
import history from './history.json' with { type: 'json' };
import literature from './literature.json' with { type: 'json' };
import music from './music.json' with { type: 'json' };
import science from './science.json' with { type: 'json' };
import sports from './sports.json' with { type: 'json' };
import technology from './technology.json' with { type: 'json' };
import wellness from './wellness.json' with { type: 'json' };

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());

const sampleQuestion = v.strictObject({
  subtopic: text,
  difficulty: v.picklist(['easy', 'medium', 'hard']),
  text,
  correct: text,
  wrong: v.pipe(v.array(text), v.length(answersPerQuestion - 1)),
  explanation: text,
});

/** A question as the sample files hold it. */
export type SampleQuestion = Readonly<v.InferOutput<typeof sampleQuestion>>;

/** The sample questions of each topic. */
export type SampleCollection = Readonly<Record<TopicId, readonly SampleQuestion[]>>;

const files: Readonly<Record<TopicId, unknown>> = {
  wellness,
  technology,
  science,
  history,
  geography,
  sports,
  entertainment,
  literature,
  art,
  music,
};

/** The samples shipped with the product; throws a ValiError where a file does not have its form. */
export function loadSamples(): SampleCollection {
  const questions = v.array(sampleQuestion);
  return v.parse(
    v.object({
      wellness: questions,
      technology: questions,
      science: questions,
      history: questions,
      geography: questions,
      sports: questions,
      entertainment: questions,
      literature: questions,
      art: questions,
      music: questions,
    }),
    files,
  );
}
