import { describe, expect, test } from 'vitest';
import { feedbackPath, quizzesPath } from '../../domain/api.ts';
import { largestBodyBytes } from './read-request.ts';
import { jsonPost, testApp, testWriter } from './test-app.ts';

/** An app whose writer must not be reached. */
function strictApp() {
  const writer = testWriter({
    writeQuiz: () => Promise.reject(new Error('the writer was reached')),
    writeFeedback: () => Promise.reject(new Error('the writer was reached')),
  });
  return testApp({ writer }).app;
}

async function problemFor(path: string, init: RequestInit): Promise<Record<string, unknown>> {
  const reply = await strictApp().request(path, init);
  expect(reply.headers.get('content-type')).toBe('application/problem+json');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  const problem = (await reply.json()) as Record<string, unknown>;
  expect(problem.status).toBe(reply.status);
  return problem;
}

describe('a body that is not what the contract wants', () => {
  test.each([
    ['no topic', {}, 'the body lacks the field "topic"'],
    ['an unknown topic', { topic: 'politics' }, 'topic must be one of the ten topic ids'],
    ['a topic in capitals', { topic: 'History' }, 'topic must be one of the ten topic ids'],
    ['a topic that is a number', { topic: 7 }, 'topic must be one of the ten topic ids'],
    ['a topic that is a list', { topic: ['art'] }, 'topic must be one of the ten topic ids'],
    ['a field too many', { topic: 'art', n: 50 }, 'the body has a field that is not expected'],
    [
      'a prototype',
      '{"topic":"art","__proto__":{"admin":true}}',
      'the body has a field that is not expected',
    ],
    ['a prototype alone', '{"__proto__":{"topic":"art"}}', 'the body lacks the field "topic"'],
    ['a list', [], 'the body must be a JSON object'],
    ['null', 'null', 'the body must be a JSON object'],
    ['a text', '"art"', 'the body must be a JSON object'],
    ['broken JSON', '{"topic":"art"', 'the body must be JSON'],
    ['two documents', '{"topic":"art"}{}', 'the body must be JSON'],
    ['a form', 'topic=art', 'the body must be JSON'],
    ['nothing', '', 'the body must be JSON'],
    ['lists in lists', '['.repeat(400) + ']'.repeat(400), 'the body must be a JSON object'],
  ])('%s, asking for a quiz', async (_name, body, detail) => {
    expect(await problemFor(quizzesPath, jsonPost(body))).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'invalid-request',
      detail,
    });
  });

  test.each([
    ['a score above the total', { score: 6, total: 5 }, 'score must not be above total'],
    ['a negative score', { score: -1, total: 5 }, 'score must not be negative'],
    ['a score of halves', { score: 2.5, total: 5 }, 'score must be a whole number'],
    ['a score as text', { score: '3', total: 5 }, 'score must be a number'],
    ['a score of null', { score: null, total: 5 }, 'score must be a number'],
    ['a total of none', { score: 0, total: 0 }, 'total must be at least 1'],
    ['a huge total', { score: 1, total: 1e21 }, 'total must be at most 100'],
    ['no total', { score: 1 }, 'the body lacks the field "total"'],
  ])('%s, asking for feedback', async (_name, numbers, detail) => {
    const problem = await problemFor(feedbackPath, jsonPost({ topic: 'art', ...numbers }));
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request', detail });
  });

  test('is never repeated to the visitor', async () => {
    const problem = await problemFor(quizzesPath, jsonPost({ '<b>mine</b>': '<i>own</i>' }));
    expect(JSON.stringify(problem)).not.toMatch(/mine|own/);
  });
});

describe('a body that is read all the same', () => {
  test.each([
    ['with a byte order mark, as RFC 8259 allows', '\ufeff{"topic":"art"}'],
    ['with a field twice, of which the last counts', '{"topic":"none","topic":"art"}'],
    ['with white space around it', ' \r\n{"topic":"art"}\n'],
  ])('%s', async (_name, body) => {
    const reply = await testApp().app.request(quizzesPath, jsonPost(body));
    expect(reply.status).toBe(200);
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ;a="b"'])(
    'sent as %s',
    async (type) => {
      const init = jsonPost({ topic: 'art' }, { 'content-type': type });
      expect((await testApp().app.request(quizzesPath, init)).status).toBe(200);
    },
  );
});

describe('a content type', () => {
  test.each([
    '',
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/problem+json',
    'application/json, text/plain',
  ])('other than JSON is refused: "%s"', async (type) => {
    const init = jsonPost({ topic: 'art' }, { 'content-type': type });
    expect(await problemFor(quizzesPath, init)).toMatchObject({
      status: 415,
      title: 'Unsupported Media Type',
      code: 'unsupported-media-type',
    });
  });

  test('that is missing is refused, before the size is looked at', async () => {
    const init = { method: 'POST', body: new Uint8Array(5000) };
    expect(await problemFor(quizzesPath, init)).toMatchObject({ status: 415 });
  });
});

describe('a size', () => {
  const padded = (bytes: number) => '{"topic":"art"}'.padEnd(bytes, ' ');

  test('up to the limit is read, whether declared or not', async () => {
    const body = padded(largestBodyBytes);
    const declared = jsonPost(body, { 'content-length': String(body.length) });
    expect((await testApp().app.request(quizzesPath, declared)).status).toBe(200);
    expect((await testApp().app.request(quizzesPath, jsonPost(body))).status).toBe(200);
  });

  test.each([
    ['declared', { 'content-length': String(largestBodyBytes + 1) }],
    ['not declared', {}],
    ['declared as nonsense', { 'content-length': 'many' }],
  ])('over the limit is refused when it is %s', async (_name, headers) => {
    const init = jsonPost(padded(largestBodyBytes + 1), headers as Record<string, string>);
    expect(await problemFor(quizzesPath, init)).toMatchObject({ status: 413, code: 'too-large' });
  });

  test('that is declared too large is refused without reading a byte', async () => {
    let pulled = 0;
    const pull = () => {
      pulled += 1;
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const init = { ...jsonPost(''), body, duplex: 'half' } as RequestInit;
    const headers = { 'content-type': 'application/json', 'content-length': '9999999' };
    expect(await problemFor(quizzesPath, { ...init, headers })).toMatchObject({ status: 413 });
    expect(pulled).toBe(0);
  });

  test('that never ends is not read to its end', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(500));
      },
    });
    const init = { ...jsonPost(''), body, duplex: 'half' } as RequestInit;
    expect(await problemFor(quizzesPath, init)).toMatchObject({ status: 413 });
    expect(pulled).toBeLessThan(10);
  });
});
