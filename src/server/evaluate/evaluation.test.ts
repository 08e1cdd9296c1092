import { describe, expect, test } from 'vitest';
import type { Question } from '../../domain/quiz.ts';
import { questionOf } from '../quiz/review/test-questions.ts';
import { evaluationOf } from './evaluation.ts';
import type { QuizRecord } from './quiz-record.ts';
import { attemptOf } from './test-attempts.ts';

/** A quiz of one attempt, served. */
function quizOf(more: Parameters<typeof attemptOf>[0] = {}): QuizRecord {
  const served = attemptOf(more);
  return { topic: served.topic, attempts: [served], served };
}

const asking = (...texts: readonly string[]) =>
  texts.map((text) => questionOf(text, 'This', ['That', 'Those', 'These']));

const shares = (questions: readonly Question[]) => evaluationOf([quizOf({ questions })]).questions;

describe('what became of quizzes', () => {
  const flaws = [{ rule: 'longest-is-correct' }] as const;
  const flawed = attemptOf({ outcome: 'flawed', flaws, mended: true, ms: 300 });
  const lost = attemptOf({ outcome: 'ConnectionLostError', ms: 5 });
  const records: readonly QuizRecord[] = [
    quizOf({ ms: 100 }),
    quizOf({ ms: 200 }),
    {
      topic: 'art',
      attempts: [flawed, attemptOf({ attempt: 2, ms: 50 })],
      served: attemptOf({ attempt: 2 }),
    },
    {
      topic: 'art',
      attempts: [
        lost,
        { ...flawed, attempt: 2 },
        { ...lost, attempt: 3, outcome: 'NoContentError' },
      ],
      served: { ...flawed, attempt: 2 },
    },
    { topic: 'art', attempts: [1, 2, 3].map((attempt) => ({ ...lost, attempt })) },
  ];
  const { quizzes, attempts, byAttempt, failures } = evaluationOf(records);

  test('counts those accepted by their attempt, those served with flaws and those that failed', () => {
    expect(quizzes.finished).toBe(5);
    expect(quizzes.acceptedAt.map(({ count }) => count)).toEqual([2, 1, 0]);
    expect(quizzes.accepted).toEqual({ count: 3, of: 5, share: 0.6 });
    expect(quizzes.servedWithFlaws.count).toBe(1);
    expect(quizzes.failed.count).toBe(1);
  });

  test('tells first, second and third attempts apart', () => {
    expect(byAttempt.map(({ made }) => made)).toEqual([5, 3, 2]);
    expect(byAttempt.map(({ failed }) => failed.count)).toEqual([2, 1, 2]);
    expect(attempts).toMatchObject({
      made: 10,
      accepted: { count: 3 },
      flawed: { count: 2 },
      failed: { count: 5 },
    });
  });

  test('takes the rates of flaws and mending over the replies that could be read', () => {
    expect(attempts.mended).toEqual({ count: 2, of: 5, share: 0.4 });
    expect(attempts.flaws['longest-is-correct']).toEqual({ count: 2, of: 5, share: 0.4 });
    expect(byAttempt[0]?.flaws['longest-is-correct']).toMatchObject({ count: 1, of: 3 });
    expect(attempts.flaws['repeated-answer']).toMatchObject({ count: 0, of: 5 });
    expect(attempts.flaws['key-disputed']).toEqual({ count: 0, of: 0, share: null });
  });

  test('leaves the time of failed attempts out', () => {
    expect(attempts.latencyMs).toEqual({ p50: 200, p95: 300 });
    expect(byAttempt[2]?.latencyMs).toEqual({ p50: null, p95: null });
  });

  test('names failures, the most frequent first', () => {
    expect(failures).toEqual([
      { name: 'ConnectionLostError', count: 4 },
      { name: 'NoContentError', count: 1 },
    ]);
  });
});

test('a flaw in several questions of a reply counts once', () => {
  const flaws = [0, 1, 2].map((index) => ({ rule: 'not-four-answers', index }) as const);
  const { attempts } = evaluationOf([quizOf({ outcome: 'flawed', flaws })]);
  expect(attempts.flaws['not-four-answers']).toEqual({ count: 1, of: 1, share: 1 });
});

describe('where keys stand', () => {
  const [question = questionOf('Which?', 'This', [])] = asking('Which?');
  const withKeys = (...correct: readonly boolean[]): Question => ({
    ...question,
    answers: correct.map((isCorrect, at) => ({ id: 'x', text: `Answer ${at}`, isCorrect })),
  });

  test('is told by the place in the list, whatever the letters', () => {
    const { keys } = shares([
      withKeys(true, false, false, false),
      withKeys(false, true, false, false),
      withKeys(false, true, false, false),
      withKeys(false, false, false, true),
    ]);
    const counts = Object.entries(keys).map(([place, { count }]) => [place, count]);
    expect(counts).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 0],
      ['d', 1],
      ['other', 0],
    ]);
    expect(keys.b.share).toBe(0.5);
  });

  test('is nowhere without a key, with several, and behind the fourth answer', () => {
    const { keys } = shares([
      withKeys(false, false, false, false),
      withKeys(true, true, false, false),
      withKeys(false, false, false, false, true),
      withKeys(),
    ]);
    expect(keys.other).toEqual({ count: 4, of: 4, share: 1 });
  });
});

describe('how long keys are', () => {
  const lengths = (correct: number, ...wrong: readonly number[]) =>
    questionOf(
      'Which?',
      'x'.repeat(correct),
      wrong.map((length) => 'y'.repeat(length)),
    );

  test('longest is only what is longer than every other answer', () => {
    const { keyLongest } = shares([lengths(9, 8, 8, 8), lengths(9, 9, 1, 1), lengths(9, 10, 1, 1)]);
    expect(keyLongest).toMatchObject({ count: 1, of: 3 });
  });

  test('1.5 times the mean of the others is enough to stand out', () => {
    const { keyStandsOut } = shares([lengths(15, 10, 10, 10), lengths(14, 10, 10, 10)]);
    expect(keyStandsOut).toMatchObject({ count: 1, of: 2 });
  });

  test('questions without one key to compare are left out', () => {
    const { keyLongest, keyStandsOut } = shares([lengths(9), { ...lengths(9, 1), answers: [] }]);
    expect(keyLongest).toEqual({ count: 0, of: 0, share: null });
    expect(keyStandsOut).toEqual({ count: 0, of: 0, share: null });
  });
});

describe('near-duplicates', () => {
  const capital = 'What is the capital of Australia?';
  const sameCapital = "Which city is Australia's capital?";
  const painter = 'Who painted Guernica?';
  const river = 'Which river runs through Vienna?';

  test('within a quiz the second of two counts', () => {
    const { repeatedWithin } = shares(asking(capital, painter, sameCapital));
    expect(repeatedWithin).toMatchObject({ count: 1, of: 3 });
  });

  test('from one quiz to the next of the same topic, not from one topic to another', () => {
    const first = quizOf({ questions: asking(capital, painter) });
    const again = quizOf({ questions: asking(river, sameCapital) });
    const { repeatedAcross } = evaluationOf([first, again]).questions;
    expect(repeatedAcross).toEqual({ count: 1, of: 2, share: 0.5 });

    const elsewhere = quizOf({ topic: 'art', questions: asking(capital) });
    expect(evaluationOf([first, elsewhere]).questions.repeatedAcross.of).toBe(0);
  });

  test('another attempt at the same quiz is no repeat', () => {
    const attempts = [1, 2].map((attempt) => attemptOf({ attempt, questions: asking(capital) }));
    const { repeatedAcross } = evaluationOf([{ topic: 'history', attempts }]).questions;
    expect(repeatedAcross).toEqual({ count: 0, of: 0, share: null });
  });
});

describe('the blind check', () => {
  const agreed = { outcome: 'agreed', compared: 5, disputed: [] } as const;
  const disputed = { outcome: 'disputed', compared: 4, disputed: [0, 3] } as const;
  const unchecked = { outcome: 'unchecked', compared: 0, disputed: [] } as const;
  const { blindCheck, attempts } = evaluationOf([
    quizOf({ blindCheck: agreed }),
    quizOf({ blindCheck: unchecked }),
    quizOf({
      outcome: 'flawed',
      blindCheck: disputed,
      flaws: [{ rule: 'key-disputed', index: 0 }],
    }),
    quizOf(),
  ]);

  test('agreement is told of the questions that were compared', () => {
    expect(blindCheck.quizzesChecked).toBe(2);
    expect(blindCheck.agreed).toEqual({ count: 7, of: 9, share: 7 / 9 });
    expect(blindCheck.unchecked).toEqual({ count: 1, of: 3, share: 1 / 3 });
  });

  test('key-disputed is told of the replies that were checked', () => {
    expect(attempts.flaws['key-disputed']).toEqual({ count: 1, of: 2, share: 0.5 });
  });
});

describe('tokens and cost', () => {
  test('are summed over attempts and checks, and extrapolated from the quizzes written', () => {
    const blindCheck = {
      outcome: 'agreed',
      compared: 5,
      disputed: [],
      usage: { promptTokens: 40, completionTokens: 4, cost: 0.25 },
    } as const;
    const usage = { promptTokens: 100, completionTokens: 60, cost: 0.5 };
    const figures = evaluationOf([quizOf({ usage, blindCheck }), quizOf({ usage })]).usage;
    expect(figures.writing).toMatchObject({ calls: 2, promptTokens: 200, completionTokens: 120 });
    expect(figures.blindChecks).toMatchObject({ calls: 1, promptTokens: 40, cost: 0.25 });
    expect(figures.all).toMatchObject({ calls: 3, tokensReported: 3, costReported: 3, cost: 1.25 });
    expect(figures.perQuiz).toEqual({
      calls: 1.5,
      promptTokens: 120,
      completionTokens: 62,
      cost: 0.625,
    });
    expect(figures.costPer1000Quizzes).toBe(625);
  });

  test('what a service does not report is told apart from nothing', () => {
    const { all, costPer1000Quizzes } = evaluationOf([
      quizOf({ usage: { promptTokens: 10 } }),
      quizOf({ usage: {} }),
      quizOf(),
    ]).usage;
    expect(all).toMatchObject({ calls: 3, tokensReported: 1, costReported: 0, cost: null });
    expect(costPer1000Quizzes).toBeNull();
  });
});

test('of no quiz at all there are no shares, and nothing per quiz', () => {
  const { quizzes, attempts, usage } = evaluationOf([]);
  expect(quizzes.failed).toEqual({ count: 0, of: 0, share: null });
  expect(attempts.latencyMs).toEqual({ p50: null, p95: null });
  expect(usage.perQuiz).toBeNull();
  expect(usage.costPer1000Quizzes).toBeNull();
});
