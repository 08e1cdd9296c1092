import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { root } from '../scripts/install.mjs';

/**
 * A child that listens on this machine.
 * @typedef {object} RunningChild
 * @property {string} origin such as `http://127.0.0.1:4000`
 * @property {number} pid
 * @property {() => Promise<void>} collectGarbage resolves when it is done
 * @property {() => Promise<void>} stop resolves when the process is gone
 */

/** The built server. */
export const serverFile = path.join(root, 'dist', 'server', 'main.js');

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => process.exit(128 + os.constants.signals[signal]));
}

/**
 * Has a child killed on whatever way this process ends; it ends by itself where this one is killed.
 * @param {import('node:child_process').ChildProcess} child
 */
export function endWithUs(child) {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

/**
 * Starts a file with Node and waits until it listens. Of our environment it sees nothing.
 * @param {string} file
 * @param {Readonly<Record<string, string>>} env `PORT` is added to it
 * @param {readonly string[]} [nodeFlags]
 * @returns {Promise<RunningChild>}
 */
export async function startChild(file, env, nodeFlags = []) {
  const port = await freePort();
  const guard = path.join(import.meta.dirname, 'processes', 'child.mjs');
  const child = spawn(process.execPath, [...nodeFlags, '--import', guard, file], {
    cwd: import.meta.dirname,
    env: { NODE_ENV: 'production', PORT: String(port), ...env },
    // Lines of the log are written as always; nobody here has the time to read them.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  endWithUs(child);
  const exited = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  await untilItListens(child, origin);
  return {
    origin,
    pid: child.pid ?? 0,
    async collectGarbage() {
      const collected = once(child, 'message');
      child.send('collect-garbage');
      await collected;
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** A port that was free a moment ago. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port is free');
  server.close();
  await once(server, 'close');
  return address.port;
}

const longestStartMs = 10_000;

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} origin
 */
async function untilItListens(child, origin) {
  for (const giveUpAt = performance.now() + longestStartMs; performance.now() < giveUpAt; ) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    const reply = await fetch(`${origin}/healthz`).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Nothing answers at ${origin}`);
}
