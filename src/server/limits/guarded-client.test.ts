import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import type { ChatClient, CompleteOptions } from '../model/chat-client.ts';
import type { ChatReply } from '../model/chat-reply.ts';
import type { ChatRequest } from '../model/chat-request.ts';
import { createTestClock } from '../test-clock.ts';
import { createMemoryCallBudget } from './call-budget.ts';
import { createCallGate } from './call-gate.ts';
import { BudgetSpentError, OverCapacityError } from './errors.ts';
import { createGuardedClient } from './guarded-client.ts';

const request: ChatRequest = { model: 'test/model', messages: [], max_tokens: 1 };
const reply: ChatReply = { content: 'text', finishReason: 'stop' };
const options: CompleteOptions = {
  signal: new AbortController().signal,
  log: createLog({ level: 'silent', secrets: [] }),
};

interface Limits {
  readonly callsPerDay?: number;
  readonly maxCalls?: number;
  readonly complete?: ChatClient['complete'];
}

/** A guarded client of a stand-in that remembers what it was asked. */
function guarded({ callsPerDay = 0, maxCalls = 10, complete }: Limits = {}) {
  const asked: Parameters<ChatClient['complete']>[] = [];
  let isClosed = false;
  const client: ChatClient = {
    complete(...call) {
      asked.push(call);
      return complete ? complete(...call) : Promise.resolve(reply);
    },
    async close() {
      isClosed = true;
    },
  };
  const guardedClient = createGuardedClient({
    client,
    gate: createCallGate({ maxCalls }),
    budget: createMemoryCallBudget({ callsPerDay, clock: createTestClock() }),
  });
  return { client: guardedClient, asked, isClosed: () => isClosed };
}

test('a call that is let through is the client’s own', async () => {
  const { client, asked } = guarded({ callsPerDay: 1 });
  const given = { ...options, onText: () => undefined };
  const onStart = () => undefined;
  expect(await client.complete(request, given, onStart)).toBe(reply);
  expect(asked).toEqual([[request, given, onStart]]);
  expect(asked[0]?.[1]).toBe(given);
});

test('every call counts, whoever waits for it and whether it succeeds', async () => {
  const failure = new Error('the client failed');
  const { client, asked } = guarded({ callsPerDay: 3, complete: () => Promise.reject(failure) });
  for (const priority of ['visitor', 'background', undefined] as const) {
    await expect(client.complete(request, { ...options, priority })).rejects.toBe(failure);
  }
  expect(asked).toHaveLength(3);
  for (const priority of ['visitor', 'background'] as const) {
    const refused = await client
      .complete(request, { ...options, priority })
      .catch((error) => error);
    expect(refused).toBeInstanceOf(BudgetSpentError);
    expect(refused).toMatchObject({ name: 'BudgetSpentError', retryAfterMs: 24 * 60 * 60 * 1000 });
  }
  expect(asked).toHaveLength(3);
});

test('a call that the gate refuses reaches no client and costs nothing of the budget', async () => {
  let finish = () => {};
  const complete = () =>
    new Promise<ChatReply>((resolve) => {
      finish = () => resolve(reply);
    });
  const { client, asked } = guarded({ callsPerDay: 3, maxCalls: 1, complete });
  const first = client.complete(request, options);
  const second = client.complete(request, options);
  await expect(client.complete(request, options)).rejects.toBeInstanceOf(OverCapacityError);
  for (const call of [first, second]) {
    finish();
    await call;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const third = client.complete(request, options);
  await new Promise((resolve) => setImmediate(resolve));
  finish();
  expect(await third).toBe(reply);
  expect(asked).toHaveLength(3);
  await expect(client.complete(request, options)).rejects.toBeInstanceOf(BudgetSpentError);
});

test('who leaves while waiting costs nothing of the budget', async () => {
  let finish = () => {};
  const complete = () =>
    new Promise<ChatReply>((resolve) => {
      finish = () => resolve(reply);
    });
  const { client, asked } = guarded({ callsPerDay: 2, maxCalls: 1, complete });
  const first = client.complete(request, options);
  const leaving = new AbortController();
  const left = client.complete(request, { ...options, signal: leaving.signal });
  leaving.abort(new Error('The visitor has gone'));
  await expect(left).rejects.toThrow('The visitor has gone');
  finish();
  await first;
  const second = client.complete(request, options);
  await new Promise((resolve) => setImmediate(resolve));
  finish();
  expect(await second).toBe(reply);
  expect(asked).toHaveLength(2);
});

test('a refused call keeps no place', async () => {
  const { client } = guarded({ callsPerDay: 1, maxCalls: 1 });
  await client.complete(request, options);
  for (let round = 0; round < 5; round += 1) {
    await expect(client.complete(request, options)).rejects.toBeInstanceOf(BudgetSpentError);
  }
});

test('background calls wait behind visitors', async () => {
  const ends: (() => void)[] = [];
  const complete = () =>
    new Promise<ChatReply>((resolve) => {
      ends.push(() => resolve(reply));
    });
  const { client, asked } = guarded({ maxCalls: 1, complete });
  const priorities = [undefined, 'background', 'visitor'] as const;
  const calls = priorities.map((priority) => client.complete(request, { ...options, priority }));
  for (const call of [0, 1, 2]) {
    await expect.poll(() => ends.length).toBe(call + 1);
    ends[call]?.();
  }
  await Promise.all(calls);
  expect(asked.map(([, { priority }]) => priority)).toEqual([undefined, 'visitor', 'background']);
});

test('closing closes the client', async () => {
  const { client, isClosed } = guarded();
  await client.close();
  expect(isClosed()).toBe(true);
});
