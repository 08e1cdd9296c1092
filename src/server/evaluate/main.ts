import { systemClock } from '../clock.ts';
import { evaluate } from './command.ts';

/** The process of `npm run evaluate`: its arguments, its environment, its signals, its exit code. */

try {
  process.loadEnvFile();
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

const leaving = new AbortController();
// Any more of them change nothing: npm hands on the SIGINT that the terminal sends to both.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => leaving.abort());

process.exitCode = await evaluate({
  args: process.argv.slice(2),
  env: process.env,
  clock: systemClock,
  random: Math.random,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: leaving.signal,
});
