import { jsonrepair } from 'jsonrepair';
import { attemptsPerCall } from '../../domain/limits.ts';
import { readFeedbackReply } from '../../domain/read-feedback-reply.ts';
import { readQuizReply } from '../../domain/read-quiz-reply.ts';
import { CallRefusedError } from '../limits/errors.ts';
import type { ChatReply } from '../model/chat-reply.ts';
import { feedbackRequest, quizRequest, type RequestSettings } from '../model/chat-request.ts';
import { ModelCallError, NoContentError, QuizReplyInvalidError } from '../model/errors.ts';
import {
  createModelCaller,
  type ModelCall,
  type ModelCallerParts,
  type Reading,
} from '../model/model-call.ts';
import type { ObserveAttempt } from '../quiz/attempt-observation.ts';
import { type BlindCheckMode, checkBlind, isBlindCheckDue } from '../quiz/blind-check.ts';
import {
  type CheckQuiz,
  composeQuiz,
  type WriteAttempt,
  type WrittenQuiz,
} from '../quiz/compose-quiz.ts';
import { forgiving } from '../quiz/forgiving-questions.ts';
import { createPlanner } from '../quiz/planner.ts';
import { feedbackPrompt, quizPrompt } from '../quiz/prompt.ts';
import type { RecentQuestions } from '../quiz/recent-questions.ts';
import type { Random } from '../quiz/shuffle.ts';
import { attempt } from './attempts.ts';
import { startProgress } from './quiz-progress.ts';
import { GenerationFailedError, type QuizWriter } from './quiz-writer.ts';

/** What the visitor reads when no attempt gave a feedback text (specification, section 8). */
export const fallbackFeedback = 'Thanks for taking the quiz! Keep learning and improving!';

export interface ModelWriterParts extends ModelCallerParts {
  readonly settings: RequestSettings;
  readonly random: Random;
  /** What a topic was asked lately; when it fails, quizzes are written as though there were none. */
  readonly recent: RecentQuestions;
  readonly blindCheck: BlindCheckMode;
  /** Told of every attempt at a quiz, and which was served. */
  readonly observe?: ObserveAttempt;
}

/** The questions in a reply; throws QuizReplyInvalidError with the words of section 8. */
function readQuiz({ content, finishReason }: ChatReply): Reading<WrittenQuiz> {
  // A text that was cut off is never mended: mending would complete it.
  const outcome = readQuizReply(content, finishReason === 'length' ? {} : { mend: jsonrepair });
  if (!outcome.ok) throw new QuizReplyInvalidError(outcome.error);
  return { value: outcome.value, details: { mended: outcome.value.mended } };
}

/** The paragraph in a reply; throws NoContentError where nothing is left of it. */
function readFeedback({ content, finishReason }: ChatReply): Reading<string> {
  const value = readFeedbackReply(content, { cutOff: finishReason === 'length' });
  if (value === undefined) throw new NoContentError();
  return { value };
}

/**
 * A writer that asks a language model (design, section 2), with three attempts to each call and one
 * line of the log to each attempt.
 */
export function createModelWriter(parts: ModelWriterParts): QuizWriter {
  const { settings, clock, random, blindCheck, observe } = parts;
  const caller = createModelCaller(parts);
  const nextPlan = createPlanner(random);
  const recentQuestions = forgiving(parts.recent);

  return {
    async writeQuiz(topic, options) {
      const { signal, log, priority, onProgress } = options;
      const recent = await recentQuestions.recent(topic, log);
      const write: WriteAttempt = (number, onReply) => {
        const progress = onProgress && startProgress(number, onProgress);
        // Each attempt has a plan of its own: the same prompt would bring the same flaws back.
        const prompt = quizPrompt(topic, { plan: nextPlan(topic), avoid: recent });
        const call: ModelCall<WrittenQuiz> = {
          name: 'quiz',
          attempt: number,
          request: quizRequest(prompt, settings),
          read(reply) {
            onReply(reply);
            const reading = readQuiz(reply);
            progress?.raise(reading.value.questions.length);
            return reading;
          },
        };
        return caller.make(call, progress ? { ...options, onText: progress.onText } : options);
      };
      const check: CheckQuiz = (questions, number) =>
        checkBlind(questions, { ...options, caller, settings, attempt: number });
      try {
        const questions = await composeQuiz({
          topic,
          write,
          check: isBlindCheckDue(blindCheck, priority) ? check : undefined,
          recent,
          random,
          clock,
          signal,
          log,
          observe,
        });
        // Not awaited: nobody should wait for what only the next quiz needs.
        void recentQuestions.remember(
          topic,
          questions.map(({ text }) => text),
          log,
        );
        return { topic, source: 'model', questions };
      } catch (error) {
        if (!(error instanceof ModelCallError)) throw error;
        log.error({ call: 'quiz' }, 'Failed to generate quiz questions');
        throw new GenerationFailedError(attemptsPerCall, error);
      }
    },

    async writeFeedback(result, options) {
      const request = feedbackRequest(feedbackPrompt(result), settings);
      const write = (number: number) =>
        caller.make({ name: 'feedback', attempt: number, request, read: readFeedback }, options);
      try {
        const feedback = await attempt(write, { clock, signal: options.signal });
        return { feedback, source: 'model' };
      } catch (error) {
        const isRefused = error instanceof CallRefusedError;
        if (!(isRefused || error instanceof ModelCallError)) throw error;
        // A limit that holds is no fault.
        const level = isRefused ? 'warn' : 'error';
        options.log[level]({ call: 'feedback' }, 'Failed to write feedback');
        return { feedback: fallbackFeedback, source: 'fallback' };
      }
    },
  };
}
