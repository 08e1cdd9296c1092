import { useEffect } from 'react';
import { scoreOf } from '../domain/scoring.ts';
import { useParts } from './parts.tsx';
import { useSession } from './session.tsx';

/**
 * Asks for the feedback of a submitted quiz, once: what the session has already is not asked for
 * again. Leaving the page aborts the call. Where the server cannot be reached or refuses, the
 * session is told so, and the page shows the local label (specification, section 8).
 */
export function useFeedback(): void {
  const { createFeedback } = useParts();
  const { session, dispatch } = useSession();
  const wanted =
    session.phase === 'submitted' && session.feedback.status === 'loading' ? session : null;
  const topic = wanted?.topic;
  const questions = wanted?.questions;

  useEffect(() => {
    if (!topic || !questions) return;
    const controller = new AbortController();
    const { signal } = controller;

    async function ask(result: Parameters<typeof createFeedback>[0]) {
      // React's strict mode runs an effect twice; the first run is aborted before this goes on,
      // so that a paid call is made only once.
      await Promise.resolve();
      if (signal.aborted) return;
      try {
        const { feedback } = await createFeedback(result, signal);
        if (!signal.aborted) dispatch({ type: 'feedbackWritten', text: feedback });
      } catch {
        if (!signal.aborted) dispatch({ type: 'feedbackFailed' });
      }
    }

    void ask({ topic, score: scoreOf(questions), total: questions.length });
    return () => controller.abort();
  }, [topic, questions, createFeedback, dispatch]);
}
