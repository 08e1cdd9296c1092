import type { Question } from '../../domain/quiz.ts';
import type { TopicId } from '../../domain/topics.ts';
import type { AbortSignalLike } from '../abort-signal.ts';
import type { Clock } from '../clock.ts';
import { CallRefusedError } from '../limits/errors.ts';
import type { Log } from '../log.ts';
import type { ChatReply, ChatUsage } from '../model/chat-reply.ts';
import { ModelCallError } from '../model/errors.ts';
import { attempt } from '../writers/attempts.ts';
import type { AttemptObserved, ObserveAttempt } from './attempt-observation.ts';
import { type BlindCheck, notAsked } from './blind-check.ts';
import type { Flaw } from './review/flaw.ts';
import { review } from './review/review.ts';
import { leastFlawed } from './review/severity.ts';
import { type Random, withFairAnswers } from './shuffle.ts';

/** What one call to the model gave. */
export interface WrittenQuiz {
  /** One or more, as they were read from the reply. */
  readonly questions: readonly Question[];
  readonly mended: boolean;
}

/**
 * Makes one attempt, numbered from 1, and tells `onReply` of the reply before it is read. Rejects
 * with a ModelCallError when the attempt failed.
 */
export type WriteAttempt = (
  attempt: number,
  onReply: (reply: ChatReply) => void,
) => Promise<WrittenQuiz>;

/** Solves the questions of an attempt without their keys. */
export type CheckQuiz = (questions: readonly Question[], attempt: number) => Promise<BlindCheck>;

export interface ComposeQuizParts {
  readonly topic: TopicId;
  readonly write: WriteAttempt;
  /** Not given where no check is due. */
  readonly check?: CheckQuiz | undefined;
  /** The topic's recent questions, as RecentQuestions gives them. */
  readonly recent: readonly string[];
  readonly random: Random;
  readonly clock: Clock;
  readonly signal: AbortSignalLike;
  readonly log: Log;
  readonly observe?: ObserveAttempt | undefined;
}

/** A quiz that could be served. */
interface Candidate {
  readonly attempt: number;
  readonly questions: readonly Question[];
  readonly flaws: readonly Flaw[];
}

/** The questions numbered anew from q-0 where two have the same id, which the page tells them by. */
function withUniqueIds(questions: readonly Question[]): readonly Question[] {
  const isUnique = new Set(questions.map(({ id }) => id)).size === questions.length;
  return isUnique
    ? questions
    : questions.map((question, index) => ({ ...question, id: `q-${index}` }));
}

const rulesOf = (flaws: readonly Flaw[]) => [...new Set(flaws.map(({ rule }) => rule))];

/** Makes one attempt into a candidate, and tells the observer of it, failed or not. */
async function makeCandidate(
  number: number,
  { topic, write, check, recent, random, clock, signal, log, observe }: ComposeQuizParts,
): Promise<Candidate> {
  const startedAt = clock.now();
  let usage: ChatUsage | undefined;
  const tell = (ms: number, more: Pick<AttemptObserved, 'outcome'> & Partial<AttemptObserved>) =>
    observe?.({
      event: 'attempt',
      topic,
      attempt: number,
      mended: false,
      flaws: [],
      questions: [],
      blindCheck: notAsked,
      ...(usage && { usage }),
      ms,
      ...more,
    });
  const writing = write(number, (reply) => {
    usage = reply.usage;
  });
  const written = await writing.catch((error: unknown) => {
    const outcome = error instanceof Error ? error.name : 'Error';
    if (!signal.aborted) tell(clock.now() - startedAt, { outcome });
    throw error;
  });
  const ms = clock.now() - startedAt;
  const questions = withUniqueIds(
    written.questions.map((question) => withFairAnswers(question, random)),
  );
  const found = review(questions, { recent });
  const blindCheck = check && found.length === 0 ? await check(questions, number) : notAsked;
  const disputed = blindCheck.disputed.map((index): Flaw => ({ rule: 'key-disputed', index }));
  const flaws = [...found, ...disputed];
  const outcome = flaws.length === 0 ? 'accepted' : 'flawed';
  if (outcome === 'flawed') {
    log.info({ call: 'quiz', attempt: number, flaws: rulesOf(flaws) }, 'The quiz has flaws');
  }
  tell(ms, { outcome, flaws, blindCheck, ...written });
  return { attempt: number, questions, flaws };
}

/** The first candidate without a flaw, or the least flawed of all when the attempts are spent. */
async function bestCandidate(parts: ComposeQuizParts): Promise<Candidate> {
  const { clock, signal, log } = parts;
  const seen: Candidate[] = [];
  const make = async (number: number) => {
    const candidate = await makeCandidate(number, parts);
    seen.push(candidate);
    return candidate;
  };
  const isEnough = ({ flaws }: Candidate) => flaws.length === 0;
  try {
    const last = await attempt(make, { clock, signal, isEnough });
    return leastFlawed(seen) ?? last;
  } catch (error) {
    const best = leastFlawed(seen);
    if (signal.aborted || !best) throw error;
    if (!(error instanceof ModelCallError || error instanceof CallRefusedError)) {
      log.error({ err: error, call: 'quiz' }, 'An attempt ended in an error of our own');
    }
    return best;
  }
}

/**
 * The questions of a quiz: the best of up to three attempts (quiz-quality.md). Each reply's answers
 * are shuffled and the whole reviewed, and checked blind where that is due and the review found
 * nothing. What has no flaw is served; what has is put aside and another is asked for at once. When
 * the attempts are spent, or none may be made any more, the least flawed one seen is served.
 *
 * Rejects only where no attempt gave a quiz that the specification accepts: with the last
 * ModelCallError, with a CallRefusedError, or with a bug; and with the signal's reason when it
 * aborts, whatever is in hand.
 */
export async function composeQuiz(parts: ComposeQuizParts): Promise<readonly Question[]> {
  const { topic, log, observe } = parts;
  const { attempt: number, questions, flaws } = await bestCandidate(parts);
  if (flaws.length > 0) {
    log.info(
      { call: 'quiz', attempt: number, flaws: rulesOf(flaws) },
      'The least flawed is served',
    );
  }
  observe?.({ event: 'served', topic, attempt: number });
  return questions;
}
