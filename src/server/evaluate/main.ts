import { systemClock } from '../clock.ts';
import { readEnvironment } from '../environment.ts';
import { evaluate } from './command.ts';

/** The process of `npm run evaluate`: its arguments, its environment, its signals, its exit code. */

const leaving = new AbortController();
// Any more of them change nothing: npm hands on the SIGINT that the terminal sends to both.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => leaving.abort());

process.exitCode = await evaluate({
  args: process.argv.slice(2),
  env: readEnvironment(process),
  clock: systemClock,
  random: Math.random,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: leaving.signal,
});
