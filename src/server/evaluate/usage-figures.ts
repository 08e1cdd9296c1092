import type { ChatUsage } from '../model/chat-reply.ts';
import type { QuizRecord } from './quiz-record.ts';
import { sumOf } from './rate.ts';

/** What a number of calls used up, as far as the service said so. */
export interface CallUsage {
  readonly calls: number;
  /** How many of the calls came with their tokens. */
  readonly tokensReported: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** How many of the calls came with their cost. */
  readonly costReported: number;
  /** In the service's own unit; null where no call came with a cost. */
  readonly cost: number | null;
}

/** What one quiz used up on average, all its attempts and checks together, failed or not. */
export interface QuizUsage {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cost: number | null;
}

export interface UsageFigures {
  readonly writing: CallUsage;
  readonly blindChecks: CallUsage;
  readonly all: CallUsage;
  /** Null where no quiz was finished. */
  readonly perQuiz: QuizUsage | null;
  /** Extrapolated from the quizzes that were written; null where no call came with a cost. */
  readonly costPer1000Quizzes: number | null;
}

function callUsage(usages: readonly (ChatUsage | undefined)[]): CallUsage {
  const told = usages.filter((usage) => usage !== undefined);
  const costs = told.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  const hasTokens = ({ promptTokens, completionTokens }: ChatUsage) =>
    promptTokens !== undefined || completionTokens !== undefined;
  return {
    calls: usages.length,
    tokensReported: told.filter(hasTokens).length,
    promptTokens: sumOf(told, ({ promptTokens }) => promptTokens ?? 0),
    completionTokens: sumOf(told, ({ completionTokens }) => completionTokens ?? 0),
    costReported: costs.length,
    cost: costs.length === 0 ? null : sumOf(costs, (cost) => cost),
  };
}

/** Tokens and cost over every call that was made: each attempt, and each blind check. */
export function usageFigures(records: readonly QuizRecord[]): UsageFigures {
  const attempts = records.flatMap((record) => record.attempts);
  const checks = attempts
    .map(({ blindCheck }) => blindCheck)
    .filter(({ outcome }) => outcome !== 'not-asked');
  const writing = attempts.map(({ usage }) => usage);
  const checking = checks.map(({ usage }) => usage);
  const all = callUsage([...writing, ...checking]);
  const quizzes = records.length;
  const perQuiz = {
    calls: all.calls / quizzes,
    promptTokens: all.promptTokens / quizzes,
    completionTokens: all.completionTokens / quizzes,
    cost: all.cost === null ? null : all.cost / quizzes,
  };
  return {
    writing: callUsage(writing),
    blindChecks: callUsage(checking),
    all,
    perQuiz: quizzes === 0 ? null : perQuiz,
    costPer1000Quizzes: perQuiz.cost === null ? null : perQuiz.cost * 1000,
  };
}
