import { attemptsPerCall, questionsPerQuiz } from '../../domain/limits.ts';
import type { QuizProgress } from '../../domain/quiz.ts';
import { createQuestionCounter } from '../model/question-counter.ts';

export interface AttemptProgress {
  /** Reports `count` questions, at most the total, where that is more than was reported. */
  raise(count: number): void;
  /** Takes the next piece of the text and reports each question that it completes. */
  onText(text: string): void;
}

/**
 * Tells `onProgress` how many questions attempt `number` has written: 0 at once, then never less
 * than before.
 */
export function startProgress(
  number: number,
  onProgress: (progress: QuizProgress) => void,
): AttemptProgress {
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
  return { raise, onText: (text) => raise(counter.add(text)) };
}
