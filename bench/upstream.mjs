import path from 'node:path';
import { startChild } from './processes.mjs';

/**
 * What the upstream has counted since it was started.
 * @typedef {object} UpstreamCounts
 * @property {number} calls
 * @property {Readonly<Record<string, number>>} faults calls that were made to fail, by kind
 * @property {string} lastQuizRequest the body of the last request for a quiz
 * @property {string} lastFeedbackRequest and of the last one for feedback
 */

/** Starts the chat-completions service of the benchmarks as a process of its own. */
export async function startUpstream() {
  const child = await startChild(path.join(import.meta.dirname, 'processes', 'upstream.mjs'), {});
  return {
    ...child,
    /** What our server and the plain relay are told to call. */
    baseUrl: `${child.origin}/v1`,
    /**
     * Changes settings (`delayMs`, `faultShare` from 0 to 1), and tells what was counted.
     * @param {{ delayMs?: number, faultShare?: number }} [settings]
     * @returns {Promise<UpstreamCounts>}
     */
    async control(settings = {}) {
      const init = { method: 'POST', body: JSON.stringify(settings) };
      const reply = await fetch(`${child.origin}/control`, init);
      return reply.json();
    },
  };
}

/** The settings with which our server calls the upstream and no limit of its own is in the way. */
export const unhinderedSettings = {
  LLM_API_KEY: 'bench-bench-bench',
  QUIZ_MODEL: 'bench',
  FEEDBACK_MODEL: 'bench',
  QUIZZES_PER_MINUTE: '1000000',
  QUIZZES_PER_DAY: '1000000',
  MODEL_CALLS_PER_DAY: '1000000000',
  MAX_GENERATIONS: '10000',
  METRICS: '1',
  LOG_LEVEL: 'info',
};
