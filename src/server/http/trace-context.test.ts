import { describe, expect, test } from 'vitest';
import { readTrace } from './trace-context.ts';

const id = '0af7651916cd43dd8448eb211c80319c';
const parent = 'b7ad6b7169203331';
const valid = `00-${id}-${parent}-01`;

/** UUIDs that are different each time: of ones, then of twos, and so on. */
function counting(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return '00000000-0000-0000-0000-000000000000'.replaceAll('0', String(count));
  };
}

const read = (traceparent?: string, tracestate?: string, newUuid = counting()) =>
  readTrace({ traceparent, tracestate }, newUuid);

describe('traceparent', () => {
  test('that is valid gives the id, and each call a parent id of its own', () => {
    const trace = read(valid);
    expect(trace.id).toBe(id);
    expect(trace.headers?.()).toEqual({ traceparent: `00-${id}-1111111111111111-01` });
    expect(trace.headers?.()).toEqual({ traceparent: `00-${id}-2222222222222222-01` });
  });

  test('that is not there makes a new id, and calls carry nothing of it', () => {
    expect(read()).toEqual({ id: '1'.repeat(32) });
  });

  test.each([
    ['of another form', 'trace'],
    ['empty', ''],
    ['with an id in capitals', valid.toUpperCase()],
    ['with an id of zeros', `00-${'0'.repeat(32)}-${parent}-01`],
    ['with a parent of zeros', `00-${id}-${'0'.repeat(16)}-01`],
    ['with a short id', `00-${id.slice(1)}-${parent}-01`],
    ['with a long id', `00-${id}a-${parent}-01`],
    ['with a letter that is no digit', `00-${id.slice(1)}g-${parent}-01`],
    ['without flags', `00-${id}-${parent}`],
    ['with flags of one digit', `00-${id}-${parent}-1`],
    ['with more than version 00 has', `${valid}-more`],
    ['of the version that is none', `ff-${id}-${parent}-01`],
    ['given twice', `${valid}, ${valid}`],
    ['with a line after it', `${valid}\n`],
  ])('%s is as though it were not there', (_name, traceparent) => {
    expect(read(traceparent, 'vendor=1')).toEqual({ id: '1'.repeat(32) });
  });

  test.each([
    [`01-${id}-${parent}-01`, '01'],
    [`cc-${id}-${parent}-01-what-the-future-brings`, '01'],
  ])('of a later version (%s) is read as far as 00 goes, and passed on as 00', (text, flags) => {
    expect(read(text).headers?.()).toEqual({
      traceparent: `00-${id}-1111111111111111-${flags}`,
    });
  });

  test.each([
    ['00', '00'],
    ['01', '01'],
    ['02', '02'],
    ['03', '03'],
    ['ff', '03'],
    ['fc', '00'],
  ])('flags %s are passed on as %s: what is not defined is 0', (given, sent) => {
    expect(read(`00-${id}-${parent}-${given}`).headers?.().traceparent?.slice(-3)).toBe(`-${sent}`);
  });

  test('a random source that gives zeros makes no id that is not valid', () => {
    const zeros = () => '00000000-0000-4000-8000-000000000000';
    expect(read(undefined, undefined, zeros).id).toBe('00000000000040008000000000000000');
    expect(read(valid, undefined, zeros).headers?.().traceparent).toContain('-8000000000000000-');
  });
});

describe('tracestate', () => {
  const passedOn = (state: string) => read(valid, state).headers?.().tracestate;

  test.each([
    ['one member', 'congo=t61rcWkgMzE'],
    ['several', 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'],
    ['blanks between them', 'rojo=1 ,\tcongo=2'],
    ['members left empty', 'rojo=1,,congo=2,'],
    ['a tenant', 'fw529a3039@dt=FfffFFFf;x:y'],
    ['a key of signs and digits', '0a_-*/@z=1'],
    ['the longest that is', `a=${'x'.repeat(256)},b=${'y'.repeat(251)}`],
    ['32 members', Array.from({ length: 32 }, (_, at) => `k${at}=1`).join(',')],
  ])('with %s is passed on as it came', (_name, state) => {
    expect(state.length).toBeLessThanOrEqual(512);
    expect(passedOn(state)).toBe(state);
  });

  test.each([
    ['nothing', ''],
    ['blanks alone', ' , '],
    ['a member without a value', 'rojo'],
    ['an empty value', 'rojo='],
    ['an empty key', '=1'],
    ['a key in capitals', 'Rojo=1'],
    ['a key twice', 'rojo=1,rojo=2'],
    ['an equals sign in a value', 'rojo=1=2'],
    ['letters outside ASCII', 'rojo=é'],
    ['a value that is too long', `rojo=${'x'.repeat(257)}`],
    ['a key that is too long', `${'k'.repeat(257)}=1`],
    ['33 members', Array.from({ length: 33 }, (_, at) => `k${at}=1`).join(',')],
    ['513 characters', `a=${'x'.repeat(256)},b=${'y'.repeat(252)}`],
    ['a hundred thousand blanks', `a=${' '.repeat(100_000)}b`],
  ])('with %s is left out, and the trace goes on', (_name, state) => {
    expect(passedOn(state)).toBeUndefined();
    expect(read(valid, state).headers?.()).toEqual({
      traceparent: `00-${id}-1111111111111111-01`,
    });
  });
});
