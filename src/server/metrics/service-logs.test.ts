import { afterEach, describe, expect, test } from 'vitest';
import { feedbackPath, quizzesPath } from '../../domain/api.ts';
import { jsonPost } from '../http/test-app.ts';
import { bodyScript, completion, jsonScript } from '../model/test-upstream.ts';
import {
  quizScript,
  startTestService,
  type TestService,
  type TestServiceParts,
} from './test-service.ts';

// What stands in the log, and what travels upstream, after real requests.

const running: TestService[] = [];

afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});

async function start(parts?: TestServiceParts): Promise<TestService> {
  const service = await startTestService(parts);
  running.push(service);
  return service;
}

const linesOf = (service: TestService) => service.lines().map((line) => JSON.parse(line));

test('a quiz leaves a line for each attempt that failed and one for the request', async () => {
  const service = await start();
  service.upstream.answer(bodyScript('Busy', { status: 503 }), quizScript(0));
  const reply = await fetch(service.url + quizzesPath, jsonPost({ topic: 'history' }));
  const id = reply.headers.get('x-request-id');
  const took = { promptTokens: 11, completionTokens: 22, cost: 0.0033 };
  const attempt = { id, trace_id: 'ab'.repeat(16), topic: 'history', call: 'quiz', ms: 0 };
  expect(linesOf(service).filter(({ level }) => level > 20)).toMatchObject([
    { ...attempt, level: 40, attempt: 1, outcome: 'ApiRequestError', status: 503 },
    {
      ...{ level: 30, id, topic: 'history', outcome: 'served', status: 200, msg: 'request' },
      ...{ calls: 1, callMs: 0, model: 'test/model', ...took },
    },
  ]);
});

test('a stream’s line comes at its end, with what it took', async () => {
  const service = await start();
  service.upstream.answer(quizScript(0));
  const headers = { accept: 'text/event-stream' };
  await (await fetch(service.url + quizzesPath, jsonPost({ topic: 'history' }, headers))).text();
  await expect.poll(service.requests).toMatchObject([{ outcome: 'served', promptTokens: 11 }]);
});

test('feedback that a limit refuses falls back with a warning, not an error', async () => {
  const service = await start({ callsPerDay: 1 });
  service.upstream.answer(quizScript(0));
  await fetch(service.url + quizzesPath, jsonPost({ topic: 'history' }));
  const result = { topic: 'history', score: 1, total: 5 };
  const reply = await fetch(service.url + feedbackPath, jsonPost(result));
  expect(await reply.json()).toMatchObject({ source: 'fallback' });
  const levels = linesOf(service).map(({ level, msg }) => [level, msg]);
  expect(levels).toContainEqual([40, 'Failed to write feedback']);
  expect(levels.filter(([level]) => level > 40)).toEqual([]);
});

test.each([0, 1])(
  'no line of a whole run holds a client’s address, with %i proxies',
  async (hops) => {
    const addresses = ['203.0.113.77', '198.51.100.23', '2001:db8:5bd9::77'];
    const service = await start({ trustProxy: hops, perMinute: 4, callsPerDay: 3, shelfSize: 1 });
    service.upstream.answer(quizScript(0), bodyScript('Busy', { status: 500 }));
    service.upstream.answerOthers(bodyScript('{}', { status: 429 }));
    for (const address of addresses) {
      const headers = {
        'X-Forwarded-For': `${address}, ${address}`,
        Forwarded: `for="${address}"`,
        'X-Real-IP': address,
      };
      for (let round = 0; round < 6; round += 1) {
        await fetch(service.url + quizzesPath, jsonPost({ topic: 'history' }, headers));
      }
      await fetch(service.url + feedbackPath, jsonPost({ topic: 'art' }, headers));
      await fetch(`${service.url}/nowhere`, { headers });
    }
    const statuses = new Set(service.requests().map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 400, 404, 429, 503]));
    const text = service.lines().join('');
    for (const address of [...addresses, '127.0.0.1', '::1', '::ffff', '2001:db8']) {
      expect(text).not.toContain(address);
    }
  },
);

describe('a trace', () => {
  const id = '0af7651916cd43dd8448eb211c80319c';
  const parent = 'b7ad6b7169203331';
  const traced = { traceparent: `00-${id}-${parent}-01`, tracestate: 'rojo=1,congo=2' };

  test('goes on to every call of the request, with a parent id of its own', async () => {
    let count = 0;
    const newUuid = () => {
      count += 1;
      return '00000000-0000-0000-0000-000000000000'.replaceAll('0', String(count));
    };
    const service = await start({ blindCheck: 'always', app: { newUuid } });
    service.upstream.answer(jsonScript(completion('[]')), quizScript(0));
    service.upstream.answerOthers(jsonScript(completion('{}')));
    await fetch(service.url + quizzesPath, jsonPost({ topic: 'history' }, traced));
    const result = { topic: 'history', score: 1, total: 5 };
    await fetch(service.url + feedbackPath, jsonPost(result, traced));
    const sent = service.upstream.requests.map(({ headers }) => headers);
    expect(sent.map(({ traceparent }) => traceparent)).toEqual(
      ['1', '2', '3', '4'].map((digit) => `00-${id}-${digit.repeat(16)}-01`),
    );
    for (const { tracestate } of sent) expect(tracestate).toBe('rojo=1,congo=2');
    const lines = linesOf(service).filter((line) => line.id);
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(line.trace_id).toBe(id);
  });

  test.each([
    ['without one', {}],
    ['with one that is not valid', { ...traced, traceparent: `00-${id}-${parent}` }],
  ])('a request %s sends exactly the headers of section 7', async (_name, headers) => {
    const service = await start();
    service.upstream.answer(quizScript(0));
    await fetch(service.url + quizzesPath, jsonPost({ topic: 'history' }, headers));
    expect(Object.keys(service.upstream.requests[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'connection',
      'content-length',
      'content-type',
      'host',
      'http-referer',
      'x-openrouter-title',
      'x-title',
    ]);
  });

  test('is not that of a quiz prepared for nobody', async () => {
    const service = await start({ shelfSize: 1 });
    service.upstream.answer(quizScript(0), quizScript(1));
    await fetch(service.url + quizzesPath, jsonPost({ topic: 'history' }, traced));
    await expect.poll(() => service.upstream.requests.length).toBe(2);
    expect(service.upstream.requests[0]?.headers).toHaveProperty('traceparent');
    expect(service.upstream.requests[1]?.headers).not.toHaveProperty('traceparent');
  });
});
