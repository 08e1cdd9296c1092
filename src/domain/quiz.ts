import type { TopicId } from './topics.ts';

/** Where questions come from: a language model, or the samples shipped with the product. */
export const quizSources = ['model', 'samples'] as const;
export type QuizSource = (typeof quizSources)[number];

/** Where a feedback text comes from; `fallback` is the fixed sentence of section 8. */
export const feedbackSources = ['model', 'samples', 'fallback'] as const;
export type FeedbackSource = (typeof feedbackSources)[number];

/** One answer of a question (specification, section 3). */
export interface Answer {
  /** A letter, a to d in the usual case. */
  readonly id: string;
  readonly text: string;
  readonly isCorrect: boolean;
}

/** One question (specification, section 3), with an explanation where the writer gave one. */
export interface Question {
  readonly id: string;
  readonly text: string;
  readonly answers: readonly Answer[];
  /** The id of the selected answer; null when generated and while unanswered. */
  readonly selectedAnswerId: string | null;
  readonly explanation?: string;
}

/** A quiz as it travels from the server to the page. */
export interface Quiz {
  readonly topic: TopicId;
  readonly source: QuizSource;
  readonly questions: readonly Question[];
}

/** What feedback is written for: a topic and how many of `total` questions were right. */
export interface QuizResult {
  readonly topic: TopicId;
  readonly score: number;
  readonly total: number;
}

/** A feedback paragraph and where it comes from. */
export interface Feedback {
  readonly feedback: string;
  readonly source: FeedbackSource;
}

/** How far the writing of a quiz is: `written` of `total` questions in attempt `attempt`. */
export interface QuizProgress {
  readonly attempt: number;
  readonly attempts: number;
  readonly written: number;
  readonly total: number;
}
