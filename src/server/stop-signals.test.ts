import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { onStopSignal, type StopSignal } from './stop-signals.ts';
import { createTestClock } from './test-clock.ts';

function signalled(stop: (signal: StopSignal) => Promise<void> = async () => {}) {
  const process = new EventEmitter();
  const clock = createTestClock();
  const exits: number[] = [];
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'info', secrets: [], destination });
  onStopSignal({ process, stop, exit: (code) => void exits.push(code), clock, log });
  const settle = () => new Promise(setImmediate);
  return { process, clock, exits, lines, settle };
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s stops once and ends with 0', async (signal) => {
  const stops: StopSignal[] = [];
  const { process, exits, settle } = signalled(async (name) => void stops.push(name));
  process.emit(signal);
  await settle();
  expect(stops).toEqual([signal]);
  expect(exits).toEqual([0]);
});

test('the same signal, handed on, changes nothing; a second one later ends at once', () => {
  let stops = 0;
  const { process, clock, exits } = signalled(() => {
    stops += 1;
    return new Promise(() => {});
  });
  process.emit('SIGINT');
  clock.advance(999);
  process.emit('SIGINT');
  expect(exits).toEqual([]);
  clock.advance(1);
  process.emit('SIGINT');
  expect(exits).toEqual([1]);
  expect(stops).toBe(1);
});

test('a stop that fails is logged and ends with 1', async () => {
  const { process, exits, lines, settle } = signalled(() => Promise.reject(new Error('stuck')));
  process.emit('SIGTERM');
  await settle();
  expect(exits).toEqual([1]);
  expect(lines.join()).toContain('stuck');
});
