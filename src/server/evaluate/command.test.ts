import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { attemptsPerCall } from '../../domain/limits.ts';
import { topicIds } from '../../domain/topics.ts';
import {
  bodyScript,
  completion,
  jsonScript,
  startTestUpstream,
  type TestUpstream,
} from '../model/test-upstream.ts';
import { seededRandom } from '../quiz/test-random.ts';
import { createTestClock } from '../test-clock.ts';
import { loadSamples } from '../writers/samples/collection.ts';
import { evaluate, exitCodes } from './command.ts';
import { type FlawedModel, type Played, startFlawedModel } from './demo/flawed-model.ts';
import type { Evaluation } from './evaluation.ts';

const key = 'sk-test-0123456789abcdef';
// As long as it may be: the waits that the clock skips add up while a call of another topic is on.
const timeoutMs = 600_000;
// The demonstration takes no setting, so its calls have the default bound.
const demoTimeoutMs = 30_000;
const clock = createTestClock({ skip: (ms) => ms < demoTimeoutMs });

/** Runs the command and collects what it prints. */
function run(args: readonly string[], env: Record<string, string> = {}) {
  const output: string[] = [];
  const errors: string[] = [];
  const leaving = new AbortController();
  const ended = evaluate({
    args,
    env: { LLM_TIMEOUT_MS: String(timeoutMs), ...env },
    clock,
    random: seededRandom(5),
    stdout: { write: (text) => output.push(text) },
    stderr: { write: (text) => errors.push(text) },
    signal: leaving.signal,
  });
  return {
    ended,
    leave: () => leaving.abort(),
    output: () => output.join(''),
    errors: () => errors.join(''),
  };
}

afterEach(() => vi.waitFor(() => expect(clock.pending(), 'timers left').toBe(0)));

type PlayedQuiz = Extract<Played, { call: 'quiz' }>;
type PlayedCheck = Extract<Played, { call: 'blind-check' }>;

/** An attempt as the model's own record has it. */
interface Plant {
  readonly quiz: PlayedQuiz;
  readonly check: PlayedCheck | undefined;
  readonly isClean: boolean;
}

/** The attempts at each quiz: one is over with a clean attempt, or with the third. */
function quizzesIn(played: readonly Played[]): readonly (readonly Plant[])[] {
  return topicIds.flatMap((topic) => {
    const calls = played.filter((call) => call.topic === topic);
    const quizzes: Plant[][] = [];
    for (const [at, quiz] of calls.entries()) {
      if (quiz.call !== 'quiz') continue;
      const next = calls[at + 1];
      const check = next?.call === 'blind-check' ? next : undefined;
      const { fails, longKeys, repeatsItself, asksAgain } = quiz.errors;
      const disputed = check && !check.fails && quiz.questions.some((one) => one.disputed);
      const isClean = !(fails || longKeys || repeatsItself || asksAgain || disputed);
      const last = quizzes.at(-1);
      const isOver = !last || last.at(-1)?.isClean || last.length === attemptsPerCall;
      if (isOver) quizzes.push([{ quiz, check, isClean }]);
      else last.push({ quiz, check, isClean });
    }
    return quizzes;
  });
}

// Some hundred real calls in each, on a machine that may be busy.
const patience = { timeout: 60_000 };

describe('a flawed model whose every error is known', patience, () => {
  const habits = {
    longKeys: 0.2,
    repeatsItself: 0.15,
    asksAgain: 0.25,
    fences: 0.4,
    talks: 0.3,
    fails: 0.12,
    disputes: 0.06,
    failsChecks: 0.2,
  };
  let model: FlawedModel;

  beforeEach(async () => {
    model = await startFlawedModel(habits, 11);
    return () => model.close();
  });

  const envFor = ({ origin }: FlawedModel) => ({
    LLM_BASE_URL: origin,
    QUIZ_MODEL: 'flawed',
    FEEDBACK_MODEL: 'flawed',
  });

  test('is found out: the rates are those that were planted', async () => {
    const command = run(['--quizzes', '3', '--json'], envFor(model));
    expect(await command.ended).toBe(exitCodes.done);
    const found: Evaluation = JSON.parse(command.output());

    const quizzes = quizzesIn(model.played);
    const plants = quizzes.flat();
    const read = plants.filter(({ quiz }) => !quiz.errors.fails);
    const count = (test: (plant: Plant) => boolean) => plants.filter(test).length;
    const ends = quizzes.map((attempts) => ({ length: attempts.length, last: attempts.at(-1) }));
    // No topic has come to the end of its samples, so that no repeat is there but those planted.
    for (const topic of topicIds) {
      const written = read.filter(({ quiz }) => quiz.topic === topic).length * 5;
      expect(written).toBeLessThanOrEqual(loadSamples()[topic].length);
    }

    expect(found.quizzes.finished).toBe(30);
    expect(quizzes).toHaveLength(30);
    expect(found.quizzes.acceptedAt.map((rate) => rate.count)).toEqual(
      [1, 2, 3].map(
        (number) => ends.filter(({ length, last }) => length === number && last?.isClean).length,
      ),
    );
    const hasNone = (attempts: readonly Plant[]) => attempts.every(({ quiz }) => quiz.errors.fails);
    expect(found.quizzes.failed.count).toBe(quizzes.filter(hasNone).length);
    expect(found.quizzes.servedWithFlaws.count).toBe(
      quizzes.filter((attempts) => !hasNone(attempts) && !attempts.at(-1)?.isClean).length,
    );

    const { attempts } = found;
    expect(attempts.made).toBe(plants.length);
    expect(attempts.failed.count).toBe(count(({ quiz }) => quiz.errors.fails));
    expect(found.failures).toEqual([
      { name: 'ApiRequestError', count: count(({ quiz }) => quiz.errors.fails) },
    ]);
    const ofRead = (test: (plant: Plant) => boolean) => {
      const planted = read.filter(test).length;
      return { count: planted, of: read.length, share: planted / read.length };
    };
    expect(attempts.mended).toEqual(ofRead(({ quiz }) => quiz.errors.talks));
    const checks = plants.filter(({ check }) => check && !check.fails);
    const isDisputed = ({ quiz }: Plant) => quiz.questions.some(({ disputed }) => disputed);
    const planted: Partial<Evaluation['attempts']['flaws']> = {
      'longest-is-correct': ofRead(({ quiz }) => quiz.errors.longKeys),
      'repeated-question': ofRead(({ quiz }) => quiz.errors.repeatsItself),
      'recently-asked': ofRead(({ quiz }) => quiz.errors.asksAgain),
      'key-disputed': {
        count: checks.filter(isDisputed).length,
        of: checks.length,
        share: checks.filter(isDisputed).length / checks.length,
      },
    };
    // What was planted is found under its name and no other, and all of it was planted.
    for (const [rule, rate] of Object.entries(attempts.flaws)) {
      const expected = planted[rule as keyof typeof planted];
      expect(rate, rule).toEqual(expected ?? { count: 0, of: read.length, share: 0 });
      if (expected) expect(expected.count, rule).toBeGreaterThan(0);
    }

    const all = read.length * 5;
    expect(found.questions.questions).toBe(all);
    expect(found.questions.keys.b).toEqual({ count: all, of: all, share: 1 });
    const longKeys = read.filter(({ quiz }) => quiz.errors.longKeys).length * 5;
    expect(found.questions.keyLongest).toMatchObject({ count: longKeys, of: all });
    expect(found.questions.keyStandsOut).toMatchObject({ count: longKeys, of: all });
    expect(found.questions.repeatedWithin.count).toBe(
      read.filter(({ quiz }) => quiz.errors.repeatsItself).length,
    );
    expect(found.questions.repeatedAcross.count).toBe(
      read.filter(({ quiz }) => quiz.errors.asksAgain).length,
    );

    const compared = checks.length * 5;
    const disputes = checks.flatMap(({ quiz }) => quiz.questions.filter((one) => one.disputed));
    expect(found.blindCheck.agreed).toMatchObject({
      count: compared - disputes.length,
      of: compared,
    });
    expect(found.blindCheck.unchecked.count).toBe(count(({ check }) => check?.fails === true));

    const sum = (name: 'prompt_tokens' | 'completion_tokens' | 'cost') =>
      model.played.reduce((total, { usage }) => total + (usage?.[name] ?? 0), 0);
    expect(found.usage.all).toMatchObject({
      calls: model.played.length,
      tokensReported: model.played.filter(({ usage }) => usage).length,
      promptTokens: sum('prompt_tokens'),
      completionTokens: sum('completion_tokens'),
    });
    expect(found.usage.all.cost).toBeCloseTo(sum('cost'), 10);
    expect(found.usage.costPer1000Quizzes).toBeCloseTo((sum('cost') / 30) * 1000, 8);
  });

  test('is not asked to solve its questions where no check is wanted', async () => {
    const args = ['--topics', 'art,music', '--quizzes', '2', '--no-blind-check', '--json'];
    const command = run(args, envFor(model));
    await command.ended;
    const { blindCheck }: Evaluation = JSON.parse(command.output());
    expect(blindCheck.agreed.of).toBe(0);
    expect(model.played.every(({ call }) => call === 'quiz')).toBe(true);
    expect(command.errors()).toContain(
      '4 quizzes, 2 on each of 2 topics, in at most 12 model calls',
    );
  });
});

describe('the demonstration', patience, () => {
  test('needs no settings, says what it is, and prints the same numbers again', async () => {
    const args = ['--demo', '--topics', 'history,sports', '--quizzes', '2'];
    const once = run(args);
    expect(await once.ended).toBe(exitCodes.done);
    expect(once.output()).toMatch(/^flawed-model at 127\.0\.0\.1:\d+, a local server that plays a/);
    expect(once.output()).toMatch(/^ {2}key at b +\d+ {2}100\.0 %/m);
    expect(once.errors()).toContain('in at most 24 model calls.\n');
    expect(once.errors()).toMatch(/^4 of 4 \w+: /m);

    const again = run(args);
    await again.ended;
    const comparable = (text: string) =>
      text
        .split('\n')
        .filter((line) => !/latency|127\.0\.0\.1|writing|checks |per quiz|1,000/.test(line));
    expect(comparable(again.output())).toEqual(comparable(once.output()));
  });

  test('leaves the configured service alone', async () => {
    const command = run(['--demo', '--topics', 'art', '--quizzes', '1'], {
      OPENROUTER_API_KEY: key,
      PORT: 'nonsense',
    });
    expect(await command.ended).not.toBe(exitCodes.misused);
    expect(command.output()).toContain('flawed-model at 127.0.0.1');
  });
});

describe('what cannot be run', () => {
  test('without a model says how to set one', async () => {
    const command = run([]);
    expect(await command.ended).toBe(exitCodes.failed);
    expect(command.errors()).toMatch(/^No language model is set.*OPENROUTER_API_KEY.*LLM_BASE_URL/);
    expect(command.output()).toBe('');
  });

  test('names settings that are wrong', async () => {
    const command = run([], { OPENROUTER_API_KEY: key, LLM_TIMEOUT_MS: 'long' });
    expect(await command.ended).toBe(exitCodes.failed);
    expect(command.errors()).toMatch(/^LLM_TIMEOUT_MS must be a whole number/);
  });

  test('names what is wrong with the command line, and how it goes', async () => {
    const command = run(['--topics', 'chess']);
    expect(await command.ended).toBe(exitCodes.misused);
    expect(command.errors()).toMatch(/^There is no topic "chess".*\n\nnpm run evaluate -- /);
  });

  test('--help is no error', async () => {
    const command = run(['--help']);
    expect(await command.ended).toBe(exitCodes.done);
    expect(command.output()).toContain('--no-blind-check');
    expect(command.errors()).toBe('');
  });
});

describe('a service on this machine', patience, () => {
  let upstream: TestUpstream;
  beforeEach(async () => {
    upstream = await startTestUpstream();
    return () => upstream.close();
  });
  const env = () => ({
    LLM_BASE_URL: `${upstream.origin}/v1`,
    LLM_API_KEY: key,
    OPENROUTER_API_KEY: key,
    QUIZ_MODEL: 'quiz',
    FEEDBACK_MODEL: 'feedback',
  });

  test('that fails every call ends it with 1, its words shown without the key', async () => {
    upstream.answerOthers(bodyScript(`No such key:\n${key}`, { status: 401 }));
    const command = run(['--topics', 'art', '--quizzes', '1'], env());
    expect(await command.ended).toBe(exitCodes.failed);
    expect(command.errors()).toMatch(/^Warning: LLM_API_KEY is the key that is sent/);
    expect(command.errors()).toContain(
      '1 of 1 art: failed: API request failed: 401 - No such key: [secret]\n',
    );
    expect(command.output()).toMatch(/^ {2}failed +1 {2}100\.0 % {2}of 1$/m);
    expect(command.output()).toMatch(/^ {2}ApiRequestError +3$/m);
    expect(command.errors() + command.output()).not.toContain(key);
  });

  test('whose every quiz has flaws ends it with 1 as well', async () => {
    const [sample] = loadSamples().art;
    const one = { text: sample?.text, answers: [{ id: 'a', text: 'Yes', isCorrect: true }] };
    upstream.answerOthers(jsonScript(completion(JSON.stringify([one]))));
    const command = run(['--topics', 'art', '--quizzes', '1'], env());
    expect(await command.ended).toBe(exitCodes.failed);
    expect(command.output()).toMatch(/^ {2}served with flaws +1 {2}100\.0 %/m);
    expect(command.output()).toMatch(/^ {2}not-five-questions .*3 {2}100\.0 %$/m);
  });

  test('interrupted, it prints what there is so far and ends with 130', async () => {
    upstream.answer(bodyScript('', { status: 500 }), bodyScript('', { status: 500 }));
    upstream.answer(bodyScript('', { status: 500 }));
    upstream.answerOthers({ type: 'silence' });
    const command = run(['--topics', 'art', '--quizzes', '2'], env());
    await expect.poll(() => upstream.requests.length).toBe(4);
    command.leave();
    expect(await command.ended).toBe(exitCodes.interrupted);
    expect(command.output()).toContain('Interrupted after 1 of 2 quizzes.');
    expect(command.output()).toMatch(/^ {2}finished +1$/m);
    expect(command.output()).toMatch(/^ {2}made +1 +1 +1 +3$/m);
  });
});
