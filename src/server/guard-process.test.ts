import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { guardProcess } from './guard-process.ts';
import { createLog } from './log.ts';

function guarded() {
  const lines: string[] = [];
  const exits: number[] = [];
  const process = new EventEmitter();
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'info', secrets: ['key-of-the-operator'], destination });
  guardProcess({ process, log, exit: (code) => exits.push(code) });
  return { process, exits, logged: () => lines.map((line) => JSON.parse(line)) };
}

test('a rejection that nobody handled is logged, without secrets, and the process goes on', () => {
  const { process, exits, logged } = guarded();
  process.emit('unhandledRejection', new Error('late: key-of-the-operator'));
  process.emit('unhandledRejection', 'no error at all');
  expect(exits).toEqual([]);
  expect(logged()).toMatchObject([
    { level: 50, err: { message: 'late: [secret]', stack: expect.any(String) } },
    { level: 50, err: 'no error at all' },
  ]);
});

test('an exception that nobody caught is logged, and the process ends with 1', () => {
  const { process, exits, logged } = guarded();
  process.emit('uncaughtException', new TypeError('broken'));
  expect(logged()).toMatchObject([{ level: 60, err: { type: 'TypeError', message: 'broken' } }]);
  expect(exits).toEqual([1]);
});
