import { attemptsPerCall } from '../../domain/limits.ts';
import {
  type AttemptFigures,
  attemptFigures,
  type FailureCount,
  failureCounts,
} from './attempt-figures.ts';
import { type QuestionFigures, questionFigures } from './question-figures.ts';
import { outcomeOf, type QuizRecord } from './quiz-record.ts';
import { type Rate, rateOf, rateWhere, sumOf } from './rate.ts';
import { type UsageFigures, usageFigures } from './usage-figures.ts';

/** What became of the quizzes that were finished. */
export interface QuizFigures {
  readonly finished: number;
  /** Without a flaw, by the attempt that gave it: the first, the second, the third. */
  readonly acceptedAt: readonly Rate[];
  readonly accepted: Rate;
  /** All attempts were flawed: a visitor would have been given the least flawed. */
  readonly servedWithFlaws: Rate;
  readonly failed: Rate;
}

/** How the blind check and the keys agree; only replies without any other flaw are checked. */
export interface BlindCheckFigures {
  readonly quizzesChecked: number;
  /** Of the questions that were compared. */
  readonly agreed: Rate;
  /** Of the checks that were asked for: failed or unreadable, so the quiz went unchecked. */
  readonly unchecked: Rate;
}

/** How well a model writes quizzes, in numbers. */
export interface Evaluation {
  readonly quizzes: QuizFigures;
  readonly attempts: AttemptFigures;
  /** The same by the number of the attempt at its quiz: first, second, third. */
  readonly byAttempt: readonly AttemptFigures[];
  readonly failures: readonly FailureCount[];
  readonly questions: QuestionFigures;
  readonly blindCheck: BlindCheckFigures;
  readonly usage: UsageFigures;
}

const attemptNumbers = Array.from({ length: attemptsPerCall }, (_, index) => index + 1);

function quizFigures(records: readonly QuizRecord[]): QuizFigures {
  const isAccepted = (record: QuizRecord) => outcomeOf(record) === 'accepted';
  return {
    finished: records.length,
    acceptedAt: attemptNumbers.map((number) =>
      rateWhere(records, (record) => isAccepted(record) && record.served?.attempt === number),
    ),
    accepted: rateWhere(records, isAccepted),
    servedWithFlaws: rateWhere(records, (record) => outcomeOf(record) === 'flawed'),
    failed: rateWhere(records, (record) => outcomeOf(record) === 'failed'),
  };
}

function blindCheckFigures(records: readonly QuizRecord[]): BlindCheckFigures {
  const checks = records
    .flatMap(({ attempts }) => attempts.map(({ blindCheck }) => blindCheck))
    .filter(({ outcome }) => outcome !== 'not-asked');
  const compared = sumOf(checks, (check) => check.compared);
  const disputed = sumOf(checks, (check) => check.disputed.length);
  const unchecked = rateWhere(checks, ({ outcome }) => outcome === 'unchecked');
  return {
    quizzesChecked: checks.length - unchecked.count,
    agreed: rateOf(compared - disputed, compared),
    unchecked,
  };
}

/** The numbers of an evaluation; `records` holds each topic's quizzes in the order they were written. */
export function evaluationOf(records: readonly QuizRecord[]): Evaluation {
  const attempts = records.flatMap((record) => record.attempts);
  return {
    quizzes: quizFigures(records),
    attempts: attemptFigures(attempts),
    byAttempt: attemptNumbers.map((number) =>
      attemptFigures(attempts.filter(({ attempt }) => attempt === number)),
    ),
    failures: failureCounts(attempts),
    questions: questionFigures(records),
    blindCheck: blindCheckFigures(records),
    usage: usageFigures(records),
  };
}
