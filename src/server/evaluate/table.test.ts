import { describe, expect, test } from 'vitest';
import { reviewRules } from '../quiz/review/flaw.ts';
import { questionOf } from '../quiz/review/test-questions.ts';
import { evaluationOf } from './evaluation.ts';
import type { QuizRecord } from './quiz-record.ts';
import { tableOf } from './table.ts';
import { attemptOf } from './test-attempts.ts';

const questions = ['Who painted Guernica?', 'Which river runs through Vienna?'].map((text) =>
  questionOf(text, 'The long one', ['One', 'Two', 'Six']),
);
const usage = { promptTokens: 1000, completionTokens: 500, cost: 0.002 };
const blindCheck = {
  outcome: 'disputed',
  compared: 4,
  disputed: [1],
  usage: { promptTokens: 100, completionTokens: 10, cost: 0.000_25 },
} as const;
const flawed = attemptOf({
  outcome: 'flawed',
  questions,
  flaws: [{ rule: 'key-disputed', index: 1 }],
  blindCheck,
  usage,
  mended: true,
  ms: 1234,
});
const lost = attemptOf({ attempt: 2, outcome: 'ConnectionLostError', ms: 90 });
const third = attemptOf({ attempt: 3, questions, usage, ms: 12_340 });
const record: QuizRecord = { topic: 'art', attempts: [flawed, lost, third], served: third };

const lines = tableOf(evaluationOf([record]));
/** The cells of the line with this label. */
const cellsOf = (label: string, of = lines) =>
  of
    .find((line) => line.startsWith(`  ${label} `))
    ?.slice(label.length + 2)
    .trim()
    .split(/ {2,}/);

describe('the table', () => {
  test('tells what became of the quizzes', () => {
    expect(cellsOf('finished')).toEqual(['1']);
    expect(cellsOf('accepted at attempt 1')).toEqual(['0', '0.0 %', 'of 1']);
    expect(cellsOf('accepted at attempt 3')).toEqual(['1', '100.0 %', 'of 1']);
  });

  test('has a column for each attempt and one for all', () => {
    expect(lines.find((line) => line.startsWith('Attempts'))).toMatch(/first +second +third +all$/);
    expect(cellsOf('made')).toEqual(['1', '1', '1', '3']);
    expect(cellsOf('failed', lines.slice(lines.indexOf('') + 1))).toEqual([
      '0',
      '0.0 %',
      '1',
      '100.0 %',
      '0',
      '0.0 %',
      '1',
      '33.3 %',
    ]);
    expect(cellsOf('latency, p50')).toEqual(['1234 ms', '–', '12.3 s', '1234 ms']);
    expect(cellsOf('latency, p95')).toEqual(['1234 ms', '–', '12.3 s', '12.3 s']);
    expect(cellsOf('mended')).toEqual(['1', '100.0 %', '–', '0', '0.0 %', '1', '50.0 %']);
  });

  test('names every rule of the review', () => {
    for (const rule of reviewRules) expect(cellsOf(rule), rule).toBeDefined();
    expect(cellsOf('key-disputed')).toEqual(['1', '100.0 %', '–', '–', '1', '100.0 %']);
    expect(cellsOf('ConnectionLostError')).toEqual(['1']);
  });

  test('tells of the questions as the model wrote them', () => {
    expect(cellsOf('key at a')).toEqual(['4', '100.0 %', 'of 4']);
    expect(cellsOf('key longest of all')).toEqual(['4', '100.0 %', 'of 4 (chance: 25 %)']);
    expect(cellsOf('repeated from earlier quizzes')).toEqual(['–']);
    expect(cellsOf('the model agrees with the key')).toEqual(['3', '75.0 %', 'of 4 questions']);
  });

  test('says what is extrapolated, and of how many calls the numbers are', () => {
    expect(cellsOf('writing')).toEqual(['3', '2,000', '1,000', '0.004']);
    expect(cellsOf('blind checks')).toEqual(['1', '100', '10', '0.00025']);
    expect(cellsOf('per quiz, both')).toEqual(['4.0', '2,100', '1,010', '0.00425']);
    expect(lines).toContain('  The service reported tokens for 3 of 4 calls, cost for 3.');
    expect(lines.at(-1)).toMatch(/1,000 quizzes would cost 4\.25 \(extrapolated;/);
  });

  test('fits on a terminal of 100 columns', () => {
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
  });
});

test('where nothing was reported or nothing came, it says so and shows no number', () => {
  const nothing = tableOf(evaluationOf([]));
  expect(nothing.join('\n')).not.toMatch(/NaN|null|undefined|Infinity/);
  expect(nothing.at(-1)).toBe('  The service reported no cost.');
  const told = { promptTokens: 12, completionTokens: 3 };
  const free = tableOf(evaluationOf([{ topic: 'art', attempts: [attemptOf({ usage: told })] }]));
  expect(cellsOf('writing', free)).toEqual(['1', '12', '3', '–']);
  expect(free.join('\n')).not.toContain('reported tokens for');
});
