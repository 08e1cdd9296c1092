import { existsSync, readFileSync } from 'node:fs';

/** Microseconds in a tick of /proc: Linux counts a hundred a second on every usual machine. */
const microsecondsPerTick = 10_000;

/**
 * The processor time that a process took so far, in microseconds, all its threads together;
 * NaN where there is no /proc.
 * @param {number} pid
 */
export function cpuOf(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The name, in parentheses, may hold spaces; user and system time are the 14th and 15th fields.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}

/**
 * The most memory that a process held so far, in MB; NaN where there is no /proc.
 * @param {number} pid
 */
export function peakMemoryOf(pid) {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}
