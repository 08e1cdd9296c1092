import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { feedbackPath, parseQuiz, quizzesPath } from '../../domain/api.ts';
import type { Quiz } from '../../domain/quiz.ts';
import { topics } from '../../domain/topics.ts';
import { jsonPost, testApp } from '../http/test-app.ts';
import { createMemoryCallBudget } from '../limits/call-budget.ts';
import { createCallGate } from '../limits/call-gate.ts';
import { createGuardedClient } from '../limits/guarded-client.ts';
import { createLog } from '../log.ts';
import { type ChatClient, createChatClient } from '../model/chat-client.ts';
import type { ModelSettings } from '../model/settings.ts';
import {
  completion,
  jsonScript,
  startTestUpstream,
  type TestUpstream,
  type UpstreamRequest,
} from '../model/test-upstream.ts';
import { createRecentQuestionsInMemory } from '../quiz/recent-questions.ts';
import { sampleAsQuestion } from '../quiz/review/test-questions.ts';
import { createMemoryShelf } from '../quiz/shelf.ts';
import { seededRandom } from '../quiz/test-random.ts';
import { createTestClock, type TestClock } from '../test-clock.ts';
import { createModelWriter, type ModelWriterParts } from './model-writer.ts';
import type { WriteQuizOptions } from './quiz-writer.ts';
import { loadSamples } from './samples/collection.ts';
import { createShelvedWriter, type ShelvedWriter } from './shelved-writer.ts';

// Shelf, limits and model writer together, with their calls counted where they arrive.

const noonMs = Date.UTC(2026, 5, 1, 12);
const hourMs = 60 * 60 * 1000;
const samples = loadSamples().history.map(sampleAsQuestion);

let upstream: TestUpstream;
let client: ChatClient;
let clock: TestClock;
let writer: ShelvedWriter;
let lines: Record<string, unknown>[] = [];

interface Limits {
  readonly callsPerDay?: number;
  readonly maxCalls?: number;
  readonly blindCheck?: ModelWriterParts['blindCheck'];
}

function testLog() {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return createLog({ level: 'info', secrets: [], destination });
}

function connect({ callsPerDay = 0, maxCalls = 10, blindCheck = 'off' }: Limits = {}): void {
  const settings: ModelSettings = {
    baseUrl: `${upstream.origin}/v1`,
    dialect: 'openai',
    quizModels: ['quiz/model'],
    feedbackModels: ['feedback/model'],
    appUrl: 'https://quiz.example',
    appTitle: 'Quiz',
    timeoutMs: 30_000,
  };
  client = createGuardedClient({
    client: createChatClient({ settings, clock }),
    gate: createCallGate({ maxCalls }),
    budget: createMemoryCallBudget({ callsPerDay, clock }),
  });
  const recent = createRecentQuestionsInMemory();
  const random = seededRandom(1);
  writer = createShelvedWriter({
    writer: createModelWriter({ client, settings, clock, random, recent, blindCheck }),
    shelf: createMemoryShelf({ size: 1, clock }),
    size: 1,
    log: testLog(),
  });
}

/** The script of a quiz without a flaw; no two numbers share a question. */
function quizScript(number: number) {
  const questions = samples.slice(5 * number, 5 * number + 5);
  return jsonScript(completion(JSON.stringify(questions)));
}

function visitor(signal = new AbortController().signal): WriteQuizOptions {
  return { signal, log: createLog({ level: 'silent', secrets: [] }) };
}

/** The texts of a quiz's questions, by which quizzes are told apart. */
const textsOf = ({ questions }: Quiz) => questions.map(({ text }) => text);
const textsOfScript = (number: number) =>
  samples.slice(5 * number, 5 * number + 5).map(({ text }) => text);

interface SentBody {
  readonly temperature: number;
  readonly messages: readonly { readonly content: string }[];
}

function temperatureOf({ body }: UpstreamRequest): number {
  return (body as SentBody).temperature;
}

function topicOfRequest({ body }: UpstreamRequest): string | undefined {
  const user = (body as SentBody).messages.at(-1)?.content ?? '';
  return topics.find(({ name }) => user.includes(`"${name}"`))?.id;
}

/** Serves a first visitor of history with quiz 0, and lets quiz 1 come to stand on the shelf. */
async function fillShelf(): Promise<void> {
  upstream.answer(quizScript(0), quizScript(1));
  expect(textsOf(await writer.writeQuiz('history', visitor()))).toEqual(textsOfScript(0));
  // Its line is written before the quiz is put on the shelf.
  await vi.waitFor(() => expect(lines.filter(({ outcome }) => outcome === 'ok')).not.toEqual([]));
  await new Promise(setImmediate);
}

beforeEach(async () => {
  upstream = await startTestUpstream();
  clock = createTestClock({ startAt: noonMs });
  lines = [];
});

afterEach(async () => {
  await writer.stop();
  await vi.waitFor(() => expect(clock.pending(), 'timers left').toBe(0));
  await client.close();
  await upstream.close();
});

test('the second visitor is served by a model that no longer answers', async () => {
  connect();
  await fillShelf();
  upstream.answerOthers({ type: 'silence' });
  expect(upstream.requests).toHaveLength(2);
  const quiz = await writer.writeQuiz('history', visitor());
  expect(textsOf(quiz)).toEqual(textsOfScript(1));
  expect(upstream.requests).toHaveLength(2);
  await vi.waitFor(() => expect(upstream.requests).toHaveLength(3));
});

test('what stands on the shelf was checked, at nobody’s expense of time', async () => {
  connect({ blindCheck: 'background', callsPerDay: 3 });
  upstream.answer(quizScript(0), quizScript(1), jsonScript(completion('{}')));
  await writer.writeQuiz('history', visitor());
  expect(upstream.requests.map(temperatureOf)).toEqual([0.7]);
  await vi.waitFor(() => expect(upstream.requests.map(temperatureOf)).toEqual([0.7, 0.7, 0]));
  await vi.waitFor(async () => {
    expect(textsOf(await writer.writeQuiz('history', visitor()))).toEqual(textsOfScript(1));
  });
  await vi.waitFor(() => expect(lines.at(-1)?.msg).toBe('The next quiz is not prepared'));
  expect(upstream.requests, 'the check counts as well').toHaveLength(3);
});

test('two visitors at once share neither quiz', async () => {
  connect();
  await fillShelf();
  upstream.answer(quizScript(2), quizScript(3));
  const both = [writer.writeQuiz('history', visitor()), writer.writeQuiz('history', visitor())];
  const texts = (await Promise.all(both)).map(textsOf);
  expect(texts[0]).toEqual(textsOfScript(1));
  expect(texts[1]).not.toEqual(texts[0]);
  expect(texts.flat().filter((text) => texts[0]?.includes(text))).toHaveLength(5);
});

test('with the budget spent the shelf still serves; then it is over-capacity until midnight', async () => {
  connect({ callsPerDay: 2 });
  const { app } = testApp({ writer, clock });
  await fillShelf();
  const onShelf = await app.request(quizzesPath, jsonPost({ topic: 'history' }));
  expect(onShelf.status).toBe(200);
  const quiz = parseQuiz(await onShelf.json());
  expect(quiz.ok && textsOf(quiz.value)).toEqual(textsOfScript(1));
  await vi.waitFor(() =>
    expect(lines.filter(({ msg }) => msg === 'The next quiz is not prepared')).toMatchObject([
      { refill: 'history', reason: "The day's model calls are spent" },
    ]),
  );

  clock.advance(11 * hourMs + 1);
  for (const topic of ['history', 'art']) {
    const refused = await app.request(quizzesPath, jsonPost({ topic }));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(await refused.json()).toMatchObject({ status: 503, code: 'over-capacity' });
  }
  const result = { topic: 'history', score: 5, total: 5 };
  const feedback = await app.request(feedbackPath, jsonPost(result));
  expect(feedback.status).toBe(200);
  expect(await feedback.json()).toMatchObject({ source: 'fallback' });
  expect(upstream.requests).toHaveLength(2);

  clock.advance(hourMs);
  upstream.answer(quizScript(2), quizScript(3));
  const nextDay = await app.request(quizzesPath, jsonPost({ topic: 'history' }));
  expect(nextDay.status).toBe(200);
  await vi.waitFor(() => expect(upstream.requests).toHaveLength(4));
});

test('a queue that is full is over-capacity, told with a time to try again', async () => {
  connect({ maxCalls: 1 });
  upstream.answerOthers({ type: 'silence' });
  const { app } = testApp({ writer, clock });
  const leaving = new AbortController();
  const waiting = ['art', 'music'].map((topic) =>
    app.request(quizzesPath, { ...jsonPost({ topic }), signal: leaving.signal }),
  );
  await upstream.nextRequest();
  const refused = await app.request(quizzesPath, jsonPost({ topic: 'history' }));
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await refused.json()).toMatchObject({ code: 'over-capacity' });
  leaving.abort();
  await Promise.all(waiting);
  expect(upstream.requests).toHaveLength(1);
});

test('a visitor’s own quiz goes before one that waits to be prepared', async () => {
  connect({ maxCalls: 2 });
  upstream.answer({ type: 'silence' }, quizScript(0));
  upstream.answerOthers({ type: 'silence' });
  const leaving = [new AbortController(), new AbortController(), new AbortController()];
  const [art, music, sports] = leaving.map(({ signal }) => visitor(signal));
  if (!art || !music || !sports) throw new RangeError('three visitors');
  const gone = [writer.writeQuiz('art', art)];
  await vi.waitFor(() => expect(upstream.requests).toHaveLength(1));
  await writer.writeQuiz('history', visitor());
  gone.push(writer.writeQuiz('music', music));
  await vi.waitFor(() => expect(upstream.requests).toHaveLength(3));
  gone.push(writer.writeQuiz('sports', sports));
  await new Promise(setImmediate);
  for (const [left, requests] of [4, 4, 5].entries()) {
    leaving[left]?.abort(new Error('The visitor has gone'));
    await expect(gone[left]).rejects.toThrow('The visitor has gone');
    await vi.waitFor(() => expect(upstream.requests).toHaveLength(requests));
  }
  const asked = upstream.requests.map(topicOfRequest);
  expect(asked).toEqual(['art', 'history', 'music', 'sports', 'history']);
});

test('stopping closes the connection of what is prepared, and leaves no timer', async () => {
  connect();
  upstream.answer(quizScript(0));
  upstream.answerOthers({ type: 'silence' });
  await writer.writeQuiz('history', visitor());
  await upstream.nextRequest();
  const refill = await upstream.nextRequest();
  expect(clock.pending()).toBeGreaterThan(0);
  await writer.stop();
  await refill.closed;
  await vi.waitFor(() => expect(clock.pending()).toBe(0));
  expect(upstream.requests).toHaveLength(2);
});

test('stopping gives up a refill that waits to try again', async () => {
  connect();
  upstream.answer(quizScript(0));
  await writer.writeQuiz('history', visitor());
  // The upstream answers 501 from here on, so the refill waits for its next attempt.
  await vi.waitFor(() => expect(lines.map(({ outcome }) => outcome)).toContain('ApiRequestError'));
  await vi.waitFor(() => expect(clock.pending()).toBe(1));
  await writer.stop();
  expect(clock.pending()).toBe(0);
  expect(upstream.requests).toHaveLength(2);
});
