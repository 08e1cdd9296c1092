import type { ProblemCode } from '../domain/api.ts';
import type { QuizProgress } from '../domain/quiz.ts';
import type { TopicId } from '../domain/topics.ts';

/** What the topic page is at (specification, section 4). The selection is the topic, where one is. */
export type Generation =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'generating';
      readonly topic: TopicId;
      /** How far the writing is; null until the server has said so. */
      readonly progress: QuizProgress | null;
      /** Whether the visitor has waited for long. */
      readonly isLongWait: boolean;
    }
  | { readonly phase: 'ready'; readonly topic: TopicId }
  /** `code` is the server's problem, where it was the server that said no. */
  | { readonly phase: 'failed'; readonly code: ProblemCode | null }
  /** The page lacks a part of itself, and loading it anew has not helped. */
  | { readonly phase: 'outdated' };

export type GenerationEvent =
  | { readonly type: 'topicChosen'; readonly topic: TopicId }
  | { readonly type: 'progressMade'; readonly progress: QuizProgress }
  | { readonly type: 'waitedLong' }
  | { readonly type: 'quizWritten' }
  | { readonly type: 'generationFailed'; readonly code: ProblemCode | null }
  | { readonly type: 'pageFoundOutdated' }
  | { readonly type: 'generationCancelled' };

export const idleGeneration: Generation = { phase: 'idle' };

/**
 * The generation after an event. Topics chosen while a generation runs are ignored (section 2), and
 * so is whatever arrives after it has ended.
 */
export function generationReducer(generation: Generation, event: GenerationEvent): Generation {
  if (event.type === 'topicChosen') {
    return generation.phase === 'generating' || generation.phase === 'ready'
      ? generation
      : { phase: 'generating', topic: event.topic, progress: null, isLongWait: false };
  }
  if (generation.phase !== 'generating') return generation;
  switch (event.type) {
    case 'progressMade':
      return { ...generation, progress: event.progress };
    case 'waitedLong':
      return { ...generation, isLongWait: true };
    case 'quizWritten':
      return { phase: 'ready', topic: generation.topic };
    case 'generationFailed':
      return { phase: 'failed', code: event.code };
    case 'pageFoundOutdated':
      return { phase: 'outdated' };
    case 'generationCancelled':
      return idleGeneration;
  }
}
