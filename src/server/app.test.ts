import { describe, expect, test } from 'vitest';
import { feedbackPath, parseFeedback, parseQuiz, quizzesPath } from '../domain/api.ts';
import { jsonPost, testApp, testQuiz, testWriter } from './http/test-app.ts';
import { GenerationFailedError } from './writers/quiz-writer.ts';

const result = { topic: 'history', score: 3, total: 5 };

describe('POST /api/quizzes', () => {
  test('answers with the quiz of the topic, which nobody may store', async () => {
    const { app } = testApp();
    const reply = await app.request(quizzesPath, jsonPost({ topic: 'history' }));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(parseQuiz(await reply.json())).toEqual({ ok: true, value: testQuiz });
  });

  test('hands the topic, and a log with the request id, to the writer', async () => {
    const topics: string[] = [];
    const writer = testWriter({
      writeQuiz: async (topic, { log }) => {
        topics.push(topic);
        log.info('writing');
        return testQuiz;
      },
    });
    const { app, lines } = testApp({ writer });
    const reply = await app.request(quizzesPath, jsonPost({ topic: 'music' }));
    expect(topics).toEqual(['music']);
    expect(reply.headers.get('x-request-id')).toBe('request-1');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: 'request-1', msg: 'writing' });
  });

  test.each(['text/event-stream;q=0.2, application/json', '*/*', 'text/html'])(
    'answers with JSON where %s is accepted',
    async (accept) => {
      const { app } = testApp();
      const reply = await app.request(quizzesPath, jsonPost({ topic: 'history' }, { accept }));
      expect(reply.headers.get('content-type')).toBe('application/json');
    },
  );
});

describe('POST /api/feedback', () => {
  test('answers with the feedback for the result', async () => {
    const results: unknown[] = [];
    const writer = testWriter({
      writeFeedback: async (given) => {
        results.push(given);
        return { feedback: 'Well played.', source: 'fallback' };
      },
    });
    const reply = await testApp({ writer }).app.request(feedbackPath, jsonPost(result));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(parseFeedback(await reply.json())).toEqual({
      ok: true,
      value: { feedback: 'Well played.', source: 'fallback' },
    });
    expect(results).toEqual([result]);
  });
});

describe('a failure', () => {
  const key = 'sk-test-0123456789abcdef';

  test('of every attempt is told as generation-failed and nothing more', async () => {
    const cause = new Error(`API request failed: 500 - key ${key}`);
    const writer = testWriter({
      writeQuiz: async () => {
        throw new GenerationFailedError(3, cause);
      },
    });
    const { app, lines, requests } = testApp({ writer, secrets: [key] });
    const reply = await app.request(quizzesPath, jsonPost({ topic: 'art' }));
    expect(reply.status).toBe(502);
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await reply.json()).toEqual({
      type: 'about:blank',
      title: 'Bad Gateway',
      status: 502,
      code: 'generation-failed',
    });
    expect(requests()).toMatchObject([{ level: 50, status: 502, outcome: 'generation-failed' }]);
    expect(lines.join('')).toContain('API request failed: 500 - key [secret]');
  });

  test.each([
    ['an error', new TypeError(`cannot read ${key}`)],
    ['something that is no error', `the text ${key}`],
  ])('that nobody expected (%s) is an internal error with its stack in the log', async (...row) => {
    const writer = testWriter({ writeFeedback: () => Promise.reject(row[1]) });
    const { app, lines, requests } = testApp({ writer, secrets: [key] });
    const reply = await app.request(feedbackPath, jsonPost(result));
    expect(reply.status).toBe(500);
    const body = await reply.text();
    expect(JSON.parse(body)).toMatchObject({ status: 500, code: 'internal-error' });
    expect(requests()).toMatchObject([{ level: 50, status: 500, outcome: 'internal-error' }]);
    expect(JSON.stringify(requests()[0]?.err)).toContain('app.test.ts');
    expect(body + lines.join('')).not.toContain(key);
  });

  test('after the visitor left is logged as such, and nothing is sent', async () => {
    const leaving = new AbortController();
    const writer = testWriter({
      writeQuiz: (_topic, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          leaving.abort();
        }),
    });
    const { app, requests } = testApp({ writer });
    const request = { ...jsonPost({ topic: 'art' }), signal: leaving.signal };
    const reply = await app.request(quizzesPath, request);
    expect(await reply.text()).toBe('');
    expect(requests()).toMatchObject([{ level: 30, status: 499, outcome: 'visitor-gone' }]);
  });
});

describe('methods and paths', () => {
  test.each([
    ['GET', quizzesPath, 'POST'],
    ['PUT', quizzesPath, 'POST'],
    ['OPTIONS', quizzesPath, 'POST'],
    ['DELETE', feedbackPath, 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/readyz', 'GET, HEAD'],
    ['POST', '/quiz', 'GET, HEAD'],
  ])(
    '%s %s is refused, and the methods that are allowed are named',
    async (method, path, allow) => {
      const reply = await testApp().app.request(path, { method });
      expect(reply.status).toBe(405);
      expect(reply.headers.get('allow')).toBe(allow);
      expect(await reply.json()).toMatchObject({ code: 'method-not-allowed', status: 405 });
    },
  );

  test.each(['/api', '/api/', '/api/quiz', '/api/quizzes/1'])(
    'an API path that does not exist (%s) is a problem, not the page',
    async (path) => {
      const reply = await testApp().app.request(path, jsonPost({ topic: 'art' }));
      expect(reply.status).toBe(404);
      expect(await reply.json()).toMatchObject({ code: 'not-found', title: 'Not Found' });
    },
  );

  test('without a built page, as in development, other paths are a problem as well', async () => {
    const reply = await testApp({ pages: null }).app.request('/quiz');
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ code: 'not-found' });
  });
});

describe('health', () => {
  test('is fine while the process answers', async () => {
    const reply = await testApp({ isReady: () => false }).app.request('/healthz');
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ status: 'ok' });
  });

  test.each([
    [true, 200, 'ready'],
    [false, 503, 'stopping'],
  ])('readiness %s is told with %i', async (ready, status, word) => {
    const reply = await testApp({ isReady: () => ready }).app.request('/readyz');
    expect(reply.status).toBe(status);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await reply.json()).toEqual({ status: word });
  });

  test('HEAD is answered like GET, without a body', async () => {
    const reply = await testApp().app.request('/healthz', { method: 'HEAD' });
    expect(reply.status).toBe(200);
    expect(await reply.text()).toBe('');
  });
});
