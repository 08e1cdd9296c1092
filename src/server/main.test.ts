import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseQuiz, quizzesPath } from '../domain/api.ts';
import { jsonPost } from './http/test-app.ts';
import {
  completion,
  jsonScript,
  startTestUpstream,
  type TestUpstream,
} from './model/test-upstream.ts';
import { sampleAsQuestion } from './quiz/review/test-questions.ts';
import { buildEntry, projectFolder } from './test-build.ts';
import { loadSamples } from './writers/samples/collection.ts';

// The built server as a process: its start, what it prints, its signals and its exit codes.

// Inside the project, so that the built server finds its packages.
const directory = join(projectFolder, 'dist', `main-test-${process.pid}`);
const key = 'sk-test-0123456789abcdef';

beforeAll(async () => {
  await buildEntry('src/server/main.ts', join(directory, 'server'));
  await mkdir(join(directory, 'web'));
  await writeFile(join(directory, 'web', 'index.html'), '<!doctype html><title>Quiz</title>');
}, 60_000);

afterAll(() => rm(directory, { recursive: true, force: true }));

const running: ChildProcess[] = [];
const services: Server[] = [];
const upstreams: TestUpstream[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  for (const upstream of upstreams.splice(0)) await upstream.close();
  for (const service of services.splice(0)) service.close().closeAllConnections();
});

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  readonly ended: Promise<number | null>;
  /** Resolves with the address when it is printed, and fails when the process ends before. */
  readonly ready: Promise<string>;
}

function run(env: Record<string, string>): Running {
  const child = spawn(process.execPath, [join(directory, 'server', 'main.js')], {
    cwd: directory,
    env: { PORT: '0', ...env },
  });
  running.push(child);
  let output = '';
  let errors = '';
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code));
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const address = output.match(/ready at (http:\S+)/)?.[1];
      if (address) resolve(address);
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${errors}`)));
  });
  ready.catch(() => undefined);
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return { child, output: () => output, errors: () => errors, ended, ready };
}

/** A chat-completions service that never answers. */
async function silentService(): Promise<{ url: string; asked: Promise<void> }> {
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const service = createServer(() => ask());
  services.push(service);
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`, asked };
}

describe('with nothing configured', () => {
  test('prints its address and that samples serve, and ends with 0 when told to', async () => {
    const server = run({});
    const url = await server.ready;
    const quiz = await fetch(url + quizzesPath, jsonPost({ topic: 'history' }));
    expect(parseQuiz(await quiz.json())).toMatchObject({
      ok: true,
      value: { topic: 'history', source: 'samples' },
    });
    expect((await fetch(`${url}/quiz`)).headers.get('content-type')).toMatch(/^text\/html/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain(`AI Quiz App is ready at ${url}\n`);
    expect(server.output()).toContain('OPENROUTER_API_KEY');
    expect(server.errors()).toBe('');
  });

  test('shows its metrics where they are turned on, and nowhere else', async () => {
    const [plain, measured] = [run({}), run({ METRICS: '1' })];
    expect((await fetch(`${await plain.ready}/metrics`)).status).toBe(404);
    const url = await measured.ready;
    await fetch(url + quizzesPath, jsonPost({ topic: 'history' }));
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await metrics.text()).toContain(
      `http_requests_total{method="POST",route="${quizzesPath}",status="200"} 1\n`,
    );
  });

  test('reads .env, but the environment wins', async () => {
    const file = join(directory, '.env');
    await writeFile(file, 'QUIZ_MODEL=from/file\nLLM_BASE_URL=http://127.0.0.1:9/v1\n');
    try {
      const fromFile = run({});
      await fromFile.ready;
      await expect.poll(fromFile.output).toContain('written by from/file at 127.0.0.1:9.');
      const other = run({ QUIZ_MODEL: 'from/environment' });
      await other.ready;
      await expect.poll(other.output).toContain('written by from/environment at 127.0.0.1:9.');
    } finally {
      await rm(file);
    }
  });
});

describe('in public', () => {
  const askAs = (url: string, address: string) =>
    fetch(url + quizzesPath, jsonPost({ topic: 'art' }, { 'x-forwarded-for': address }));

  test('one address gets what is set, whatever it calls itself, and every reply is fenced', async () => {
    const server = run({ QUIZZES_PER_MINUTE: '2', APP_URL: 'https://quiz.example' });
    const url = await server.ready;
    const replies: Response[] = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      replies.push(await askAs(url, address));
    }
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(replies[2]?.headers.get('ratelimit-policy')).toMatch(/^"minute";q=2;w=60, "day"/);
    for (const { headers } of [...replies, await fetch(url)]) {
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
    expect(server.output()).not.toMatch(/192\.0\.2|127\.0\.0\.1.*"msg":"request"/);
  });

  test('behind a trusted proxy the addresses are those that it tells', async () => {
    const server = run({ QUIZZES_PER_MINUTE: '1', TRUST_PROXY: '1' });
    const url = await server.ready;
    const statuses: number[] = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '9.9.9.9, 192.0.2.1']) {
      statuses.push((await askAs(url, address)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('a start that cannot be', () => {
  test('names every setting that is wrong and ends with 1', async () => {
    const server = run({ PORT: 'http', LLM_API_KEY: key });
    expect(await server.ended).toBe(1);
    const lines = server.errors().trim().split('\n');
    expect(lines).toEqual([
      'PORT must be a whole number from 0 to 65535, not "http"',
      expect.stringMatching(/^LLM_API_KEY must be set together with LLM_BASE_URL/),
    ]);
    expect(server.errors() + server.output()).not.toContain(key);
  });

  test('says that the port is taken and ends with 1', async () => {
    const first = run({});
    const { port } = new URL(await first.ready);
    const second = run({ PORT: port });
    expect(await second.ended).toBe(1);
    expect(second.errors()).toMatch(/^Cannot listen on 127.0.0.1 port \d+: something else/);
  });

  test('ends also where it looks for a Redis in the background', async () => {
    const first = run({});
    const { port } = new URL(await first.ready);
    const second = run({ PORT: port, REDIS_URL: 'redis://127.0.0.1:1' });
    expect(await second.ended).toBe(1);
  });
});

test('Redis away is no reason not to start, and is told in log, metrics and readiness', async () => {
  const server = run({ REDIS_URL: 'redis://:open-sesame@127.0.0.1:1', METRICS: '1' });
  const url = await server.ready;
  await expect.poll(server.output).toContain('Redis is away');
  const readiness = await fetch(`${url}/readyz`);
  expect(readiness.status).toBe(200);
  expect(await readiness.json()).toEqual({ status: 'ready', redis: 'away' });
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('\nquiz_redis_up 0\n');
  const quiz = await fetch(url + quizzesPath, jsonPost({ topic: 'history' }));
  expect(quiz.status).toBe(200);
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
  expect(server.output() + server.errors()).not.toContain('open-sesame');
});

test('SIGTERM turns readiness false first, and requests are served until a proxy has seen it', async () => {
  const server = run({});
  const url = await server.ready;
  server.child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  const quiz = await fetch(url + quizzesPath, jsonPost({ topic: 'history' }));
  expect(parseQuiz(await quiz.json())).toMatchObject({ ok: true });
  expect(await server.ended).toBe(0);
});

describe('told to stop while a quiz is written', () => {
  async function startWriting() {
    const { url: LLM_BASE_URL, asked } = await silentService();
    const server = run({ LLM_BASE_URL, LLM_API_KEY: key, OPENROUTER_API_KEY: key });
    const url = await server.ready;
    const leaving = new AbortController();
    const reply = fetch(url + quizzesPath, {
      ...jsonPost({ topic: 'art' }),
      signal: leaving.signal,
    }).catch(() => undefined);
    await asked;
    return { server, url, reply, leave: () => leaving.abort() };
  }

  test('waits for it, and ends with 0 when it is over', async () => {
    const { server, url, leave } = await startWriting();
    server.child.kill('SIGINT');
    await expect.poll(server.output).toContain('"msg":"stopping"');
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    expect(server.child.exitCode).toBeNull();
    leave();
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain('"status":499');
    expect(server.output() + server.errors()).not.toContain(key);
  });

  test('ends at once when told again', async () => {
    const { server } = await startWriting();
    server.child.kill('SIGINT');
    await expect.poll(server.output).toContain('"msg":"stopping"');
    const again = setInterval(() => server.child.kill('SIGINT'), 300);
    expect(await server.ended).toBe(1);
    clearInterval(again);
  });
});

describe('with a model', () => {
  const questions = loadSamples().history.slice(0, 5).map(sampleAsQuestion);

  /** A server whose model writes one quiz and answers nothing more. */
  async function startWith(env: Record<string, string>) {
    const upstream = await startTestUpstream();
    upstreams.push(upstream);
    upstream.answer(jsonScript(completion(JSON.stringify(questions))));
    upstream.answerOthers({ type: 'silence' });
    const server = run({ LLM_BASE_URL: `${upstream.origin}/v1`, ...env });
    const url = await server.ready;
    const ask = () => fetch(url + quizzesPath, jsonPost({ topic: 'history' }));
    const quiz = await ask();
    expect(parseQuiz(await quiz.json())).toMatchObject({ ok: true, value: { source: 'model' } });
    return { upstream, server, ask };
  }

  test('the next quiz is prepared, and given up when the server is told to stop', async () => {
    const { upstream, server } = await startWith({});
    await expect.poll(() => upstream.requests.length).toBe(2);
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain('The next quiz is not prepared: the server is stopping');
    expect(server.errors()).not.toContain('rejection');
  });

  test('the limits that are set hold', async () => {
    const { upstream, server, ask } = await startWith({
      SHELF_SIZE: '0',
      MODEL_CALLS_PER_DAY: '1',
    });
    const refused = await ask();
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(upstream.requests).toHaveLength(1);
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(server.output()).not.toContain('refill');
  });
});

test('a warning is printed plainly', async () => {
  const server = run({ LLM_BASE_URL: 'http://127.0.0.1:9/v1', OPENROUTER_API_KEY: key });
  await server.ready;
  await expect.poll(server.errors).toMatch(/^Warning: OPENROUTER_API_KEY is not sent to/);
  expect(server.errors()).not.toContain(key);
});

test('without a built page the start says how to build one', async () => {
  const page = join(directory, 'web', 'index.html');
  await rm(page);
  try {
    const server = run({});
    expect(await server.ended).toBe(1);
    expect(server.errors()).toMatch(/^There is no built page in .*npm run build/);
    expect(server.errors().trim().split('\n')).toHaveLength(1);
  } finally {
    await writeFile(page, '<!doctype html><title>Quiz</title>');
  }
});
