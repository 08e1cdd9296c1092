import type { Question } from '../../../domain/quiz.ts';
import { topicIds } from '../../../domain/topics.ts';
import { loadSamples, type SampleQuestion } from '../../writers/samples/collection.ts';
import { shuffled, withFairAnswers } from '../shuffle.ts';
import { seededRandom } from '../test-random.ts';

/** A question as a test states it: its key, the other answers, and what it needs beyond. */
export function questionOf(
  text: string,
  correct: string,
  wrong: readonly string[],
  explanation?: string,
): Question {
  const answers = [correct, ...wrong].map((answer, index) => ({
    id: 'abcdefgh'.charAt(index),
    text: answer,
    isCorrect: index === 0,
  }));
  return {
    id: 'q',
    text,
    answers,
    selectedAnswerId: null,
    ...(explanation ? { explanation } : {}),
  };
}

export function sampleAsQuestion({ text, correct, wrong, explanation }: SampleQuestion): Question {
  return questionOf(text, correct, wrong, explanation);
}

/** `count` quizzes of five shipped samples of one topic each, drawn and shuffled by a seed. */
export function cleanQuizzes(count: number, seed: number): readonly (readonly Question[])[] {
  const random = seededRandom(seed);
  const samples = loadSamples();
  return Array.from({ length: count }, (_, index) => {
    const topic = topicIds[index % topicIds.length] ?? 'history';
    return shuffled(samples[topic], random)
      .slice(0, 5)
      .map((sample) => withFairAnswers(sampleAsQuestion(sample), random));
  });
}
