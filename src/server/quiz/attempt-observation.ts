import type { Question } from '../../domain/quiz.ts';
import type { TopicId } from '../../domain/topics.ts';
import type { ChatUsage } from '../model/chat-reply.ts';
import type { BlindCheck } from './blind-check.ts';
import type { Flaw } from './review/flaw.ts';

/** One attempt at a quiz. Nothing is told of an attempt that its caller aborted. */
export interface AttemptObserved {
  readonly event: 'attempt';
  readonly topic: TopicId;
  /** Which attempt at the quiz this was, from 1. */
  readonly attempt: number;
  /** `accepted` without a flaw, `flawed` when put aside, or the name of the error it failed with. */
  readonly outcome: 'accepted' | 'flawed' | (string & {});
  /** Whether the reply needed more than the specification's own reading. */
  readonly mended: boolean;
  /** What the review found, and the blind check after it. */
  readonly flaws: readonly Flaw[];
  /** The reply's questions as they were read, before shuffling; none for a failed attempt. */
  readonly questions: readonly Question[];
  readonly blindCheck: BlindCheck;
  /** Of the attempt itself, as far as the service says so; the blind check has its own. */
  readonly usage?: ChatUsage;
  /** How long the call took that wrote the quiz, in ms; without the blind check. */
  readonly ms: number;
}

/** Which of a quiz's attempts was served in the end. */
export interface ServedObserved {
  readonly event: 'served';
  readonly topic: TopicId;
  readonly attempt: number;
}

/** What the writing of a quiz tells an observer, such as an evaluation of the model. */
export type AttemptObservation = AttemptObserved | ServedObserved;

export type ObserveAttempt = (event: AttemptObservation) => void;
