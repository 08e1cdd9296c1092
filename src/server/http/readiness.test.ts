import { expect, test } from 'vitest';
import { testApp } from './test-app.ts';

async function readinessOf(parts: Parameters<typeof testApp>[0]) {
  const reply = await testApp(parts).app.request('/readyz');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  return { status: reply.status, body: await reply.json() };
}

test('an instance without Redis says nothing of it', async () => {
  expect(await readinessOf({})).toEqual({ status: 200, body: { status: 'ready' } });
});

test('with Redis away an instance is ready still, and says so', async () => {
  let isUp = true;
  const isRedisUp = () => isUp;
  const up = { status: 'ready', redis: 'up' };
  expect(await readinessOf({ isRedisUp })).toEqual({ status: 200, body: up });
  isUp = false;
  const away = { status: 'ready', redis: 'away' };
  expect(await readinessOf({ isRedisUp })).toEqual({ status: 200, body: away });
});

test('who stops is not ready, whatever Redis does', async () => {
  const parts = { isReady: () => false, isRedisUp: () => true };
  expect(await readinessOf(parts)).toEqual({ status: 503, body: { status: 'stopping' } });
});
