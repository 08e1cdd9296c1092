import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Question } from '../../domain/quiz.ts';
import { BudgetSpentError, OverCapacityError } from '../limits/errors.ts';
import type { Priority } from '../limits/priority.ts';
import { createLog } from '../log.ts';
import { type ChatClient, createChatClient } from '../model/chat-client.ts';
import type { ModelSettings } from '../model/settings.ts';
import {
  bodyScript,
  completion,
  jsonScript,
  startTestUpstream,
  type TestUpstream,
} from '../model/test-upstream.ts';
import type { AttemptObservation } from '../quiz/attempt-observation.ts';
import type { BlindCheckMode } from '../quiz/blind-check.ts';
import { createRecentQuestionsInMemory } from '../quiz/recent-questions.ts';
import { cleanQuizzes } from '../quiz/review/test-questions.ts';
import { subtopicsOf } from '../quiz/subtopics.ts';
import { seededRandom } from '../quiz/test-random.ts';
import { createTestClock } from '../test-clock.ts';
import { createModelWriter, fallbackFeedback, type ModelWriterParts } from './model-writer.ts';

const timeoutMs = 30_000;
const quizzes = cleanQuizzes(4, 7);

let upstream: TestUpstream;
let client: ChatClient;
let settings: ModelSettings;
let clock = createTestClock();
let lines: Record<string, unknown>[] = [];
let leaving = new AbortController();

/** A writer as the product has it, on the test service. */
function writerWith(more: Partial<ModelWriterParts> = {}) {
  return createModelWriter({
    client,
    settings,
    clock,
    random: seededRandom(3),
    recent: createRecentQuestionsInMemory(),
    blindCheck: 'off',
    ...more,
  });
}

function options(priority?: Priority) {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLog({ level: 'info', secrets: [], destination });
  return { signal: leaving.signal, log, priority };
}

const reply = (content: unknown) => jsonScript(completion(JSON.stringify(content)));

/** The words of the user's message of each request. */
const prompts = () =>
  upstream.requests.map(
    ({ body }) => (body as { messages: { content: string }[] }).messages[1]?.content ?? '',
  );
const subtopicsIn = (prompt: string) =>
  subtopicsOf('history').filter((subtopic) => prompt.includes(`. ${subtopic} (`));

beforeEach(async () => {
  upstream = await startTestUpstream();
  clock = createTestClock({ skip: (ms) => ms !== timeoutMs });
  lines = [];
  leaving = new AbortController();
  settings = {
    baseUrl: upstream.origin,
    dialect: 'openai',
    quizModels: ['quiz/first'],
    feedbackModels: ['feedback/first'],
    appUrl: 'https://quiz.example',
    appTitle: 'Quiz',
    timeoutMs,
  };
  client = createChatClient({ settings, clock });
});

afterEach(async () => {
  await vi.waitFor(() => expect(clock.pending(), 'timers left').toBe(0));
  await client.close();
  await upstream.close();
});

describe('a model with every bad habit: the key at b, the longest answer, the same questions', () => {
  const topicsOfHabit = ['Mercury', 'Venus', 'Mars', 'Saturn', 'Neptune'];
  const habitual = topicsOfHabit.map((planet, index) => ({
    id: `q-${index + 1}`,
    text: `Which word describes the planet ${planet} best?`,
    answers: ['Hot', 'Much the largest of the words', 'Dry', 'Icy'].map((text, at) => ({
      id: 'abcd'.charAt(at),
      text,
      isCorrect: at === 1,
    })),
  }));

  test('its keys stand at each letter alike over 400 questions', async () => {
    upstream.answerOthers(reply(habitual));
    const observed: AttemptObservation[] = [];
    const writer = writerWith({ observe: (event) => void observed.push(event) });
    const served: Question[] = [];
    for (let round = 0; round < 80; round += 1) {
      served.push(...(await writer.writeQuiz('science', options())).questions);
    }
    const keyOf = ({ answers }: Question) => answers.find(({ isCorrect }) => isCorrect)?.id;
    const counts = ['a', 'b', 'c', 'd'].map((id) => served.filter((q) => keyOf(q) === id).length);
    const chiSquare = counts.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
    expect(counts.reduce((sum, count) => sum + count)).toBe(400);
    // 3 degrees of freedom, p = 0.01.
    expect(chiSquare).toBeLessThan(11.34);

    // Its habits were seen, in all three attempts at each of the 80 quizzes, and it was never failed.
    const attempts = observed.filter((event) => event.event === 'attempt');
    expect(attempts).toHaveLength(240);
    expect(
      attempts.flatMap(({ questions }) => questions.map(keyOf)).every((id) => id === 'b'),
    ).toBe(true);
    const share = (rule: string) =>
      attempts.filter(({ flaws }) => flaws.some((flaw) => flaw.rule === rule)).length / 240;
    expect(share('longest-is-correct')).toBe(1);
    // The first quiz alone had nothing before it.
    expect(share('recently-asked')).toBe(237 / 240);
    expect(clock.skipped).toEqual([]);
  });
});

describe('two quizzes of a topic, one after the other', () => {
  test('are asked for with other sub-topics, the second with the first’s questions to avoid', async () => {
    const [first, second] = quizzes;
    upstream.answer(reply(first), reply(second));
    const writer = writerWith();
    await writer.writeQuiz('history', options());
    await writer.writeQuiz('history', options());

    const [before, after] = prompts() as [string, string];
    expect(subtopicsIn(before)).toHaveLength(5);
    expect(subtopicsIn(after)).toHaveLength(5);
    expect(subtopicsIn(after).filter((subtopic) => subtopicsIn(before).includes(subtopic))).toEqual(
      [],
    );
    expect(before).not.toContain('asked lately');
    for (const { text } of first ?? []) expect(after).toContain(JSON.stringify(text));
  });

  test('know nothing of another topic’s', async () => {
    const [first, second] = quizzes;
    upstream.answer(reply(first), reply(second));
    const writer = writerWith();
    await writer.writeQuiz('history', options());
    await writer.writeQuiz('art', options());
    expect(prompts()[1]).not.toContain('asked lately');
  });

  test('a second that repeats the first is put aside for one that does not', async () => {
    const [first, second] = quizzes;
    upstream.answer(reply(first), reply(first), reply(second));
    const writer = writerWith();
    await writer.writeQuiz('history', options());
    const { questions } = await writer.writeQuiz('history', options());
    expect(questions.map(({ text }) => text)).toEqual(second?.map(({ text }) => text));
    expect(clock.skipped).toEqual([]);
  });
});

test('every attempt at a quiz has sub-topics of its own and starts the progress over', async () => {
  const [first, second] = quizzes;
  upstream.answer(reply(first?.slice(0, 4)), bodyScript('Busy', { status: 503 }), reply(second));
  const reports: string[] = [];
  await writerWith().writeQuiz('history', {
    ...options(),
    onProgress: ({ attempt, written }) => void reports.push(`${attempt}:${written}`),
  });
  expect(reports).toEqual(['1:0', '1:4', '2:0', '3:0', '3:5']);
  const [one, two, three] = prompts().map(subtopicsIn) as [string[], string[], string[]];
  expect(two.filter((subtopic) => one.includes(subtopic))).toEqual([]);
  expect(three.filter((subtopic) => two.includes(subtopic))).toEqual([]);
  expect(clock.skipped).toEqual([2000]);
});

describe('recent questions that cannot be had', () => {
  const down = () => Promise.reject(new Error('The store is down'));

  test('cost a line each and no quiz', async () => {
    upstream.answer(reply(quizzes[0]));
    const writer = writerWith({ recent: { recent: down, remember: down } });
    const { questions } = await writer.writeQuiz('history', options());
    expect(questions).toHaveLength(5);
    expect(prompts()[0]).not.toContain('asked lately');
    await vi.waitFor(() => expect(lines).toHaveLength(2));
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'The recent questions cannot be read'],
      [40, 'The recent questions cannot be kept'],
    ]);
  });

  test('are not remembered of a quiz that was never served', async () => {
    upstream.answerOthers(bodyScript('Busy', { status: 503 }));
    const remember = vi.fn();
    const writer = writerWith({ recent: { recent: async () => [], remember } });
    await expect(writer.writeQuiz('history', options())).rejects.toThrow(
      'No quiz after 3 attempts',
    );
    expect(remember).not.toHaveBeenCalled();
  });
});

describe('the blind check', () => {
  test.each<[BlindCheckMode, Priority | undefined, number]>([
    ['background', undefined, 1],
    ['background', 'visitor', 1],
    ['background', 'background', 2],
    ['always', undefined, 2],
    ['off', 'background', 1],
  ])('by %s and priority %s makes %i calls in all', async (blindCheck, priority, calls) => {
    upstream.answer(reply(quizzes[0]));
    await writerWith({ blindCheck }).writeQuiz('history', options(priority));
    expect(upstream.requests).toHaveLength(calls);
  });

  test('goes through the same client with the same priority', async () => {
    const priorities: unknown[] = [];
    const recording: Pick<ChatClient, 'complete'> = {
      complete(request, given) {
        priorities.push([request.temperature, given.priority, given.onText]);
        return client.complete(request, given);
      },
    };
    upstream.answer(reply(quizzes[0]));
    const writer = writerWith({ client: recording, blindCheck: 'background' });
    await writer.writeQuiz('history', options('background'));
    expect(priorities).toEqual([
      [0.7, 'background', undefined],
      [0, 'background', undefined],
    ]);
  });

  /** The letters of the keys, by number, as a model that solves every question gives them. */
  const solved = (quiz: readonly Question[], more: object = {}) => ({
    ...Object.fromEntries(
      quiz.map(({ answers }, index) => [index + 1, answers.find((answer) => answer.isCorrect)?.id]),
    ),
    ...more,
  });

  test('puts a quiz aside whose key it disputes, and serves the one it agrees with', async () => {
    const [first = [], second = []] = quizzes;
    const keyOfThird = first[2]?.answers.find(({ isCorrect }) => isCorrect)?.id;
    const disputing = solved(first, { 3: keyOfThird === 'a' ? 'b' : 'a' });
    upstream.answer(reply(first), reply(disputing), reply(second), reply(solved(second)));
    const observed: AttemptObservation[] = [];
    const observe = (event: AttemptObservation) => void observed.push(event);
    // Leaves the answers in the order that the letters are meant for.
    const writer = writerWith({ blindCheck: 'always', random: () => 0, observe });
    const { questions } = await writer.writeQuiz('history', options());
    expect(questions.map(({ text }) => text)).toEqual(second.map(({ text }) => text));
    expect(upstream.requests).toHaveLength(4);
    expect(clock.skipped).toEqual([]);
    expect(observed).toEqual([
      expect.objectContaining({
        outcome: 'flawed',
        flaws: [{ rule: 'key-disputed', index: 2 }],
        blindCheck: expect.objectContaining({ outcome: 'disputed', compared: 5, disputed: [2] }),
      }),
      expect.objectContaining({
        outcome: 'accepted',
        flaws: [],
        blindCheck: expect.objectContaining({ outcome: 'agreed', compared: 5, disputed: [] }),
      }),
      { event: 'served', topic: 'history', attempt: 2 },
    ]);
  });

  test.each([
    ['fails', bodyScript('Busy', { status: 500 })],
    ['is unreadable', jsonScript(completion('I would rather not.'))],
  ])('that %s costs the quiz nothing: no wait and no other call', async (_name, script) => {
    upstream.answer(reply(quizzes[0]), script);
    const writer = writerWith({ blindCheck: 'always' });
    expect((await writer.writeQuiz('history', options())).questions).toHaveLength(5);
    expect(upstream.requests).toHaveLength(2);
    expect(clock.skipped).toEqual([]);
  });

  test('that the budget has no call for costs the quiz nothing', async () => {
    upstream.answer(reply(quizzes[0]));
    const complete = vi
      .fn(client.complete)
      .mockImplementationOnce(client.complete)
      .mockRejectedValueOnce(new BudgetSpentError(60_000));
    const writer = writerWith({ client: { complete }, blindCheck: 'always' });
    expect((await writer.writeQuiz('history', options())).questions).toHaveLength(5);
    expect(complete).toHaveBeenCalledTimes(2);
  });

  test('ends with the visitor who leaves during it', async () => {
    upstream.answer(reply(quizzes[0]), { type: 'silence' });
    const writing = writerWith({ blindCheck: 'always' }).writeQuiz('history', options());
    await upstream.nextRequest();
    const { closed } = await upstream.nextRequest();
    const reason = new Error('The visitor has gone');
    leaving.abort(reason);
    await expect(writing).rejects.toBe(reason);
    await closed;
  });
});

describe('a call that our own limits refuse', () => {
  test.each([new BudgetSpentError(60_000), new OverCapacityError(1000)])(
    '$name goes up from a quiz, and gives the sentence of section 8 for feedback',
    async (refusal) => {
      const complete = vi.fn(() => Promise.reject(refusal));
      const writer = writerWith({ client: { complete } });
      await expect(writer.writeQuiz('history', options())).rejects.toBe(refusal);
      const result = { topic: 'history', score: 3, total: 5 } as const;
      expect(await writer.writeFeedback(result, options())).toEqual({
        feedback: fallbackFeedback,
        source: 'fallback',
      });
      expect(complete).toHaveBeenCalledTimes(2);
      expect(clock.skipped).toEqual([]);
    },
  );
});
