import type { TopicId } from '../../domain/topics.ts';
import type { LimitName } from '../limits/limit-name.ts';
import type { Priority } from '../limits/priority.ts';
import type { ChatUsage } from '../model/chat-reply.ts';

/** A request whose reply is complete. */
export interface RequestEnded {
  readonly method: string;
  readonly path: string;
  /** What the visitor was told, as on the request's line in the log. */
  readonly status: number;
  readonly ms: number;
}

/** One attempt at a call to the model. */
export interface AttemptEnded {
  readonly call: 'quiz' | 'feedback' | 'blind-check';
  /** As on the attempt's line in the log: `ok`, `aborted` or the name of one of our errors. */
  readonly outcome: string;
  /** From when the call was sent; undefined for one that never was. */
  readonly ms: number | undefined;
  readonly usage: ChatUsage | undefined;
}

/** What the operator can count; each method is told of an event, but for those that watch. */
export interface Metrics {
  requestEnded(request: RequestEnded): void;
  attemptEnded(attempt: AttemptEnded): void;
  /** A quiz was read from a reply, and the review judged it. */
  quizReviewed(verdict: 'accepted' | 'flawed'): void;
  /** A quiz is written, after `ms` with all its attempts, waits and checks. */
  quizWritten(quiz: { readonly priority: Priority; readonly ms: number }): void;
  /** A visitor's quiz was looked for on the shelf. */
  shelfAsked(isHit: boolean): void;
  /** Lets the shelf be measured when the metrics are read. */
  watchShelf(size: (topic: TopicId) => Promise<number>): void;
  /** How many model calls are under way and how many wait for a place. */
  modelCallsChanged(calls: { readonly underWay: number; readonly waiting: number }): void;
  limitHit(limit: LimitName): void;
  /** Lets Redis be looked at when the metrics are read; not called where none is configured. */
  watchRedis(isUp: () => boolean): void;
}

const ignore = () => undefined;

/** Counts nothing (`METRICS=0`). */
export const noMetrics: Metrics = {
  requestEnded: ignore,
  attemptEnded: ignore,
  quizReviewed: ignore,
  quizWritten: ignore,
  shelfAsked: ignore,
  watchShelf: ignore,
  modelCallsChanged: ignore,
  limitHit: ignore,
  watchRedis: ignore,
};
