import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { submitDelayMs } from '../domain/limits.ts';
import { changePage } from './change-page.ts';
import { useParts } from './parts.tsx';
import { useSession } from './session.tsx';

export type Submission = 'idle' | 'submitting' | 'failed';

interface SubmitControl {
  readonly submission: Submission;
  submit(): void;
}

/**
 * Submits the quiz: about half a second, then the results page (section 4). The results replace the
 * quiz in the browser's history, so that Back leads to the topics and not to a quiz that is over.
 * A submit that fails, for instance because the browser refuses the navigation, is told as `failed`.
 */
export function useSubmit(): SubmitControl {
  const { sleep } = useParts();
  const { dispatch } = useSession();
  const [, navigate] = useLocation();
  const [submission, setSubmission] = useState<Submission>('idle');
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  async function goToResults({ signal }: AbortController) {
    try {
      await sleep(submitDelayMs, signal);
      await changePage(() => {
        navigate('/results', { replace: true });
        dispatch({ type: 'quizSubmitted' });
      });
    } catch {
      if (signal.aborted) return;
      running.current = null;
      setSubmission('failed');
    }
  }

  return {
    submission,
    submit() {
      if (running.current) return;
      running.current = new AbortController();
      setSubmission('submitting');
      void goToResults(running.current);
    },
  };
}
