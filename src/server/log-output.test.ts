import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createBatchedOutput } from './log-output.ts';

function testOutput() {
  const written: string[] = [];
  const process = new EventEmitter();
  const out = { write: (text: string) => void written.push(text) };
  return { written, process, output: createBatchedOutput({ out, process }) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('the lines of one turn of the event loop are written together, in their order', async () => {
  const { written, output } = testOutput();
  output.write('one\n');
  await Promise.resolve();
  output.write('two\n');
  expect(written).toEqual([]);
  await turn();
  expect(written).toEqual(['one\ntwo\n']);
  output.write('three\n');
  await turn();
  expect(written).toEqual(['one\ntwo\n', 'three\n']);
});

test('what is left at the end of the process is written then, and once', async () => {
  const { written, process, output } = testOutput();
  output.write('last\n');
  process.emit('exit');
  expect(written).toEqual(['last\n']);
  await turn();
  expect(written).toEqual(['last\n']);
});
