import { outcomeOf, type QuizRecord } from './quiz-record.ts';

/** Where text goes: standard error, or a test's list. */
export interface Output {
  write(text: string): unknown;
  /** Whether a line can be written over. */
  readonly isTTY?: boolean;
}

export interface Progress {
  /** Tells of one more quiz; `failure` is a line that holds no secret. */
  quizDone(record: QuizRecord, failure: string | undefined): void;
  /** Leaves the line to what comes next. */
  end(): void;
}

const eraseLine = '\r\x1b[2K';

/** What became of a quiz, in a few words. */
function wordsFor(record: QuizRecord): string {
  const attempt = `attempt ${record.served?.attempt}`;
  switch (outcomeOf(record)) {
    case 'accepted':
      return `accepted at ${attempt}`;
    case 'flawed':
      return `served with flaws, ${attempt}`;
    case 'failed':
      return 'failed';
  }
}

/** Progress over `total` quizzes: one line that is rewritten on a terminal, else a line per quiz. */
export function startProgress(output: Output, total: number): Progress {
  let done = 0;
  const draw = (words: string) => output.write(`${eraseLine}${done} of ${total} quizzes${words}`);
  if (output.isTTY) draw('');
  return {
    quizDone(record, failure) {
      done += 1;
      const words = `${record.topic}: ${wordsFor(record)}`;
      if (output.isTTY && failure) output.write(`${eraseLine}${words}: ${failure}\n`);
      if (output.isTTY) draw(`, ${words}`);
      else output.write(`${done} of ${total} ${words}${failure ? `: ${failure}` : ''}\n`);
    },
    end() {
      if (output.isTTY) output.write(eraseLine);
    },
  };
}
