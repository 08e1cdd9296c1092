import { jsonrepair } from 'jsonrepair';
import { attemptsPerCall, questionsPerQuiz } from '../../domain/limits.ts';
import type { Question, QuizProgress } from '../../domain/quiz.ts';
import { readFeedbackReply } from '../../domain/read-feedback-reply.ts';
import { readQuizReply } from '../../domain/read-quiz-reply.ts';
import type { ChatReply } from '../model/chat-reply.ts';
import { feedbackRequest, quizRequest } from '../model/chat-request.ts';
import { ModelCallError, NoContentError, QuizReplyInvalidError } from '../model/errors.ts';
import { createModelCaller, type ModelCallerParts, type Reading } from '../model/model-call.ts';
import { createQuestionCounter } from '../model/question-counter.ts';
import type { ModelSettings } from '../model/settings.ts';
import { feedbackPrompt, quizPrompt } from '../quiz/prompt.ts';
import { attempt } from './attempts.ts';
import { GenerationFailedError, type QuizWriter } from './quiz-writer.ts';

/** What the visitor reads when no attempt gave a feedback text (specification, section 8). */
export const fallbackFeedback = 'Thanks for taking the quiz! Keep learning and improving!';

export interface ModelWriterParts extends ModelCallerParts {
  readonly settings: Pick<ModelSettings, 'dialect' | 'quizModels' | 'feedbackModels'>;
}

/** Tells `onProgress` how many questions one attempt has written: first 0, then never less. */
function startProgress(number: number, onProgress: (progress: QuizProgress) => void) {
  const counter = createQuestionCounter();
  let highest = 0;
  function report(): void {
    onProgress({
      attempt: number,
      attempts: attemptsPerCall,
      written: highest,
      total: questionsPerQuiz,
    });
  }
  function raise(count: number): void {
    const written = Math.min(count, questionsPerQuiz);
    if (written <= highest) return;
    highest = written;
    report();
  }
  report();
  return { raise, onText: (text: string) => raise(counter.add(text)) };
}

/** The questions in a reply; throws QuizReplyInvalidError with the words of section 8. */
function readQuestions({ content, finishReason }: ChatReply): Reading<readonly Question[]> {
  // A text that was cut off is never mended: mending would complete it.
  const outcome = readQuizReply(content, finishReason === 'length' ? {} : { mend: jsonrepair });
  if (!outcome.ok) throw new QuizReplyInvalidError(outcome.error);
  const { questions, mended } = outcome.value;
  return { value: questions, details: { mended } };
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
export function createModelWriter({ client, settings, clock }: ModelWriterParts): QuizWriter {
  const caller = createModelCaller({ client, clock });

  return {
    async writeQuiz(topic, { signal, log, onProgress }) {
      const request = quizRequest(quizPrompt(topic), settings);
      const write = (number: number) => {
        const progress = onProgress && startProgress(number, onProgress);
        return caller.make({
          name: 'quiz',
          attempt: number,
          request,
          signal,
          log,
          ...(progress && { onText: progress.onText }),
          read(reply) {
            const reading = readQuestions(reply);
            progress?.raise(reading.value.length);
            return reading;
          },
        });
      };
      try {
        return { topic, source: 'model', questions: await attempt(write, { clock, signal }) };
      } catch (error) {
        if (!(error instanceof ModelCallError)) throw error;
        log.error({ call: 'quiz', topic }, 'Failed to generate quiz questions');
        throw new GenerationFailedError(attemptsPerCall, error);
      }
    },

    async writeFeedback(result, { signal, log }) {
      const request = feedbackRequest(feedbackPrompt(result), settings);
      const write = (number: number) =>
        caller.make({
          name: 'feedback',
          attempt: number,
          request,
          signal,
          log,
          read: readFeedback,
        });
      try {
        return { feedback: await attempt(write, { clock, signal }), source: 'model' };
      } catch (error) {
        if (!(error instanceof ModelCallError)) throw error;
        log.error({ call: 'feedback', topic: result.topic }, 'Failed to write feedback');
        return { feedback: fallbackFeedback, source: 'fallback' };
      }
    },
  };
}
