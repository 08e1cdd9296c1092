import { describe, expect, test } from 'vitest';
import { quizzesPath } from '../../domain/api.ts';
import { BudgetSpentError, OverCapacityError } from '../limits/errors.ts';
import { GenerationFailedError } from '../writers/quiz-writer.ts';
import { jsonPost, testApp, testWriter } from './test-app.ts';

function askFor(error: Error, accept = 'application/json') {
  const writer = testWriter({ writeQuiz: () => Promise.reject(error) });
  const { app, requests } = testApp({ writer });
  return { reply: app.request(quizzesPath, jsonPost({ topic: 'art' }, { accept })), requests };
}

describe.each([BudgetSpentError, OverCapacityError])('%o', (Refused) => {
  test.each([
    [1, '1'],
    [999, '1'],
    [1000, '1'],
    [1001, '2'],
    [43_200_000, '43200'],
  ])(
    'that lasts %i ms is over-capacity, to try again after %s whole seconds',
    async (ms, after) => {
      const { reply, requests } = askFor(new Refused(ms));
      const { status, headers } = await reply;
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe(after);
      expect(headers.get('content-type')).toBe('application/problem+json');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(await (await reply).json()).toEqual({
        type: 'about:blank',
        title: 'Service Unavailable',
        status: 503,
        code: 'over-capacity',
      });
      expect(requests()).toMatchObject([{ status: 503, outcome: 'over-capacity' }]);
    },
  );

  test('ends a stream with its problem', async () => {
    const { reply, requests } = askFor(new Refused(5000), 'text/event-stream');
    const events = await (await reply).text();
    expect(events).toMatch(/^event: problem\ndata: /);
    expect(JSON.parse(events.split('data: ')[1] ?? '')).toMatchObject({
      status: 503,
      code: 'over-capacity',
    });
    expect(requests()).toMatchObject([{ status: 503, outcome: 'over-capacity' }]);
  });
});

test.each([
  [new GenerationFailedError(3, new Error('cause')), 502, 'generation-failed'],
  [new Error('a bug'), 500, 'internal-error'],
])('%s names no time to try again', async (error, status, code) => {
  const reply = await askFor(error).reply;
  expect(reply.status).toBe(status);
  expect(reply.headers.has('retry-after')).toBe(false);
  expect(await reply.json()).toMatchObject({ code });
});
