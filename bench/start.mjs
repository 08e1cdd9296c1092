import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { median } from './load-generator.mjs';
import { endWithUs, serverFile } from './processes.mjs';
import { number, printMachine, printTable } from './table.mjs';

const budgetMs = 300;
const runs = 10;

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const settings = {
  'no settings: samples': {},
  'a model, metrics on': { OPENROUTER_API_KEY: 'bench-bench-bench', METRICS: '1' },
};

/**
 * Ms from the start of the process to the line that tells its address, when it listens.
 * @param {Readonly<Record<string, string>>} env
 */
async function startOnce(env) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [serverFile], {
    cwd: import.meta.dirname,
    env: { NODE_ENV: 'production', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithUs(child);
  const exited = once(child, 'exit');
  let text = '';
  for await (const piece of child.stdout.setEncoding('utf8')) {
    text += piece;
    if (text.includes(' ready at http')) break;
  }
  const ms = performance.now() - startedAt;
  if (!text.includes(' ready at http')) throw new Error(`The server did not start: ${text}`);
  child.kill('SIGKILL');
  await exited;
  return ms;
}

/**
 * `npm run bench -- start`: how long the built server takes until it listens. A median above the
 * budget is said, and fails with `--strict` only: a busy machine is slower than the code.
 * @param {readonly string[]} args
 * @returns {Promise<boolean>}
 */
export async function run(args) {
  const { values } = parseArgs({ args: [...args], options: { strict: { type: 'boolean' } } });
  printMachine();
  console.log(`Cold start of the built server, ${runs} times, in ms; budget ${budgetMs} (median)`);
  const rows = [];
  let isWithin = true;
  for (const [name, env] of Object.entries(settings)) {
    await startOnce(env);
    const times = [];
    for (let count = 0; count < runs; count += 1) times.push(await startOnce(env));
    const middle = median(times);
    isWithin &&= middle <= budgetMs;
    const figures = [Math.min(...times), middle, Math.max(...times)].map((ms) => number(ms));
    rows.push([name, ...figures, middle <= budgetMs ? 'within' : 'OVER']);
  }
  printTable(['', 'min', 'median', 'max', 'budget'], rows);
  return isWithin || !values.strict;
}
