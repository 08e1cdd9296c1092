import { questionsPerQuiz } from '../../domain/limits.ts';
import type { Question } from '../../domain/quiz.ts';
import { type Random, shuffled, withFairAnswers } from '../quiz/shuffle.ts';
import type { QuizWriter } from './quiz-writer.ts';
import { sampleFeedback } from './sample-feedback.ts';
import type { SampleCollection, SampleQuestion } from './samples/collection.ts';

export interface SamplesWriterParts {
  readonly random: Random;
  readonly collection: SampleCollection;
}

/** Draws the questions of a quiz: none twice, and from different sub-topics while there are any. */
function draw(samples: readonly SampleQuestion[], random: Random): readonly SampleQuestion[] {
  const order = shuffled(samples, random);
  const firsts = new Map(order.toReversed().map((sample) => [sample.subtopic, sample]));
  const isFirst = (sample: SampleQuestion) => firsts.get(sample.subtopic) === sample;
  const others = order.filter((sample) => !isFirst(sample));
  return [...order.filter(isFirst), ...others].slice(0, questionsPerQuiz);
}

function questionOf(sample: SampleQuestion, index: number): Question {
  const { text, correct, wrong, explanation } = sample;
  const answers = [correct, ...wrong].map((answer) => ({
    id: '',
    text: answer,
    isCorrect: answer === correct,
  }));
  return { id: `q-${index}`, text, answers, selectedAnswerId: null, explanation };
}

/** Writes quizzes from the samples shipped with the product (design, section 2). */
export function createSamplesWriter({ random, collection }: SamplesWriterParts): QuizWriter {
  return {
    async writeQuiz(topic, { signal }) {
      signal.throwIfAborted();
      const questions = draw(collection[topic], random)
        .map(questionOf)
        .map((question) => withFairAnswers(question, random));
      return { topic, source: 'samples', questions };
    },

    async writeFeedback(result, { signal }) {
      signal.throwIfAborted();
      return { feedback: sampleFeedback(result, random), source: 'samples' };
    },
  };
}
