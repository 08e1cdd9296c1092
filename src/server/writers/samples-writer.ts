import { questionsPerQuiz } from '../../domain/limits.ts';
import type { Answer, Question } from '../../domain/quiz.ts';
import type { QuizWriter } from './quiz-writer.ts';
import { sampleFeedback } from './sample-feedback.ts';
import type { SampleCollection, SampleQuestion } from './samples/collection.ts';

/** Gives a number in [0, 1), evenly distributed. */
export type Random = () => number;

export interface SamplesWriterParts {
  readonly random: Random;
  readonly collection: SampleCollection;
}

/** The items in an order drawn by `random`, every order equally likely (Fisher and Yates). */
function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1));
}

/** Draws the questions of a quiz: none twice, and from different sub-topics while there are any. */
function draw(samples: readonly SampleQuestion[], random: Random): readonly SampleQuestion[] {
  const order = shuffled(samples, random);
  const firsts = new Map(order.toReversed().map((sample) => [sample.subtopic, sample]));
  const isFirst = (sample: SampleQuestion) => firsts.get(sample.subtopic) === sample;
  const others = order.filter((sample) => !isFirst(sample));
  return [...order.filter(isFirst), ...others].slice(0, questionsPerQuiz);
}

function answersOf({ correct, wrong }: SampleQuestion, random: Random): readonly Answer[] {
  return shuffled([correct, ...wrong], random).map((text, index) => ({
    id: String.fromCharCode('a'.charCodeAt(0) + index),
    text,
    isCorrect: text === correct,
  }));
}

/** Writes quizzes from the samples shipped with the product (design, section 2). */
export function createSamplesWriter({ random, collection }: SamplesWriterParts): QuizWriter {
  return {
    async writeQuiz(topic, { signal }) {
      signal.throwIfAborted();
      const questions = draw(collection[topic], random).map(
        (sample, index): Question => ({
          id: `q-${index}`,
          text: sample.text,
          answers: answersOf(sample, random),
          selectedAnswerId: null,
          explanation: sample.explanation,
        }),
      );
      return { topic, source: 'samples', questions };
    },

    async writeFeedback(result, { signal }) {
      signal.throwIfAborted();
      return { feedback: sampleFeedback(result, random), source: 'samples' };
    },
  };
}
