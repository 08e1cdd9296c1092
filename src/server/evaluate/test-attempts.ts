import type { AttemptObserved } from '../quiz/attempt-observation.ts';
import { notAsked } from '../quiz/blind-check.ts';

/** An attempt as a test states it: accepted, of no question, unless it says otherwise. */
export function attemptOf(more: Partial<AttemptObserved> = {}): AttemptObserved {
  return {
    event: 'attempt',
    topic: 'history',
    attempt: 1,
    outcome: 'accepted',
    mended: false,
    flaws: [],
    questions: [],
    blindCheck: notAsked,
    ms: 0,
    ...more,
  };
}
