import { beforeEach, describe, expect, test } from 'vitest';
import type { Question } from '../../domain/quiz.ts';
import { BudgetSpentError, OverCapacityError } from '../limits/errors.ts';
import { createLog } from '../log.ts';
import { ApiRequestError, NoContentError } from '../model/errors.ts';
import { createTestClock } from '../test-clock.ts';
import type { AttemptObservation } from './attempt-observation.ts';
import type { BlindCheck } from './blind-check.ts';
import { type ComposeQuizParts, composeQuiz } from './compose-quiz.ts';
import { cleanQuizzes } from './review/test-questions.ts';
import { seededRandom } from './test-random.ts';

type Quiz = readonly Question[];

const [clean, another] = cleanQuizzes(2, 1) as readonly [Quiz, Quiz];

/** The clean quiz with its first question changed. */
function withFirst(change: (question: Question) => Partial<Question>): Quiz {
  return clean.map((question, index) =>
    index === 0 ? { ...question, ...change(question) } : question,
  );
}

/** Flaws from the lightest to the heaviest. */
const light = withFirst(({ answers }) => ({ answers: answers.toReversed().slice(1) }));
const heavier = clean.slice(0, 4);
const heaviest = withFirst(({ answers }) => ({
  answers: answers.map((answer) => ({ ...answer, isCorrect: true })),
}));
const failure = new NoContentError();
const usage = { promptTokens: 11, completionTokens: 22 };

let lines: Record<string, unknown>[] = [];
let events: AttemptObservation[] = [];
let attempts: number[] = [];
let clock = createTestClock({ skip: () => true });
let leaving = new AbortController();

beforeEach(() => {
  lines = [];
  events = [];
  attempts = [];
  clock = createTestClock({ skip: () => true });
  leaving = new AbortController();
});

/** Composes from what the attempts give in turn: a quiz, or the error of one that failed. */
function compose(steps: readonly (Quiz | Error)[], more: Partial<ComposeQuizParts> = {}) {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return composeQuiz({
    topic: 'history',
    async write(attempt, onReply) {
      attempts.push(attempt);
      clock.advance(100);
      const step = steps[attempt - 1] ?? new RangeError('No further attempt was expected');
      if (step instanceof Error) throw step;
      onReply({ content: '', finishReason: 'stop', usage });
      return { questions: step, mended: true };
    },
    recent: [],
    random: seededRandom(1),
    clock,
    signal: leaving.signal,
    log: createLog({ level: 'info', secrets: [], destination }),
    observe: (event) => void events.push(event),
    ...more,
  });
}

/** What a quiz asks and answers, whatever the order of its answers. */
const contentOf = (quiz: Quiz) =>
  quiz.map(({ text, answers }) => ({
    text,
    answers: answers.map((answer) => `${answer.text}: ${answer.isCorrect}`).toSorted(),
  }));

async function served(...composing: Parameters<typeof compose>) {
  return contentOf(await compose(...composing));
}

describe('the best of three attempts', () => {
  test.each([
    ['a clean one is served at once', [clean], clean, []],
    ['after two flawed ones the clean one is served', [heaviest, light, clean], clean, []],
    ['of three flawed ones the least flawed is served', [heavier, light, heaviest], light, []],
    ['of two alike the earlier is served', [heaviest, heavier, heavier], heavier, []],
    ['flawed, failed, flawed', [heavier, failure, light], light, [2000]],
    ['flawed, failed, failed', [light, failure, failure], light, [2000]],
    ['flawed, flawed, failed', [heavier, light, failure], light, []],
    ['failed, flawed, failed', [failure, heaviest, failure], heaviest, [2000]],
    ['failed, failed, flawed', [failure, failure, heaviest], heaviest, [2000, 3000]],
    ['failed, flawed, clean', [failure, heaviest, clean], clean, [2000]],
  ] as const)('%s', async (_name, steps, best, waits) => {
    expect(await served(steps)).toEqual(contentOf(best));
    expect(attempts).toEqual(steps.map((_, index) => index + 1));
    expect(clock.skipped).toEqual(waits);
  });

  test('only three failures are a failure: the last one', async () => {
    const last = new ApiRequestError({ status: 500, body: '' });
    await expect(compose([failure, failure, last])).rejects.toBe(last);
    expect(clock.skipped).toEqual([2000, 3000]);
  });

  test('an attempt put aside and one served with flaws leave a line each', async () => {
    await compose([heavier, heaviest, light]);
    expect(lines.map(({ msg, attempt, flaws }) => [msg, attempt, flaws])).toEqual([
      ['The quiz has flaws', 1, ['not-five-questions']],
      ['The quiz has flaws', 2, ['several-correct-answers']],
      ['The quiz has flaws', 3, ['not-four-answers']],
      ['The least flawed is served', 3, ['not-four-answers']],
    ]);
  });
});

describe('where our own limits allow no further attempt', () => {
  const refusals = [new BudgetSpentError(60_000), new OverCapacityError(1000)];

  test.each(refusals)('$name: what is in hand is served', async (refusal) => {
    expect(await served([heaviest, refusal])).toEqual(contentOf(heaviest));
    expect(attempts).toEqual([1, 2]);
    expect(clock.skipped).toEqual([]);
  });

  test.each(refusals)('$name goes up where nothing is', async (refusal) => {
    await expect(compose([refusal])).rejects.toBe(refusal);
    await expect(compose([failure, refusal])).rejects.toBe(refusal);
  });
});

describe('a bug', () => {
  const bug = new TypeError('not a function');

  test('goes up where nothing is in hand', async () => {
    await expect(compose([bug])).rejects.toBe(bug);
    expect(attempts).toEqual([1]);
  });

  test('costs no quiz that is in hand, and is told as an error', async () => {
    expect(await served([light, bug])).toEqual(contentOf(light));
    expect(lines).toContainEqual(expect.objectContaining({ level: 50, call: 'quiz' }));
  });
});

describe('a visitor who leaves', () => {
  const reason = new Error('The visitor has gone');

  test('gets nothing, whatever is in hand, and costs no further attempt', async () => {
    const check = async () => {
      leaving.abort(reason);
      throw reason;
    };
    await expect(compose([light, clean], { check })).rejects.toBe(reason);
    expect(attempts).toEqual([1, 2]);
    expect(events).toHaveLength(1);
  });

  test('during the writing is no failed attempt to an observer', async () => {
    const write = async () => {
      leaving.abort(reason);
      throw reason;
    };
    await expect(compose([], { write })).rejects.toBe(reason);
    expect(events).toEqual([]);
  });

  test('during a wait ends it', async () => {
    clock = createTestClock();
    const composing = compose([light, failure, clean]);
    await expect.poll(() => clock.pending()).toBe(1);
    leaving.abort(reason);
    await expect(composing).rejects.toBe(reason);
    expect(attempts).toEqual([1, 2]);
    expect(clock.pending()).toBe(0);
  });
});

describe('the questions', () => {
  test('have answers in a drawn order, lettered a to d, with text and key as they were', async () => {
    const atB = clean.map((question) => ({
      ...question,
      answers: question.answers
        .toSorted((one, other) => Number(one.isCorrect) - Number(other.isCorrect))
        .map((answer, index) => ({ ...answer, id: 'ABCD'.charAt(index) })),
    }));
    const quiz = await compose([atB]);
    expect(contentOf(quiz)).toEqual(contentOf(clean));
    expect(quiz.every(({ answers }) => answers.map(({ id }) => id).join('') === 'abcd')).toBe(true);
    const places = quiz.map(({ answers }) => answers.findIndex(({ isCorrect }) => isCorrect));
    expect(new Set(places).size).toBeGreaterThan(1);
  });

  test.each([
    [
      ['q-1', 'q-1', 'q-0', 'x', 'y'],
      ['q-0', 'q-1', 'q-2', 'q-3', 'q-4'],
    ],
    [
      ['7', '8', '9', 'x', 'y'],
      ['7', '8', '9', 'x', 'y'],
    ],
  ])('with the ids %j are served with %j', async (given, expected) => {
    const quiz = clean.map((question, index) => ({ ...question, id: given[index] ?? '' }));
    expect((await compose([quiz])).map(({ id }) => id)).toEqual(expected);
  });

  test('that the topic was asked lately are put aside', async () => {
    const recent = [clean[2]?.text ?? ''];
    expect(await served([clean, another], { recent })).toEqual(contentOf(another));
    expect(lines).toEqual([expect.objectContaining({ attempt: 1, flaws: ['recently-asked'] })]);
  });
});

describe('the blind check', () => {
  const agreed: BlindCheck = { outcome: 'agreed', compared: 5, disputed: [] };
  const disputed: BlindCheck = { outcome: 'disputed', compared: 5, disputed: [3] };
  const unchecked: BlindCheck = { outcome: 'unchecked', compared: 0, disputed: [] };

  /** Answers with `checks` in turn, and keeps what it was asked. */
  function checking(...checks: readonly BlindCheck[]) {
    const asked: [number, Quiz][] = [];
    return {
      asked,
      async check(questions: Quiz, attempt: number) {
        asked.push([attempt, questions]);
        return checks[asked.length - 1] ?? unchecked;
      },
    };
  }

  test('is asked about what the review finds clean alone, in the order that is served', async () => {
    const { asked, check } = checking(agreed);
    const quiz = await compose([heavier, clean], { check });
    expect(asked).toEqual([[2, quiz]]);
  });

  test('that disputes a key puts the quiz aside', async () => {
    const { check } = checking(disputed, agreed);
    expect(await served([clean, another], { check })).toEqual(contentOf(another));
    expect(lines).toEqual([expect.objectContaining({ attempt: 1, flaws: ['key-disputed'] })]);
    expect(clock.skipped).toEqual([]);
  });

  test('that disputes a key weighs more than a flaw of form', async () => {
    const { check } = checking(disputed);
    expect(await served([clean, light, light], { check })).toEqual(contentOf(light));
  });

  test('that disputes all three costs no quiz', async () => {
    const { check } = checking(disputed, disputed, disputed);
    expect(await served([clean, another, clean], { check })).toEqual(contentOf(clean));
  });

  test('that cannot be made costs nothing', async () => {
    const { check } = checking(unchecked);
    expect(await served([clean], { check })).toEqual(contentOf(clean));
    expect(lines).toEqual([]);
  });
});

test('an observer is told of every attempt and of the one that was served', async () => {
  const check = async (): Promise<BlindCheck> => ({
    outcome: 'disputed',
    compared: 5,
    disputed: [4],
    usage,
  });
  await compose([failure, light, clean], { check });
  const notAsked = { outcome: 'not-asked', compared: 0, disputed: [] };
  const common = { event: 'attempt', topic: 'history', mended: true, ms: 100 };
  expect(events).toEqual([
    {
      ...common,
      attempt: 1,
      outcome: 'NoContentError',
      mended: false,
      flaws: [],
      questions: [],
      blindCheck: notAsked,
    },
    {
      ...common,
      attempt: 2,
      outcome: 'flawed',
      flaws: [{ rule: 'not-four-answers', index: 0 }],
      questions: light,
      blindCheck: notAsked,
      usage,
    },
    {
      ...common,
      attempt: 3,
      outcome: 'flawed',
      flaws: [{ rule: 'key-disputed', index: 4 }],
      questions: clean,
      blindCheck: { outcome: 'disputed', compared: 5, disputed: [4], usage },
      usage,
    },
    { event: 'served', topic: 'history', attempt: 2 },
  ]);
});
