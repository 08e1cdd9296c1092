import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseQuiz } from '../src/domain/api.ts';
import { readDockerfile } from './dockerfile.ts';
import { readDockerignore } from './dockerignore.ts';
import { type Image, inImage, runStage } from './image-stage.ts';

// There is no Docker here, so the steps of the Dockerfile run as they are written, in clean folders of
// this machine, one for each stage. What stays untried is the images that the stages begin with.

const root = path.resolve(import.meta.dirname, '..');
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
const stages = readDockerfile(dockerfile);
const admits = readDockerignore(readFileSync(path.join(root, '.dockerignore'), 'utf8'));

const folder = mkdtempSync(path.join(tmpdir(), 'ai-quiz-app-image-'));
const context = path.join(folder, 'context');
let image: Image;

/** What a step needs of this machine to find programs and the package registry; no key is among it. */
const machine = Object.fromEntries(
  Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      /^(PATH|HOME|TMPDIR|(https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|npm_config_(registry|cache|userconfig|globalconfig|\w*proxy|cafile))$/i.test(
        entry[0],
      ),
  ),
);

/** The files of the project that `docker build` would be sent. */
function contextFiles(at = '.'): readonly string[] {
  return readdirSync(path.join(root, at), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(at, entry.name);
    // Folders that are out stay unread, but for the one of which single files are let in.
    if (entry.isDirectory()) return admits(name) || name === 'scripts' ? contextFiles(name) : [];
    return admits(name) ? [name] : [];
  });
}

/** Every path under the image with its size and its time of change. */
function snapshot(): readonly string[] {
  return readdirSync(image.root, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = statSync(path.join(image.root, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

/** As the user of the image where this process may choose one, as itself otherwise. */
function imageUser(): { uid: number; gid: number } | object {
  const [uid = 0, gid = 0] = image.user.split(':').map(Number);
  return process.getuid?.() === 0 ? { uid, gid } : {};
}

const running: ChildProcess[] = [];

/** A program in the image, which knows nothing of this machine but where programs are. */
function start([program, ...args]: readonly [string, ...string[]], env: Record<string, string>) {
  const child = spawn(program, args, {
    ...imageUser(),
    cwd: inImage(image, '.'),
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...image.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code) };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return String(address.port);
}

const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The runtime stage lacks an instruction');
  return value;
};

/** Starts the image's command, or another, and waits until the server answers. */
async function startServer(command = required(image.command)) {
  const port = await freePort();
  const server = start(command, { PORT: port });
  await expect.poll(server.output, { timeout: 10_000 }).toContain('is ready at');
  const url = `http://127.0.0.1:${port}`;
  const checkHealth = () => start(required(image.healthcheck), { PORT: port }).ended;
  const takeQuiz = async () => {
    const reply = await fetch(`${url}/api/quizzes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"topic":"history"}',
    });
    return parseQuiz(await reply.json());
  };
  return { ...server, url, checkHealth, takeQuiz };
}

const sampleQuiz = { ok: true, value: { topic: 'history', source: 'samples' } };

beforeAll(() => {
  // Open to the image's user, who is another one than that of the tests.
  chmodSync(folder, 0o755);
  mkdirSync(context);
  for (const file of contextFiles()) cpSync(path.join(root, file), path.join(context, file));
  const images = new Map<string, Image>();
  // What lies in npm's cache is not asked for again.
  const env = { ...machine, npm_config_prefer_offline: 'true' };
  for (const stage of stages) {
    image = runStage(stage, { context, root: path.join(folder, stage.name), others: images, env });
    images.set(stage.name, image);
  }
  spawnSync('chmod', ['-R', 'a-w', image.root]);
}, 240_000);

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

afterAll(() => {
  spawnSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
});

describe('the build context', () => {
  test('is what the build reads and nothing else', () => {
    const [top] = [new Set(contextFiles().map((file) => file.split('/', 1)[0]))];
    expect([...top].sort()).toEqual([
      '.npmrc',
      'index.html',
      'package-lock.json',
      'package.json',
      'public',
      'scripts',
      'src',
      'tsconfig.base.json',
      'tsconfig.json',
      'vite.config.ts',
    ]);
    expect(contextFiles().filter((file) => /\.test\.|\.env|\.pem$|\.key$/.test(file))).toEqual([]);
  });

  test.each([
    '.env',
    '.env.production',
    'src/.env.local',
    'src/server/id.pem',
    '.git/config',
    'node_modules/hono/package.json',
    'dist/server/main.js',
    'docs/deploying.md',
    'deploy/Caddyfile',
    'scripts/dockerfile.ts',
    'src/server/app.test.ts',
    'anything-new',
  ])('leaves out %s', (file) => expect(admits(file)).toBe(false));
});

describe('the image', () => {
  test('holds the server, the page and what they run on, and no tool of the build', () => {
    expect(readdirSync(inImage(image, '.')).sort()).toEqual([
      'dist',
      'node_modules',
      'package.json',
    ]);
    const packages = readdirSync(inImage(image, 'node_modules'));
    expect(packages).toContain('hono');
    for (const tool of ['vite', 'vitest', 'typescript', '@biomejs', '@playwright']) {
      expect(packages).not.toContain(tool);
    }
  });

  test('sets no key, and takes none while it is built', () => {
    expect(Object.keys(image.env).sort()).toEqual(['HOST', 'NODE_ENV', 'PORT']);
    const names = stages.flatMap(({ instructions }) => instructions.map(({ name }) => name));
    expect(names).not.toContain('ARG');
    expect(dockerfile).not.toMatch(/--mount=type=secret|API_KEY/);
  });

  test('runs as somebody who may write nothing in it', async () => {
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const write = "require('node:fs').writeFileSync('dist/new', '')";
    const writer = start(['node', '--eval', write], {});
    expect(await writer.ended).toBe(1);
    expect(writer.output()).toMatch(/EACCES|EROFS/);
  });

  test('serves a quiz, tells its health and stops when told to, and writes no file', async () => {
    const before = snapshot();
    const server = await startServer();
    expect(await server.takeQuiz()).toMatchObject(sampleQuiz);
    const page = await fetch(`${server.url}/quiz`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await server.checkHealth()).toBe(0);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(await server.checkHealth()).toBe(1);
    expect(snapshot()).toEqual(before);
  }, 30_000);

  test('runs where Node itself allows no writing, no child process and no native code', async () => {
    // The flag's name until Node 22.
    const [permission = '--experimental-permission'] = ['--permission'].filter((flag) =>
      process.allowedNodeEnvironmentFlags.has(flag),
    );
    const [program, ...args] = required(image.command);
    const server = await startServer([program, permission, '--allow-fs-read=*', ...args]);
    expect(await server.takeQuiz()).toMatchObject(sampleQuiz);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  }, 30_000);
});
