import { topicIds } from '../src/domain/topics.ts';
import {
  completion,
  jsonScript,
  type UpstreamRequest,
  type UpstreamScript,
} from '../src/server/model/test-upstream.ts';
import { loadSamples } from '../src/server/writers/samples/collection.ts';

/** The ids of the models that the tests' app asks. */
export const quizModel = 'test/quiz';
export const feedbackModel = 'test/feedback';

/** A question as a model writes it. */
export interface WrittenQuestion {
  readonly id: string;
  readonly text: string;
  readonly answers: readonly WrittenAnswer[];
  readonly explanation: string;
}

interface WrittenAnswer {
  readonly id: string;
  readonly text: string;
  readonly isCorrect: boolean;
}

const samples = loadSamples();

/** Questions of the kind a model writes, all different, the same ones each time. */
export function writtenQuestions(count: number): readonly WrittenQuestion[] {
  return topicIds
    .flatMap((topic) => samples[topic])
    .slice(0, count)
    .map(({ text, correct, wrong, explanation }, index) => ({
      id: `q-${index + 1}`,
      text,
      // The correct answer stands in another place each time.
      answers: wrong.toSpliced(index % 4, 0, correct).map((answer, place) => ({
        id: 'abcd'.charAt(place),
        text: answer,
        isCorrect: answer === correct,
      })),
      explanation,
    }));
}

/** The five questions of `quizReply`. */
export const questions = writtenQuestions(5);

/** The reply of a model whose whole text is `content`. */
export function contentReply(content: unknown): UpstreamScript {
  return jsonScript(completion(content));
}

/** A model's reply with a quiz in it. */
export function quizReply(written: readonly WrittenQuestion[] = questions): UpstreamScript {
  return contentReply(JSON.stringify(written));
}

/** What the model of these tests says of every result. */
export const feedbackText = 'A fine round: read on about what you missed, and come back soon.';

/** A model's reply with the feedback paragraph in it. */
export const feedbackReply = contentReply(feedbackText);

/**
 * Answers each call by its kind, however often it comes: a quiz of which the server thinks little,
 * such as one of another length than five, is asked for again.
 */
export function modelWith(quiz: UpstreamScript, feedback = feedbackReply) {
  return ({ body }: UpstreamRequest) =>
    Reflect.get(Object(body), 'model') === quizModel ? quiz : feedback;
}

/** The text of the question's correct answer. */
export function rightAnswer({ answers }: WrittenQuestion): string {
  return answers.find(({ isCorrect }) => isCorrect)?.text ?? '';
}

/** The text of one of the question's wrong answers. */
export function wrongAnswer({ answers }: WrittenQuestion): string {
  return answers.find(({ isCorrect }) => !isCorrect)?.text ?? '';
}

/** Answers of which the first `right` are correct and the others wrong. */
export function answersWith(right: number, written: readonly WrittenQuestion[]): readonly string[] {
  return written.map((question, index) =>
    index < right ? rightAnswer(question) : wrongAnswer(question),
  );
}
