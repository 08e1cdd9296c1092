import { useEffect, useReducer, useRef } from 'react';
import { useLocation } from 'wouter';
import { longWaitMs, openQuizDelayMs } from '../domain/limits.ts';
import type { QuizProgress } from '../domain/quiz.ts';
import type { TopicId } from '../domain/topics.ts';
import { changePage } from './change-page.ts';
import { type Generation, generationReducer, idleGeneration } from './generation.ts';
import { useParts } from './parts.tsx';
import { useSession } from './session.tsx';

interface GenerationControl {
  readonly generation: Generation;
  choose(topic: TopicId): void;
  cancel(): void;
}

/**
 * Runs the generation of a quiz from the click on a topic to the quiz page (section 4). Cancelling,
 * or leaving the page, aborts the call; what arrives after that changes nothing.
 */
export function useGeneration(): GenerationControl {
  const { createQuiz, sleep } = useParts();
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

  async function generate(topic: TopicId, { signal }: AbortController) {
    try {
      const quiz = await write(topic, signal);
      signal.throwIfAborted();
      dispatch({ type: 'quizWritten' });
      await sleep(openQuizDelayMs, signal);
      await changePage(() => {
        tellSession({ type: 'quizLoaded', quiz });
        navigate('/quiz');
      });
    } catch {
      if (signal.aborted) return;
      running.current = null;
      dispatch({ type: 'generationFailed' });
    }
  }

  return {
    generation,
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
