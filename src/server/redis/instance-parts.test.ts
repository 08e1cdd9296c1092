import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createTestClock } from '../test-clock.ts';
import { createInstanceParts, type InstanceSettings } from './instance-parts.ts';

function partsOf(settings: Partial<InstanceSettings> = {}) {
  const clock = createTestClock();
  const log = createLog({ level: 'silent', secrets: [] });
  const basis = { redisUrl: null, callsPerDay: 2, shelfSize: 1, model: null };
  return { clock, parts: createInstanceParts({ settings: { ...basis, ...settings }, clock, log }) };
}

test('without REDIS_URL everything is kept by this instance, and no Redis is spoken of', async () => {
  const { parts, clock } = partsOf();
  await parts.open();
  expect(parts.isRedisUp).toBeUndefined();
  expect(parts.counting.secret, 'a random one').toBeUndefined();
  const taken = [await parts.budget.take(), await parts.budget.take(), await parts.budget.take()];
  expect(taken.map(({ ok }) => ok)).toEqual([true, true, false]);
  await parts.close();
  expect(clock.pending()).toBe(0);
});

test('instances count an address as one where they have the model key in common', () => {
  const redisUrl = 'redis://127.0.0.1:1';
  const secretOf = (settings: Partial<InstanceSettings>) => partsOf(settings).parts.counting.secret;
  const model = { apiKey: 'sk-test-0123456789abcdef' };
  const secret = secretOf({ redisUrl, model });
  expect(secret).toHaveLength(32);
  expect(secretOf({ redisUrl: 'redis://localhost:1', model })).toEqual(secret);
  expect(secretOf({ redisUrl, model: { apiKey: 'another' } })).not.toEqual(secret);
  expect(secretOf({ redisUrl, model: {} }), 'a local service').toEqual(secretOf({ redisUrl }));
  expect(secretOf({ redisUrl })).not.toEqual(secretOf({ redisUrl: 'redis://localhost:1' }));
});
