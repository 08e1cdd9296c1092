import { questionsPerQuiz } from '../../../domain/limits.ts';
import type { TopicId } from '../../../domain/topics.ts';
import { topicIds } from '../../../domain/topics.ts';
import { shortened } from '../../quiz/recent-questions.ts';
import { seededRandom } from '../../quiz/test-random.ts';
import type { SampleCollection, SampleQuestion } from '../../writers/samples/collection.ts';
import { drawErrors, type FlawedHabits, type ReplyErrors } from './flawed-habits.ts';
import { type FlawedQuestion, flawedQuestion } from './flawed-question.ts';

/** What the flawed model makes of one call for a quiz. */
export interface FlawedReply {
  readonly topic: TopicId;
  /** In which ways it errs; `asksAgain` only where there was something to ask again. */
  readonly errors: ReplyErrors;
  /** None where the call fails. */
  readonly questions: readonly FlawedQuestion[];
}

export interface FlawedAuthor {
  /** Writes the topic's next quiz; `avoided` are the questions it is told to avoid. */
  write(topic: TopicId, avoided: readonly string[]): FlawedReply;
  /** Whether the topic's next blind check fails. */
  failsCheck(topic: TopicId): boolean;
}

/** The place of the question that is asked again; the first may be the one that is repeated. */
const againAt = 2;

/**
 * Writes quizzes from the samples, in their order, with errors as often as `habits` says. What a
 * topic's calls get depends on `seed` and on the calls before it on the same topic alone, for topics
 * are written at once and in no certain order.
 */
export function createFlawedAuthor(
  samples: SampleCollection,
  habits: FlawedHabits,
  seed: number,
): FlawedAuthor {
  const randoms = new Map(topicIds.map((topic, at) => [topic, seededRandom(seed + at)]));
  const next = new Map<TopicId, number>();
  const happens = (topic: TopicId, share: number) => (randoms.get(topic)?.() ?? 1) < share;

  function nextSamples(topic: TopicId): readonly SampleQuestion[] {
    const all = samples[topic];
    const from = next.get(topic) ?? 0;
    next.set(topic, (from + questionsPerQuiz) % all.length);
    return [...all, ...all].slice(from, from + questionsPerQuiz);
  }

  return {
    write(topic, avoided) {
      const drawn = drawErrors(habits, randoms.get(topic) ?? Math.random);
      if (drawn.fails) return { topic, errors: drawn, questions: [] };
      const again = samples[topic].find(({ text }) => avoided[0] === shortened(text));
      const errors = { ...drawn, asksAgain: drawn.asksAgain && again !== undefined };
      const chosen = nextSamples(topic).map((sample, at) =>
        errors.asksAgain && again && at === againAt ? again : sample,
      );
      const questions = chosen.map((sample) =>
        flawedQuestion(sample, {
          longKey: errors.longKeys,
          disputed: happens(topic, habits.disputes),
        }),
      );
      const repeated = errors.repeatsItself
        ? [...questions.slice(0, -1), ...questions.slice(0, 1)]
        : questions;
      return { topic, errors, questions: repeated };
    },
    failsCheck: (topic) => happens(topic, habits.failsChecks),
  };
}
