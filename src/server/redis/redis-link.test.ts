import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createTestClock, type TestClock } from '../test-clock.ts';
import { RedisAwayError, RedisFailedError, RedisSlowError } from './errors.ts';
import { createRedisLink, type RedisLink, type RedisLinkParts } from './redis-link.ts';
import { redisTiming } from './redis-timing.ts';
import {
  describeWithOwnRedis,
  describeWithRedis,
  eventually,
  freePort,
  startTestRedis,
  type TestRedis,
  testPrefix,
} from './test-redis.ts';

// Real processes come and go in these tests, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

let lines: Record<string, unknown>[] = [];
const links: RedisLink[] = [];
const closings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const link of links.splice(0)) await link.close();
  for (const close of closings.splice(0)) await close();
  lines = [];
});

function linkOf(parts: Pick<RedisLinkParts, 'url'> & Partial<RedisLinkParts>): RedisLink {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLog({ level: 'info', secrets: [], destination });
  const link = createRedisLink({ clock: systemClock, log, prefix: testPrefix(), ...parts });
  links.push(link);
  return link;
}

/** A server that accepts connections and answers nothing. */
async function silentServer(): Promise<{ url: string; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

async function testRedis(): Promise<TestRedis> {
  const redis = await startTestRedis();
  closings.push(() => redis.stop());
  return redis;
}

/** Moves the clock on until `condition` holds, leaving real answers the time to arrive. */
async function advanceUntil(clock: TestClock, condition: () => boolean): Promise<void> {
  const advance = () => {
    if (condition()) return;
    clock.advance(100);
    throw new Error('It did not come about');
  };
  await vi.waitFor(advance, { timeout: 15_000, interval: 5 });
}

const get = (link: RedisLink) => link.run((redis) => redis.get('key'));

test('nobody listening: the first look says so once, and nothing is sent', async () => {
  const link = linkOf({ url: `redis://127.0.0.1:${await freePort()}` });
  expect(link.isUp()).toBe(false);
  await link.open();
  expect(link.isUp()).toBe(false);
  await expect(get(link)).rejects.toThrow(RedisAwayError);
  expect(lines).toMatchObject([
    { level: 40, msg: 'Redis is away: this instance goes on by itself' },
  ]);
  expect(lines[0]?.reason).toContain('ECONNREFUSED');
});

test('a server that says nothing is given up after the bound, by the clock', async () => {
  const clock = createTestClock();
  const { url, sockets } = await silentServer();
  const link = linkOf({ url, clock });
  const opened = link.open();
  await eventually(() => expect(sockets.size).toBe(1));
  clock.advance(redisTiming.connectMs - 1);
  expect(lines).toEqual([]);
  clock.advance(1);
  await opened;
  expect(lines).toMatchObject([{ level: 40, reason: 'Redis did not answer within 1000 ms' }]);
  await eventually(() => expect(sockets.size, 'open connections').toBe(0));
});

test('looks come after pauses that double up to a bound', async () => {
  const pauses: number[] = [];
  const timing = { ...redisTiming, connectMs: 999 };
  const clock = createTestClock();
  const sleep = clock.sleep.bind(clock);
  clock.sleep = (ms, signal) => {
    if (ms !== timing.connectMs) pauses.push(ms);
    return sleep(ms, signal);
  };
  const link = linkOf({ url: `redis://127.0.0.1:${await freePort()}`, clock, timing });
  await link.open();
  await advanceUntil(clock, () => pauses.length === 6);
  expect(pauses).toEqual([250, 500, 1000, 2000, 2000, 2000]);
  expect(lines, 'told once').toHaveLength(1);
});

test('closing while it is being looked for leaves no timer and no connection', async () => {
  const clock = createTestClock();
  const { url, sockets } = await silentServer();
  const link = linkOf({ url, clock });
  const opened = link.open();
  await eventually(() => expect(sockets.size).toBe(1));
  await link.close();
  await opened;
  await eventually(() => expect(sockets.size).toBe(0));
  expect(clock.pending()).toBe(0);
  expect(lines).toEqual([]);
});

test('closing before it was opened, or twice, does no harm', async () => {
  const clock = createTestClock();
  const link = linkOf({ url: 'redis://127.0.0.1:1', clock });
  await link.close();
  await link.close();
  await link.open();
  expect(clock.pending()).toBe(0);
  expect(lines).toEqual([]);
});

describeWithRedis('a Redis that is there', () => {
  test('is in use after the first look, and says so', async () => {
    const { url } = await testRedis();
    const link = linkOf({ url });
    await link.open();
    expect(link.isUp()).toBe(true);
    expect(await get(link)).toBeNull();
    expect(lines).toMatchObject([{ level: 30 }]);
  });

  test('a new contact is made before anybody else may use it, and repeated', async () => {
    const { url } = await testRedis();
    const clock = createTestClock();
    const link = linkOf({ url, clock });
    const seen: boolean[] = [];
    link.onContact(async () => void seen.push(link.isUp()));
    await link.open();
    expect(seen).toEqual([false]);
    await eventually(() => expect(clock.pending()).toBe(1));
    clock.advance(redisTiming.heartbeatMs);
    await eventually(() => expect(seen).toEqual([false, true]));
  });

  test('a command that fails opens the circuit; the next look closes it', async () => {
    const { url } = await testRedis();
    const clock = createTestClock();
    const link = linkOf({ url, clock });
    await link.open();
    await eventually(() => expect(clock.pending()).toBe(1));
    const failed = link.run((redis) => redis.eval('return nonsense(', 0));
    await expect(failed).rejects.toThrow(RedisFailedError);
    expect(link.isUp()).toBe(false);
    await expect(get(link)).rejects.toThrow(RedisAwayError);
    await advanceUntil(clock, () => link.isUp());
    expect(await get(link)).toBeNull();
    expect(lines.map(({ level }) => level)).toEqual([30, 40, 30]);
  });

  test('once closed it is not asked any more, and no timer is left', async () => {
    const { url } = await testRedis();
    const clock = createTestClock();
    const link = linkOf({ url, clock });
    await link.open();
    await link.close();
    expect(link.isUp()).toBe(false);
    await expect(get(link)).rejects.toThrow(RedisAwayError);
    expect(clock.pending()).toBe(0);
  });
});

describeWithOwnRedis('a Redis that comes and goes', () => {
  test('killed and started again is noticed at once and found again', async () => {
    const redis = await testRedis();
    const clock = createTestClock();
    const link = linkOf({ url: redis.url, clock });
    await link.open();
    await redis.kill();
    await eventually(() => expect(link.isUp()).toBe(false));
    await advanceUntil(clock, () => clock.now() > 5000);
    expect(link.isUp()).toBe(false);
    await redis.start();
    await advanceUntil(clock, () => link.isUp());
    expect(lines.map(({ level }) => level)).toEqual([30, 40, 30]);
  });

  test('that hangs costs each command its bound at most, and only the first ones', async () => {
    const redis = await testRedis();
    const clock = createTestClock();
    const link = linkOf({ url: redis.url, clock });
    await link.open();
    await eventually(() => expect(clock.pending()).toBe(1));
    redis.pause();
    const both = [get(link), get(link)].map((answer) => answer.catch((error: unknown) => error));
    clock.advance(redisTiming.operationMs - 1);
    expect(link.isUp()).toBe(true);
    clock.advance(1);
    const [first, second] = await Promise.all(both);
    expect(first).toMatchObject({ name: 'RedisFailedError' });
    expect((first as Error).cause).toBeInstanceOf(RedisSlowError);
    expect(second).toBeInstanceOf(RedisFailedError);
    await expect(get(link)).rejects.toThrow(RedisAwayError);
    redis.resume();
    await advanceUntil(clock, () => link.isUp());
    expect(await get(link)).toBeNull();
  });

  test('that refuses the password is away, and the password is in no line', async () => {
    const redis = await testRedis();
    await redis.ask((client) => client.config('SET', 'requirepass', 'right-password'));
    const link = linkOf({ url: redis.url.replace('redis://', 'redis://:open-sesame@') });
    await link.open();
    expect(link.isUp()).toBe(false);
    expect(lines).toMatchObject([{ reason: expect.stringContaining('WRONGPASS') }]);
    expect(JSON.stringify(lines)).not.toContain('open-sesame');
  });

  test('that is full counts as away', async () => {
    const redis = await testRedis();
    await redis.ask((client) => client.config('SET', 'maxmemory', '1'));
    const link = linkOf({ url: redis.url });
    await link.open();
    expect(link.isUp()).toBe(false);
    expect(lines).toMatchObject([{ reason: expect.stringContaining('OOM') }]);
  });
});
