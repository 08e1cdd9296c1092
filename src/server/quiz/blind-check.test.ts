import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BudgetSpentError } from '../limits/errors.ts';
import { createLog } from '../log.ts';
import { type ChatClient, createChatClient } from '../model/chat-client.ts';
import { createModelCaller } from '../model/model-call.ts';
import {
  bodyScript,
  completion,
  jsonScript,
  startTestUpstream,
  type TestUpstream,
  type UpstreamScript,
} from '../model/test-upstream.ts';
import { createTestClock } from '../test-clock.ts';
import { blindCheckPrompt } from './blind-answers.ts';
import { checkBlind, isBlindCheckDue } from './blind-check.ts';
import { questionOf } from './review/test-questions.ts';

const timeoutMs = 30_000;
/** The key of each stands at a. */
const questions = [
  questionOf('Which planet is nearest to the Sun?', 'Mercury', ['Venus', 'Mars', 'Saturn']),
  questionOf('Which metal has the symbol Fe?', 'Iron', ['Tin', 'Zinc', 'Lead']),
  questionOf('Which gas do plants take in?', 'Carbon dioxide', ['Neon', 'Helium', 'Argon']),
];
const usage = { promptTokens: 11, completionTokens: 22, cost: 0.0033 };
const unchecked = { outcome: 'unchecked', compared: 0, disputed: [] };

let upstream: TestUpstream;
let client: ChatClient;
let clock = createTestClock();
let lines: Record<string, unknown>[] = [];
let leaving = new AbortController();

function options(complete: ChatClient['complete'] = client.complete) {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return {
    caller: createModelCaller({ client: { complete }, clock }),
    settings: { dialect: 'openai', quizModels: ['quiz/first'], feedbackModels: ['f'] },
    attempt: 2,
    signal: leaving.signal,
    priority: 'background',
    log: createLog({ level: 'info', secrets: [], destination }),
  } as const;
}

/** Checks the questions against one reply of the service. */
async function checkAgainst(script: UpstreamScript, asked = questions) {
  upstream.answer(script);
  return checkBlind(asked, options());
}

beforeEach(async () => {
  upstream = await startTestUpstream();
  clock = createTestClock();
  lines = [];
  leaving = new AbortController();
  const appUrl = 'https://quiz.example';
  const settings = { baseUrl: upstream.origin, appUrl, appTitle: 'Quiz', timeoutMs };
  client = createChatClient({ settings, clock });
});

afterEach(async () => {
  await client.close();
  await upstream.close();
});

test('the check is one small call to the quiz’s model, and leaves one line', async () => {
  const check = await checkAgainst(jsonScript(completion('{"1":"a","2":"A","3":"a) CO2"}')));
  expect(check).toEqual({ outcome: 'agreed', compared: 3, disputed: [], usage });
  const { system, user } = blindCheckPrompt(questions);
  expect(upstream.requests.map(({ body }) => body)).toEqual([
    {
      model: 'quiz/first',
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      response_format: { type: 'json_object' },
      temperature: 0,
      max_tokens: 200,
    },
  ]);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 30,
      call: 'blind-check',
      attempt: 2,
      outcome: 'ok',
      compared: 3,
      disputed: 0,
      ...usage,
    }),
  ]);
});

test('each disagreement with a key is told by the place of its question', async () => {
  const one = await checkAgainst(jsonScript(completion('{"1":"a","2":"c","3":"a"}')));
  expect(one).toEqual({ outcome: 'disputed', compared: 3, disputed: [1], usage });
  const all = await checkAgainst(jsonScript(completion('["b","c","d"]')));
  expect(all).toEqual({ outcome: 'disputed', compared: 3, disputed: [0, 1, 2], usage });
});

test('a question for which the reply names no answer is not compared', async () => {
  const check = await checkAgainst(jsonScript(completion('{"1":"a","3":"b"}')));
  expect(check).toEqual({ outcome: 'disputed', compared: 2, disputed: [2], usage });
});

test('questions with no key or several are neither asked nor compared', async () => {
  const [first, second, third] = questions as [never, never, never];
  const none = questionOf('Which one?', 'None', ['Left', 'Right', 'Middle']);
  const keyless = {
    ...none,
    answers: none.answers.map((answer) => ({ ...answer, isCorrect: false })),
  };
  const several = {
    ...none,
    answers: none.answers.map((answer) => ({ ...answer, isCorrect: true })),
  };
  const mixed = [keyless, first, several, second, third];
  const check = await checkAgainst(jsonScript(completion('["a","b","a"]')), mixed);
  expect(check).toEqual({ outcome: 'disputed', compared: 3, disputed: [3], usage });
  expect(upstream.requests[0]?.raw).not.toContain('Which one?');

  expect(await checkBlind([keyless, several], options())).toMatchObject({ outcome: 'not-asked' });
  expect(upstream.requests).toHaveLength(1);
});

test.each<[string, UpstreamScript, string]>([
  ['a status of 500', bodyScript('Busy', { status: 500 }), 'ApiRequestError'],
  ['a cut connection', { type: 'reset' }, 'ConnectionLostError'],
  ['no content', jsonScript(completion(null)), 'NoContentError'],
  ['a refusal', jsonScript(completion('{}', {}, 'content_filter')), 'ContentRefusedError'],
])(
  '%s leaves the quiz unchecked, with a line and without another call',
  async (_n, script, name) => {
    expect(await checkAgainst(script)).toEqual(unchecked);
    expect(upstream.requests).toHaveLength(1);
    expect(lines).toEqual([expect.objectContaining({ call: 'blind-check', outcome: name })]);
  },
);

test.each([
  ['without letters', completion('I cannot tell.')],
  ['cut off', completion('{"1":"a","2":"b","3":"', {}, 'length')],
])('a reply %s leaves the quiz unchecked, and its tokens are told', async (_name, reply) => {
  expect(await checkAgainst(jsonScript(reply))).toEqual({ ...unchecked, usage });
  expect(lines).toEqual([
    expect.objectContaining({ outcome: 'BlindCheckUnreadableError', ...usage }),
  ]);
});

test('a check that hangs is given up at the bound', async () => {
  upstream.answer({ type: 'silence' });
  const checking = checkBlind(questions, options());
  await upstream.nextRequest();
  clock.advance(timeoutMs);
  expect(await checking).toEqual(unchecked);
  expect(lines).toEqual([expect.objectContaining({ outcome: 'AttemptTimeoutError' })]);
});

test('a spent budget leaves the quiz unchecked, with a line', async () => {
  const spent = () => Promise.reject(new BudgetSpentError(60_000));
  expect(await checkBlind(questions, options(spent))).toEqual(unchecked);
  expect(lines).toEqual([
    expect.objectContaining({ level: 30, outcome: 'BudgetSpentError', retryAfterMs: 60_000 }),
  ]);
});

test('a bug leaves the quiz unchecked as well, and is told as an error', async () => {
  const broken = () => Promise.reject(new TypeError('not a function'));
  expect(await checkBlind(questions, options(broken))).toEqual(unchecked);
  expect(lines).toEqual([expect.objectContaining({ level: 50, msg: 'The blind check failed' })]);
});

test('a caller who leaves ends the check at once, with its reason', async () => {
  upstream.answer({ type: 'silence' });
  const checking = checkBlind(questions, options());
  const { closed } = await upstream.nextRequest();
  const reason = new Error('The visitor has gone');
  leaving.abort(reason);
  await expect(checking).rejects.toBe(reason);
  await closed;
});

test('a field that the quiz was refused is left out of the check too, and not the other way', async () => {
  const { caller, ...rest } = options();
  const refusal = (field: string) =>
    jsonScript({ error: { message: `Unknown "${field}"` } }, { status: 400 });
  const fieldsOf = (at: number) => Object.keys(upstream.requests[at]?.body as object);
  const quizCall = {
    name: 'quiz',
    attempt: 1,
    request: { model: 'q', messages: [], temperature: 0.7, max_tokens: 1 },
    read: () => ({ value: 'read' }),
  } as const;
  const formatted = { ...quizCall.request, response_format: { type: 'json_object' } } as const;
  upstream.answer(refusal('response_format'), refusal('temperature'));
  upstream.answerOthers(jsonScript(completion('["a","a","a"]')));

  await expect(caller.make({ ...quizCall, request: formatted }, rest)).rejects.toThrow('400');
  expect(await checkBlind(questions, { ...rest, caller })).toEqual(unchecked);
  expect(fieldsOf(1)).toEqual(['model', 'messages', 'temperature', 'max_tokens']);
  expect(await checkBlind(questions, { ...rest, caller })).toMatchObject({ outcome: 'agreed' });
  expect(fieldsOf(2)).toEqual(['model', 'messages', 'max_tokens']);
  await caller.make(quizCall, rest);
  expect(fieldsOf(3)).toContain('temperature');
});

describe('a check is due', () => {
  test.each([
    ['background', 'visitor', false],
    ['background', undefined, false],
    ['background', 'background', true],
    ['always', 'visitor', true],
    ['always', undefined, true],
    ['always', 'background', true],
    ['off', 'visitor', false],
    ['off', 'background', false],
  ] as const)('with %s and priority %s: %s', (mode, priority, due) => {
    expect(isBlindCheckDue(mode, priority)).toBe(due);
  });
});
