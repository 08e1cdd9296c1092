import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildEntry, projectFolder } from './test-build.ts';

/** A process of the built server. */
export interface BuiltServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  /** What it has printed so far, and what of it on standard error. */
  output(): string;
  errors(): string;
  /** Sends SIGINT and gives the exit code. */
  stop(): Promise<number | null>;
}

export interface Build {
  /** Starts a process with these settings alone; rejects when it ends before it is ready. */
  start(env: Readonly<Record<string, string>>): Promise<BuiltServer>;
  /** Ends every process that is left, and removes the build. */
  remove(): Promise<void>;
}

/** For tests: builds the server as for production, with a page of `files`, paths to texts. */
export async function buildServer(files: Readonly<Record<string, string>>): Promise<Build> {
  // Inside the project, so that the built server finds its packages.
  await mkdir(join(projectFolder, 'dist'), { recursive: true });
  const directory = await mkdtemp(join(projectFolder, 'dist', 'test-'));
  const script = join(directory, 'server', 'main.js');
  await buildEntry('src/server/main.ts', dirname(script));
  for (const [path, text] of Object.entries(files)) {
    const file = join(directory, 'web', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const stops = new Set<() => Promise<unknown>>();

  return {
    async start(env) {
      const settings = { PORT: '0', ...env };
      const child = spawn(process.execPath, [script], { cwd: directory, env: settings });
      const printed = { output: '', errors: '' };
      const ended = new Promise<number | null>((resolve) => {
        child.on('close', (code) => resolve(code));
      });
      const end = (signal: 'SIGINT' | 'SIGKILL') => {
        child.kill(signal);
        return ended;
      };
      stops.add(() => end('SIGKILL'));
      child.stderr.on('data', (chunk) => {
        printed.errors += chunk;
      });
      const url = await new Promise<string>((resolve, reject) => {
        child.stdout.on('data', (chunk) => {
          printed.output += chunk;
          const address = /ready at (http:\S+)/.exec(printed.output)?.[1];
          if (address) resolve(address);
        });
        void ended.then((code) => reject(new Error(`ended with ${code}: ${printed.errors}`)));
      });
      return {
        url,
        port: Number(new URL(url).port),
        output: () => printed.output,
        errors: () => printed.errors,
        stop: () => end('SIGINT'),
      };
    },
    async remove() {
      await Promise.all([...stops].map((stop) => stop()));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
