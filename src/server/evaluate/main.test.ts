import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestUpstream, type TestUpstream } from '../model/test-upstream.ts';
import { buildEntry, projectFolder } from '../test-build.ts';

// The built command as a process: its arguments, its environment, its signals and its exit codes.

// Inside the project, so that the built command finds its packages.
const directory = join(projectFolder, 'dist', `evaluate-test-${process.pid}`);
const running: ChildProcess[] = [];
let upstream: TestUpstream;

beforeAll(async () => {
  await buildEntry('src/server/evaluate/main.ts', directory);
  upstream = await startTestUpstream();
  upstream.answerOthers({ type: 'silence' });
}, 60_000);

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await upstream.close();
  await rm(directory, { recursive: true, force: true });
});

function run(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(directory, 'main.js'), ...args], {
    cwd: directory,
    env,
  });
  running.push(child);
  const pieces: string[] = [];
  child.stdout.on('data', (piece) => pieces.push(String(piece)));
  child.stderr.on('data', (piece) => pieces.push(String(piece)));
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code));
  });
  return { child, ended, text: () => pieces.join('') };
}

vi.setConfig({ testTimeout: 30_000 });

test('without a model it ends with 1', async () => {
  const command = run([]);
  expect(await command.ended).toBe(1);
  expect(command.text()).toContain('No language model is set');
});

test('the demonstration runs from the built files', async () => {
  const command = run(['--demo', '--topics', 'geography', '--quizzes', '1']);
  await command.ended;
  expect(command.text()).toMatch(/^ {2}finished +1$/m);
});

test('interrupted, once or twice, it prints what there is and ends with 130', async () => {
  const command = run(['--topics', 'art'], { LLM_BASE_URL: upstream.origin, QUIZ_MODEL: 'quiz' });
  await upstream.nextRequest();
  command.child.kill('SIGINT');
  command.child.kill('SIGINT');
  expect(await command.ended).toBe(130);
  expect(command.text()).toContain('Interrupted after 0 of 3 quizzes.');
});
