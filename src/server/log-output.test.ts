import { expect, test } from 'vitest';
import { createBatchedOutput } from './log-output.ts';

test('the lines of one turn of the event loop are written together, in their order', () => {
  const written: string[] = [];
  const putOff: (() => void)[] = [];
  const output = createBatchedOutput({
    later: (run) => void putOff.push(run),
    out: { write: (text) => void written.push(text) },
  });
  output.write('one\n');
  output.write('two\n');
  expect(written).toEqual([]);
  for (const run of putOff.splice(0)) run();
  expect(written).toEqual(['one\ntwo\n']);
  output.write('three\n');
  for (const run of putOff.splice(0)) run();
  expect(written).toEqual(['one\ntwo\n', 'three\n']);
});
