import { createContext, type ReactNode, use } from 'react';
import type { Feedback, Quiz, QuizResult } from '../domain/quiz.ts';
import type { TopicId } from '../domain/topics.ts';
import type { CreateQuizOptions } from './api-client/create-quiz.ts';
import type { Reload } from './stale-page.ts';

/** What the page needs of the world outside; `main.tsx` hands over the real ones. */
export interface Parts {
  createQuiz(topic: TopicId, options: CreateQuizOptions): Promise<Quiz>;
  /**
   * Loads the pages of the quiz, which are no part of the first load; once they are there, at once.
   * Rejects with QuizChunkMissingError.
   */
  loadQuizPages(): Promise<unknown>;
  /** Loads the page anew where that may help, as `reloadOnce` says. */
  reload(): Promise<Reload>;
  createFeedback(result: QuizResult, signal: AbortSignal): Promise<Feedback>;
  /** Resolves after `ms`; rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Puts a text on the clipboard; rejects where the browser refuses. */
  copyText(text: string): Promise<void>;
  /** Opens the system's share sheet with a text; null where the device has none. */
  readonly shareText: ((text: string) => Promise<void>) | null;
  /** Opens the browser's print dialog. */
  print(): void;
}

const PartsContext = createContext<Parts | null>(null);

/** Hands `parts` to everything below it. */
export function PartsProvider({ parts, children }: { parts: Parts; children: ReactNode }) {
  return <PartsContext value={parts}>{children}</PartsContext>;
}

/** The parts handed over by the nearest PartsProvider. */
export function useParts(): Parts {
  const parts = use(PartsContext);
  if (!parts) throw new Error('useParts needs a PartsProvider above it');
  return parts;
}
