import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { describe, vi } from 'vitest';

// Vitest fills this from the environment.
const { REDIS_SERVER_PATH: serverPath, REDIS_URL: sharedUrl } = import.meta.env;

function describeIf(can: boolean, what: string) {
  if (can) return describe;
  return (name: string, _tests: () => void): void => {
    process.stderr.write(`NOT TESTED for want of ${what}: ${name}\n`);
    describe.skipIf(true)(name, () => undefined);
  };
}

/** For tests: `describe` where there is a Redis, or a line that says what is not tested. */
export const describeWithRedis = describeIf(
  Boolean(serverPath || sharedUrl),
  'REDIS_SERVER_PATH or REDIS_URL',
);

/** For tests: the same for what kills and stops a Redis of its own. */
export const describeWithOwnRedis = describeIf(Boolean(serverPath), 'REDIS_SERVER_PATH');

/** For tests: waits until `check` passes, with patience for a busy machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000, interval: 20 });
}

/** For tests: a prefix that no other test uses. */
export const testPrefix = () => `ai-quiz-test-${randomUUID()}:`;

/** For tests: a port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Keys with the time in ms that they have left; -1 for one that never expires. */
export type KeyTimes = Readonly<Record<string, number>>;

export interface TestRedis {
  readonly url: string;
  /** Every key that begins with `prefix`. */
  keys(prefix: string): Promise<KeyTimes>;
  /** Runs commands beside the product. */
  ask<T>(command: (redis: Redis) => Promise<T>): Promise<T>;
  /** Ends it as a power cut would; nothing is kept. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  /** Makes it accept connections and answer nothing. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

async function askAt<T>(url: string, command: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await command(redis);
  } finally {
    redis.disconnect();
  }
}

async function keysAt(url: string, prefix: string): Promise<KeyTimes> {
  return askAt(url, async (redis) => {
    const keys = await redis.keys(`${prefix}*`);
    const times = await Promise.all(keys.map(async (key) => [key, await redis.pttl(key)]));
    return Object.fromEntries(times);
  });
}

/** For tests: a Redis of this test's own; the shared one of REDIS_URL where there is no server. */
export async function startTestRedis(): Promise<TestRedis> {
  const port = await freePort();
  const url = serverPath ? `redis://127.0.0.1:${port}` : String(sharedUrl);
  const folder = await mkdtemp(join(tmpdir(), 'test-redis-'));
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    if (!serverPath) return;
    const options = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
    server = spawn(serverPath, options.map(String), { stdio: 'ignore' });
    await eventually(() => askAt(url, (redis) => redis.ping()));
  }

  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    url,
    keys: (prefix) => keysAt(url, prefix),
    ask: (command) => askAt(url, command),
    kill,
    start,
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
