import { afterEach, describe, expect, test } from 'vitest';
import { feedbackPath, quizzesPath } from '../../domain/api.ts';
import { jsonPost, testApp } from '../http/test-app.ts';
import { bodyScript, completion, jsonScript } from '../model/test-upstream.ts';
import {
  quizScript,
  startTestService,
  type TestService,
  type TestServiceParts,
} from './test-service.ts';

// What Prometheus reads after real requests.

const running: TestService[] = [];
let service: TestService;

afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});

async function start(parts: TestServiceParts = {}): Promise<TestService> {
  service = await startTestService(parts);
  running.push(service);
  return service;
}

const ask = (topic = 'history') => fetch(service.url + quizzesPath, jsonPost({ topic }));

describe('GET /metrics', () => {
  test('answers in the Prometheus text format, which nobody may store', async () => {
    const { url } = await start();
    const reply = await fetch(`${url}/metrics`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect((await reply.text()).endsWith('\n')).toBe(true);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
    expect(service.requests()).toMatchObject([{ level: 20 }, { level: 20 }]);
  });

  test('does not exist where it is not turned on', async () => {
    expect((await testApp().app.request('/metrics')).status).toBe(404);
    expect((await testApp({ pages: null }).app.request('/metrics')).status).toBe(404);
  });
});

describe('the values move', () => {
  test('with a quiz from the second attempt, and the next one from the shelf', async () => {
    const { upstream } = await start({ shelfSize: 1 });
    upstream.answer(bodyScript('Busy', { status: 503 }), quizScript(0), quizScript(1));
    upstream.answerOthers({ type: 'silence' });
    expect((await ask()).status).toBe(200);
    await expect
      .poll(async () => (await service.series()).get('quiz_shelf_size{topic="history"}'))
      .toBe(1);
    const before = await service.series();
    expect(before.get('quiz_attempts_total{call="quiz",outcome="ApiRequestError"}')).toBe(1);
    expect(before.get('quiz_attempts_total{call="quiz",outcome="ok"}')).toBe(2);
    expect(before.get('quiz_shelf_misses_total')).toBe(1);
    expect(before.get('quiz_shelf_hits_total')).toBe(0);
    expect(before.get('quiz_generation_duration_seconds_count{priority="visitor"}')).toBe(1);
    // The wait between the two attempts is part of it.
    expect(before.get('quiz_generation_duration_seconds_sum{priority="visitor"}')).toBe(2);
    expect(before.get('quiz_generation_duration_seconds_count{priority="background"}')).toBe(1);

    expect((await ask()).status).toBe(200);
    const after = await service.series();
    expect(after.get('quiz_shelf_hits_total')).toBe(1);
    expect(after.get('quiz_shelf_size{topic="history"}')).toBe(0);
    const label = `{method="POST",route="${quizzesPath}",status="200"}`;
    expect(after.get(`http_requests_total${label}`)).toBe(2);
  });

  test('with tokens and cost of every reply, blind checks and unreadable ones included', async () => {
    const { upstream } = await start({ blindCheck: 'always' });
    const solved = jsonScript(completion('{"answers":{"1":"a","2":"a","3":"a","4":"a","5":"a"}}'));
    upstream.answer(jsonScript(completion('[]')), quizScript(0));
    upstream.answerOthers(solved);
    expect((await ask()).status).toBe(200);
    const series = await service.series();
    const calls = upstream.requests.length;
    expect(calls).toBeGreaterThan(2);
    expect(series.get('quiz_model_tokens_total{kind="prompt"}')).toBe(11 * calls);
    expect(series.get('quiz_model_tokens_total{kind="completion"}')).toBe(22 * calls);
    expect(series.get('quiz_model_cost_dollars_total')).toBeCloseTo(0.0033 * calls);
    const line = service.requests()[0];
    expect(line).toMatchObject({ promptTokens: 11 * calls, completionTokens: 22 * calls });
    expect(line?.cost).toBeCloseTo(0.0033 * calls);
  });

  test('with the calls under way, those that wait, and the one that is refused', async () => {
    const { upstream } = await start({ maxCalls: 1 });
    upstream.answerOthers({ type: 'silence' });
    const leaving = new AbortController();
    const request = { ...jsonPost({ topic: 'art' }), signal: leaving.signal };
    const left = [1, 2].map(() => fetch(service.url + quizzesPath, request).catch(() => 'left'));
    const load = async () => {
      const series = await service.series();
      return [
        series.get('quiz_model_calls_in_progress'),
        series.get('quiz_model_queue_length'),
      ] as const;
    };
    await expect.poll(load).toEqual([1, 1]);
    expect((await ask()).status).toBe(503);
    leaving.abort();
    expect(await Promise.all(left)).toEqual(['left', 'left']);
    await expect.poll(load).toEqual([0, 0]);
    await expect
      .poll(() => service.requests().filter(({ status }) => status === 499).length)
      .toBe(2);
    const series = await service.series();
    expect(series.get('quiz_limits_hit_total{limit="MAX_GENERATIONS"}')).toBe(1);
    expect(series.get('quiz_attempts_total{call="quiz",outcome="aborted"}')).toBe(2);
    expect(series.get('quiz_attempts_total{call="quiz",outcome="OverCapacityError"}')).toBe(1);
    // Of the three only one was ever sent.
    expect(series.get('quiz_model_call_duration_seconds_count{call="quiz"}')).toBe(1);
    const gone = `http_requests_total{method="POST",route="${quizzesPath}",status="499"}`;
    expect(series.get(gone)).toBe(2);
  });

  test('with the limits of an address and of the day, each once', async () => {
    const { upstream } = await start({ perMinute: 2, callsPerDay: 1 });
    upstream.answerOthers(quizScript(0));
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(503);
    expect((await ask()).status).toBe(429);
    const series = await service.series();
    expect(series.get('quiz_limits_hit_total{limit="MODEL_CALLS_PER_DAY"}')).toBe(1);
    expect(series.get('quiz_limits_hit_total{limit="QUIZZES_PER_MINUTE"}')).toBe(1);
  });
});

describe('nothing that a visitor or a service sends becomes a label', () => {
  test('whatever the path, the method, the headers, the body and the errors are', async () => {
    const { upstream, url } = await start();
    const bodies = ['{"error":{"code":77001,"message":"marked"}}', 'marked', '{"marked":1}'];
    const answers = bodies.flatMap((body) =>
      [200, 418, 599].map((status) => bodyScript(body, { status })),
    );
    const marked = { 'X-Forwarded-For': 'marked', 'User-Agent': 'marked', Referer: 'marked' };
    await fetch(url, { headers: marked });
    const known = new Set((await service.series()).keys());
    const paths = [
      '/marked',
      '/%6darked/a%2fb',
      '/assets/marked.js',
      '/quiz?marked',
      '/api/marked',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'DELETE', 'PROPFIND', 'M-SEARCH']) {
        await fetch(url + path, { method, headers: marked });
      }
    }
    for (const body of [{ topic: 'marked' }, { marked: 1 }, '{marked']) {
      await fetch(url + quizzesPath, jsonPost(body, marked));
    }
    upstream.answer(...answers);
    for (let round = 0; round < 3; round += 1) await ask();
    upstream.answerOthers(jsonScript(completion('Fine.', { model: 'marked/model' })));
    await fetch(url + feedbackPath, jsonPost({ topic: 'art', score: 1, total: 5 }));

    const now = [...(await service.series()).keys()];
    expect(now.join('\n')).not.toMatch(/marked|77001|418|599|PROPFIND/);
    const added = now.filter((name) => !known.has(name) && !name.includes('_bucket'));
    expect(added.filter((name) => name.startsWith('http_requests_total')).sort()).toEqual(
      [
        ['DELETE', '/assets/:file', 405],
        ['DELETE', '/quiz', 405],
        ['DELETE', 'other', 404],
        ['DELETE', 'other', 405],
        ['GET', '/assets/:file', 404],
        ['GET', '/metrics', 200],
        ['GET', '/quiz', 200],
        ['GET', 'other', 404],
        ['POST', feedbackPath, 200],
        ['POST', quizzesPath, 400],
        ['POST', quizzesPath, 502],
        ['other', '/assets/:file', 405],
        ['other', '/quiz', 405],
        ['other', 'other', 404],
        ['other', 'other', 405],
      ].map(([method, route, status]) => {
        return `http_requests_total{method="${method}",route="${route}",status="${status}"}`;
      }),
    );
  });

  test('a hundred more paths make no series more', async () => {
    const { url } = await start();
    await fetch(`${url}/first`);
    await service.series();
    const own = async () =>
      [...(await service.series()).keys()].filter((name) => /^(http|quiz)_/.test(name));
    const before = await own();
    await Promise.all(Array.from({ length: 100 }, (_, at) => fetch(`${url}/path-${at}`)));
    expect(await own()).toEqual(before);
  });
});
