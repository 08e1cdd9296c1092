import { useEffect, useReducer, useRef } from 'react';
import { useLocation } from 'wouter';
import { longWaitMs, openQuizDelayMs } from '../domain/limits.ts';
import type { QuizProgress } from '../domain/quiz.ts';
import type { TopicId } from '../domain/topics.ts';
import { ProblemError } from './api-client/errors.ts';
import { changePageAtOnce } from './change-page.ts';
import { type Generation, generationReducer, idleGeneration } from './generation.ts';
import { QuizChunkMissingError } from './load-quiz-chunk.ts';
import { useParts } from './parts.tsx';
import { useSession } from './session.tsx';

interface GenerationControl {
  readonly generation: Generation;
  /** Fetches what a choice will need; called as soon as one is likely. */
  prepare(): void;
  choose(topic: TopicId): void;
  cancel(): void;
}

/**
 * Runs the generation of a quiz from the click on a topic to the quiz page (section 4). Cancelling,
 * or leaving the page, aborts the call; what arrives after that changes nothing.
 */
export function useGeneration(): GenerationControl {
  const { createQuiz, loadQuizPages, reload, sleep } = useParts();
  const { dispatch: tellSession } = useSession();
  const [, navigate] = useLocation();
  const [generation, dispatch] = useReducer(generationReducer, idleGeneration);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  /** The quiz of a topic, with the visitor told how far it is; no timer outlasts it. */
  async function write(topic: TopicId, signal: AbortSignal) {
    const ended = new AbortController();
    const ends = AbortSignal.any([signal, ended.signal]);
    sleep(longWaitMs, ends).then(
      () => dispatch({ type: 'waitedLong' }),
      () => {},
    );
    try {
      const onProgress = (progress: QuizProgress) => dispatch({ type: 'progressMade', progress });
      return await createQuiz(topic, { signal, onProgress });
    } finally {
      ended.abort();
    }
  }

  /** Ends a generation that cannot be shown for want of the pages of the quiz. */
  async function endWithoutPages() {
    const outcome = await reload();
    if (outcome === 'reloading') return;
    running.current = null;
    if (outcome === 'useless') dispatch({ type: 'pageFoundOutdated' });
    else dispatch({ type: 'generationFailed', code: null });
  }

  async function generate(topic: TopicId, controller: AbortController) {
    const { signal } = controller;
    try {
      const [quiz] = await Promise.all([write(topic, signal), loadQuizPages()]);
      signal.throwIfAborted();
      dispatch({ type: 'quizWritten' });
      await sleep(openQuizDelayMs, signal);
      // The 0.8 s are over: no frame is spent on a transition, and the question moves in by itself.
      changePageAtOnce(() => {
        tellSession({ type: 'quizLoaded', quiz });
        navigate('/quiz');
      });
    } catch (error) {
      if (signal.aborted) return;
      // Of the call and the loading, which run side by side, one may still be under way.
      controller.abort();
      if (error instanceof QuizChunkMissingError) return endWithoutPages();
      running.current = null;
      const code = error instanceof ProblemError ? error.problem.code : null;
      dispatch({ type: 'generationFailed', code });
    }
  }

  return {
    generation,
    prepare() {
      // What does not come now is asked for again, and missed, with the choice.
      void loadQuizPages().catch(() => {});
    },
    choose(topic) {
      // The ref and not the state: two clicks can come before the next render.
      if (running.current) return;
      running.current = new AbortController();
      dispatch({ type: 'topicChosen', topic });
      void generate(topic, running.current);
    },
    cancel() {
      running.current?.abort();
      running.current = null;
      dispatch({ type: 'generationCancelled' });
    },
  };
}
