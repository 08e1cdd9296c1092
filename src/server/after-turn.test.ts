import { EventEmitter } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { createAfterTurn } from './after-turn.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);

afterEach(() => {
  process.off('unhandledRejection', note);
});

test('what is put off is run after the turn, together and in its order', async () => {
  const later = createAfterTurn(new EventEmitter());
  const seen: string[] = [];
  later(() => seen.push('one'));
  later(() => seen.push('two'));
  await Promise.resolve();
  expect(seen).toEqual([]);
  await turn();
  expect(seen).toEqual(['one', 'two']);
  later(() => later(() => seen.push('four')));
  await turn();
  await turn();
  expect(seen).toEqual(['one', 'two', 'four']);
});

test('what is left at the end of the process is run then, once, with what it puts off', async () => {
  const process = new EventEmitter();
  const later = createAfterTurn(process);
  const seen: string[] = [];
  later(() => {
    seen.push('last');
    later(() => seen.push('very last'));
  });
  process.emit('exit');
  expect(seen).toEqual(['last', 'very last']);
  await turn();
  expect(seen).toEqual(['last', 'very last']);
});

test('one that throws keeps no other back, and is heard of', async () => {
  process.on('unhandledRejection', note);
  const later = createAfterTurn(new EventEmitter());
  const bug = new Error('a bug');
  const seen: string[] = [];
  later(() => {
    throw bug;
  });
  later(() => seen.push('other'));
  await turn();
  expect(seen).toEqual(['other']);
  await expect.poll(() => unhandled).toEqual([bug]);
});
