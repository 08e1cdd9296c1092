import { expect, test } from 'vitest';
import { startProgress } from './progress.ts';
import { attemptOf } from './test-attempts.ts';

const accepted = attemptOf({ attempt: 1, outcome: 'flawed' });
const records = {
  accepted: { topic: 'art', attempts: [], served: attemptOf({ attempt: 2 }) },
  flawed: {
    topic: 'music',
    attempts: [],
    served: { ...accepted, flaws: [{ rule: 'longest-is-correct' }] },
  },
  failed: { topic: 'sports', attempts: [] },
} as const;

function written(isTTY: boolean): string {
  const pieces: string[] = [];
  const output = { isTTY, write: (text: string) => pieces.push(text) };
  const progress = startProgress(output, 3);
  progress.quizDone(records.accepted, undefined);
  progress.quizDone(records.flawed, undefined);
  progress.quizDone(records.failed, 'No content in response');
  progress.end();
  return pieces.join('');
}

test('is a line for each quiz where lines cannot be rewritten', () => {
  expect(written(false).split('\n')).toEqual([
    '1 of 3 art: accepted at attempt 2',
    '2 of 3 music: served with flaws, attempt 1',
    '3 of 3 sports: failed: No content in response',
    '',
  ]);
});

test('is one line on a terminal, above which failures stay, and which is gone at the end', () => {
  const lines = written(true).split('\n');
  // What a terminal shows of a line is what follows the last erasing of it.
  const shown = lines.map((line) => line.split('\r\x1b[2K').at(-1));
  expect(shown).toEqual(['sports: failed: No content in response', '']);
  expect(lines[0]).toContain('0 of 3 quizzes');
  expect(lines[0]).toContain('1 of 3 quizzes, art: accepted at attempt 2');
  expect(lines[1]).toContain('3 of 3 quizzes, sports: failed');
});
