import { expect, test } from 'vitest';
import { type AbortSignalLike, PlainSignal } from './abort-signal.ts';

function makers() {
  const plain = new PlainSignal();
  const controller = new AbortController();
  return [
    { signal: plain as AbortSignalLike, abort: (reason: unknown) => plain.abort(reason) },
    { signal: controller.signal, abort: (reason: unknown) => controller.abort(reason) },
  ];
}

test.each(makers())('a signal aborts once, with its first reason ($signal)', (made) => {
  const { signal, abort } = made;
  const seen: unknown[] = [];
  const tell = () => void seen.push(signal.reason);
  const tellToo = () => void seen.push('too');
  signal.addEventListener('abort', tell);
  signal.addEventListener('abort', tellToo);
  signal.removeEventListener('abort', tellToo);
  signal.throwIfAborted();
  expect(signal.aborted).toBe(false);

  const reason = new Error('gone');
  abort(reason);
  abort(new Error('gone again'));
  expect(seen).toEqual([reason]);
  expect(signal.aborted).toBe(true);
  expect(() => signal.throwIfAborted()).toThrow(reason);
});
