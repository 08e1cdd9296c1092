import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QuizProgress } from '../../domain/quiz.ts';
import { createLog } from '../log.ts';
import { type ChatClient, createChatClient } from '../model/chat-client.ts';
import type { ModelSettings } from '../model/settings.ts';
import {
  bodyScript,
  completion,
  delta,
  eventsScript,
  jsonScript,
  startTestUpstream,
  streamScript,
  type TestUpstream,
  type UpstreamScript,
} from '../model/test-upstream.ts';
import { feedbackPrompt, quizPrompt } from '../quiz/prompt.ts';
import { drawPlan } from '../quiz/variety.ts';
import { createTestClock } from '../test-clock.ts';
import { createModelWriter } from './model-writer.ts';
import { GenerationFailedError, type QuizWriter } from './quiz-writer.ts';

const key = 'sk-test-0123456789abcdef';
const timeoutMs = 30_000;

const facts = [
  ['Which emperor rebuilt the city of Rome after 27 BCE?', 'Augustus', 'Trajan', 'Hadrian', 'Nero'],
  ['Who led the Long March of the Chinese Communists?', 'Mao', 'Deng', 'Zhou', 'Chiang'],
  ['In which country was the Magna Carta sealed in 1215?', 'England', 'France', 'Spain', 'Italy'],
  ['Which people built the city of Machu Picchu in Peru?', 'Incas', 'Mayas', 'Aztecs', 'Olmecs'],
  [
    'Which ship brought the Pilgrims across in 1620?',
    'Mayflower',
    'Speedwell',
    'Arbella',
    'Fortune',
  ],
] as const;

const questions = facts.map(([text, correct, ...wrong], index) => ({
  id: `q-${index + 1}`,
  text,
  answers: [wrong[0], correct, wrong[1], wrong[2]].map((answer, at) => ({
    id: 'abcd'.charAt(at),
    text: answer,
    isCorrect: at === 1,
  })),
  explanation: `It is told in chapter ${index + 1}.`,
}));
const quizText = JSON.stringify(questions);
const quiz = {
  topic: 'history',
  source: 'model',
  questions: questions.map((question) => ({ ...question, selectedAnswerId: null })),
};
const result = { topic: 'history', score: 3, total: 5 } as const;
const fallback = {
  feedback: 'Thanks for taking the quiz! Keep learning and improving!',
  source: 'fallback',
};

/** Leaves every quiz as the model wrote it: in its own order, by itself, unchecked. */
const asWritten = {
  random: () => 0,
  recent: { recent: async () => [], remember: async () => undefined },
  blindCheck: 'off',
} as const;

let upstream: TestUpstream;
let client: ChatClient;
let writer: QuizWriter;
let clock = createTestClock();
let lines: Record<string, unknown>[] = [];
let leaving = new AbortController();

function connect(more: Partial<ModelSettings> = {}): void {
  const settings: ModelSettings = {
    baseUrl: `${upstream.origin}/api/v1`,
    apiKey: key,
    dialect: 'openrouter',
    quizModels: ['quiz/first', 'quiz/second'],
    feedbackModels: ['feedback/first', 'feedback/second'],
    appUrl: 'https://quiz.example',
    appTitle: 'Quiz',
    timeoutMs,
    ...more,
  };
  client = createChatClient({ settings, clock });
  writer = createModelWriter({ client, settings, clock, ...asWritten });
}

/** What a request hands over, with a log that is read line by line. */
function options() {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return {
    signal: leaving.signal,
    log: createLog({ level: 'debug', secrets: [key], destination }),
  };
}

/** The log without its times, and without what the client says. */
const logged = () =>
  lines
    .filter(({ msg }) => msg !== 'The model service answers')
    .map(({ time: _time, ...line }) => line);

const warning = 40;
const attemptsLogged = () =>
  lines.filter(({ outcome }) => outcome).map(({ outcome, msg }) => [outcome, msg]);

beforeEach(async () => {
  upstream = await startTestUpstream();
  // Attempts are bounded until time is moved on; the waits between them pass at once.
  clock = createTestClock({ skip: (ms) => ms !== timeoutMs });
  lines = [];
  leaving = new AbortController();
  connect();
});

afterEach(async () => {
  await vi.waitFor(() => expect(clock.pending(), 'timers left').toBe(0));
  await client.close();
  await upstream.close();
});

test('a quiz is what the model wrote; the call is the one of section 7', async () => {
  upstream.answer(jsonScript(completion(quizText)));
  expect(await writer.writeQuiz('history', options())).toEqual(quiz);
  const { system, user } = quizPrompt('history', {
    plan: drawPlan('history', asWritten.random),
    avoid: [],
  });
  expect(upstream.requests.map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: '/api/v1/chat/completions',
      body: {
        model: 'quiz/first',
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        response_format: { type: 'json_object' },
        temperature: 0.7,
        max_tokens: 2000,
        models: ['quiz/second'],
        reasoning: { effort: 'minimal', exclude: true },
      },
    },
  ]);
});

test('feedback is one paragraph; the call is the one of section 7', async () => {
  connect({ dialect: 'openai' });
  upstream.answer(jsonScript(completion('  Well done!\n\n  Read on. ')));
  expect(await writer.writeFeedback(result, options())).toEqual({
    feedback: 'Well done! Read on.',
    source: 'model',
  });
  const { system, user } = feedbackPrompt(result);
  expect(upstream.requests[0]?.body).toEqual({
    model: 'feedback/first',
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    temperature: 0.7,
    max_tokens: 150,
  });
});

test('an attempt leaves one line of what it took', async () => {
  upstream.answer(jsonScript(completion(quizText)));
  await writer.writeQuiz('history', options());
  expect(logged()).toEqual([
    {
      level: 20,
      call: 'quiz',
      attempt: 1,
      outcome: 'ok',
      ms: 0,
      model: 'test/model',
      promptTokens: 11,
      completionTokens: 22,
      cost: 0.0033,
      mended: false,
      msg: 'The model has answered',
    },
  ]);
});

test('failures are followed by waits of 2 s and 3 s, each told in the words of section 8', async () => {
  upstream.answer(
    bodyScript('Busy', { status: 503 }),
    jsonScript(completion('')),
    jsonScript(completion(quizText)),
  );
  expect(await writer.writeQuiz('history', options())).toEqual(quiz);
  expect(clock.skipped).toEqual([2000, 3000]);
  expect(attemptsLogged()).toEqual([
    ['ApiRequestError', 'API request failed: 503 - Busy'],
    ['NoContentError', 'No content in response'],
    ['ok', 'The model has answered'],
  ]);
  expect(logged()[0]).toEqual({
    level: warning,
    call: 'quiz',
    attempt: 1,
    outcome: 'ApiRequestError',
    ms: 0,
    model: 'quiz/first',
    status: 503,
    msg: 'API request failed: 503 - Busy',
  });
});

test('after the third failure there is no quiz, and the last failure is the cause', async () => {
  upstream.answer(
    jsonScript(completion('[]')),
    jsonScript(completion('I am sorry.')),
    jsonScript(completion('[{"text":"Why?"},7]')),
  );
  const error = await writer.writeQuiz('history', options()).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GenerationFailedError);
  expect(error).toMatchObject({
    message: 'No quiz after 3 attempts',
    cause: { name: 'QuizReplyInvalidError', code: 'invalid-question' },
  });
  expect(upstream.requests).toHaveLength(3);
  expect(attemptsLogged()).toEqual([
    ['QuizReplyInvalidError', 'No questions found in response'],
    ['QuizReplyInvalidError', 'No questions found in response'],
    ['QuizReplyInvalidError', 'Invalid question format at index 1'],
  ]);
  expect(logged().at(-1)).toEqual({
    level: 50,
    call: 'quiz',
    msg: 'Failed to generate quiz questions',
  });
});

test('JSON that is nearly right is mended, unless it was cut off', async () => {
  const nearly = quizText.replace(/]$/, ',]').replaceAll('"explanation"', 'explanation');
  upstream.answer(jsonScript(completion(nearly)));
  expect(await writer.writeQuiz('history', options())).toEqual(quiz);
  expect(lines.at(-1)).toMatchObject({ outcome: 'ok', mended: true });

  upstream.answer(
    jsonScript(completion(nearly, {}, 'length')),
    jsonScript(completion(quizText.slice(0, -100), {}, 'length')),
    jsonScript(completion(quizText)),
  );
  lines = [];
  expect(await writer.writeQuiz('history', options())).toEqual(quiz);
  expect(attemptsLogged().map(([outcome]) => outcome)).toEqual([
    'QuizReplyInvalidError',
    'QuizReplyInvalidError',
    'ok',
  ]);
});

test('what the service echoes of the key is struck from the log', async () => {
  upstream.answerOthers(bodyScript(`Bad key ${key}`, { status: 401 }));
  await expect(writer.writeQuiz('history', options())).rejects.toThrow('No quiz after 3');
  expect(JSON.stringify(lines)).toContain('API request failed: 401 - Bad key [secret]');
  expect(JSON.stringify(lines)).not.toContain(key);
});

test.each<[string, UpstreamScript]>([
  ['an HTTP error', bodyScript('Busy', { status: 500 })],
  ['no content', jsonScript(completion(null))],
  ['a blank text', jsonScript(completion(' \n '))],
  ['a text cut off in its first sentence', jsonScript(completion('Well do', {}, 'length'))],
  ['a connection cut', { type: 'reset' }],
])('feedback that ends in %s is tried again, then falls back', async (_name, script) => {
  upstream.answerOthers(script);
  expect(await writer.writeFeedback(result, options())).toEqual(fallback);
  expect(upstream.requests).toHaveLength(3);
  expect(clock.skipped).toEqual([2000, 3000]);
  expect(lines.at(-1)).toMatchObject({ level: 50, msg: 'Failed to write feedback' });
});

test('feedback at the second attempt is the model’s own', async () => {
  upstream.answer({ type: 'reset' }, jsonScript(completion('Well done!')));
  expect(await writer.writeFeedback(result, options())).toEqual({
    feedback: 'Well done!',
    source: 'model',
  });
});

test('a service that hangs costs its bound, then the next attempt is made', async () => {
  upstream.answer({ type: 'silence' }, jsonScript(completion(quizText)));
  const writing = writer.writeQuiz('history', options());
  await upstream.nextRequest();
  clock.advance(timeoutMs);
  expect(await writing).toEqual(quiz);
  expect(lines[0]).toMatchObject({ outcome: 'AttemptTimeoutError', ms: timeoutMs });
});

test('Retry-After lengthens a wait up to 10 s', async () => {
  const busy = (seconds: string) =>
    bodyScript('', { status: 429, headers: { 'Retry-After': seconds } });
  upstream.answer(busy('7'), busy('60'), jsonScript(completion('Well done!')));
  await writer.writeFeedback(result, options());
  expect(clock.skipped).toEqual([7000, 10_000]);
});

test('a visitor who leaves ends the call, the feedback too, and nothing counts as failed', async () => {
  upstream.answerOthers({ type: 'silence' });
  const reason = new Error('The visitor has gone');
  const quizCall = writer.writeQuiz('history', options());
  const feedbackCall = writer.writeFeedback(result, options());
  const received = [await upstream.nextRequest(), await upstream.nextRequest()];
  leaving.abort(reason);
  await expect(quizCall).rejects.toBe(reason);
  await expect(feedbackCall).rejects.toBe(reason);
  await Promise.all(received.map(({ closed }) => closed));
  expect(attemptsLogged()).toEqual(Array(2).fill(['aborted', 'The call was given up']));
  expect(lines.every(({ level }) => level === 30)).toBe(true);
});

test('a visitor who leaves during a wait ends it', async () => {
  clock = createTestClock();
  connect();
  upstream.answer({ type: 'reset' });
  const reason = new Error('The visitor has gone');
  const writing = writer.writeFeedback(result, options());
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(clock.pending()).toBe(1);
  leaving.abort(reason);
  await expect(writing).rejects.toBe(reason);
  expect(upstream.requests).toHaveLength(1);
});

test('a bug is neither tried again nor papered over', async () => {
  const bug = new TypeError('not a function');
  const broken = createModelWriter({
    client: { complete: () => Promise.reject(bug) },
    settings: { dialect: 'openai', quizModels: ['q'], feedbackModels: ['f'] },
    clock,
    ...asWritten,
  });
  await expect(broken.writeQuiz('history', options())).rejects.toBe(bug);
  await expect(broken.writeFeedback(result, options())).rejects.toBe(bug);
  expect(clock.skipped).toEqual([]);
});

const sentFields = () => upstream.requests.map(({ body }) => Object.keys(body as object));
const allFields = [
  'model',
  'messages',
  'response_format',
  'temperature',
  'max_tokens',
  'models',
  'reasoning',
];

test.each(['response_format', 'temperature', 'models', 'reasoning'])(
  'a 400 that names %s drops it for the remaining attempts and the next quizzes',
  async (field) => {
    upstream.answer(jsonScript({ error: { message: `Unknown "${field}"` } }, { status: 400 }));
    upstream.answerOthers(jsonScript(completion(quizText)));
    expect(await writer.writeQuiz('history', options())).toEqual(quiz);
    expect(await writer.writeQuiz('history', options())).toEqual(quiz);
    const fewer = allFields.filter((name) => name !== field);
    expect(sentFields()).toEqual([allFields, fewer, fewer]);
    expect(clock.skipped).toEqual([2000]);
    const dropped = { level: warning, call: 'quiz', field };
    expect(lines.filter((line) => 'field' in line)).toEqual([expect.objectContaining(dropped)]);
  },
);

test('a field that two calls were refused for is told once', async () => {
  const refusal = jsonScript({ error: { message: 'Unknown "models"' } }, { status: 400 });
  upstream.answer(refusal, refusal);
  upstream.answerOthers(jsonScript(completion(quizText)));
  await Promise.all([1, 2].map(() => writer.writeQuiz('history', options())));
  expect(lines.filter((line) => 'field' in line)).toHaveLength(1);
});

test('what the quiz dropped is still sent for feedback, and the headroom outlives reasoning', async () => {
  const refusal = jsonScript({ error: { message: 'Unknown "reasoning"' } }, { status: 400 });
  upstream.answer(refusal, jsonScript(completion(quizText)));
  await writer.writeQuiz('history', options());
  upstream.answer(refusal, jsonScript(completion('Well done!')));
  await writer.writeFeedback(result, options());
  const bodies = upstream.requests.map(({ body }) => body);
  expect(bodies[2]).toMatchObject({ reasoning: { effort: 'low', exclude: true } });
  expect(bodies[3]).not.toHaveProperty('reasoning');
  expect(bodies[3]).toMatchObject({ max_tokens: 1174 });
});

/** Writes a quiz and gives `attempt:written` of each report. */
async function progressOf(...scripts: UpstreamScript[]): Promise<string[]> {
  const reports: QuizProgress[] = [];
  upstream.answer(...scripts);
  const onProgress = (progress: QuizProgress) => void reports.push(progress);
  expect(await writer.writeQuiz('history', { ...options(), onProgress })).toEqual(quiz);
  expect(reports.every(({ attempts, total }) => attempts === 3 && total === 5)).toBe(true);
  return reports.map(({ attempt, written }) => `${attempt}:${written}`);
}

const pieces = quizText.match(/.{1,40}/g) ?? [];

test('progress counts the questions as they are written, and asks for a stream to do so', async () => {
  expect(await progressOf(streamScript(pieces))).toEqual([
    '1:0',
    '1:1',
    '1:2',
    '1:3',
    '1:4',
    '1:5',
  ]);
  expect(upstream.requests[0]?.body).toMatchObject({ stream: true });
});

test('without a listener no stream is asked for', async () => {
  upstream.answer(jsonScript(completion(quizText)));
  await writer.writeQuiz('history', options());
  expect(upstream.requests[0]?.body).not.toHaveProperty('stream');
});

test('progress starts over with each attempt', async () => {
  const half = pieces.slice(0, Math.ceil(pieces.length / 2)).map((piece) => delta(piece));
  const broken = eventsScript([...half, { error: { code: 502, message: 'gone' } }]);
  const reports = await progressOf(broken, jsonScript(completion(quizText)));
  expect(reports).toEqual(['1:0', '1:1', '1:2', '2:0', '2:5']);
});

test('where the count on the way fell short, the last report is right', async () => {
  const text = `{"sources":[{"name":"none"}],"questions":${quizText}}`;
  expect(await progressOf(streamScript([text]))).toEqual(['1:0', '1:1', '1:5']);
});

test('progress never goes above the total', async () => {
  const more = JSON.stringify([...questions, ...questions]);
  upstream.answerOthers(jsonScript(completion(more)));
  const written: number[] = [];
  const onProgress = (progress: QuizProgress) => void written.push(progress.written);
  await writer.writeQuiz('history', { ...options(), onProgress });
  // Ten questions are accepted and flawed, so all three attempts are made.
  expect(written).toEqual([0, 5, 0, 5, 0, 5]);
});
