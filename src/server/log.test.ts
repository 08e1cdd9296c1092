import { describe, expect, test, vi } from 'vitest';
import { createLog, type LogOptions, strikeSecrets } from './log.ts';

const key = 'key-of-the-operator';

function testLog(options: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'info', secrets: [key], destination, ...options });
  return { log, lines };
}

describe('a log', () => {
  test('writes JSON lines with level, time and text', () => {
    const { log, lines } = testLog();
    log.info({ topic: 'art' }, 'hello');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      topic: 'art',
      msg: 'hello',
    });
  });

  test('tells the time of each line, also where lines share one', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { log, lines } = testLog();
      vi.setSystemTime('2026-11-22T00:00:00.001Z');
      log.info('one');
      log.info('with it');
      vi.setSystemTime('2026-11-22T00:00:00.002Z');
      log.info('after it');
      const times = lines.map((line) => JSON.parse(line).time);
      expect(times).toEqual([
        '2026-11-22T00:00:00.001Z',
        '2026-11-22T00:00:00.001Z',
        '2026-11-22T00:00:00.002Z',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('leaves out what is below its level', () => {
    const { log, lines } = testLog({ level: 'warn' });
    log.info('not this');
    log.warn('but this');
    expect(lines).toHaveLength(1);
  });

  test('holds no secret: in a text, a field, an error and its causes, or a child', () => {
    const { log, lines } = testLog();
    log.info(`using ${key}`);
    log.info({ headers: { authorization: key }, [key]: 1 }, 'call');
    log.error({ err: new Error(`refused ${key}`, { cause: new Error(key) }) }, 'failed');
    log.child({ id: key }).info('from a child');
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(line).not.toContain(key);
      expect(line).toContain('[secret]');
      expect(JSON.parse(line)).toHaveProperty('msg');
    }
  });
});

describe('striking secrets', () => {
  test.each([
    ['each occurrence', `${key} and ${key}`, '[secret] and [secret]'],
    ['a key of nobody here', 'sent sk-or-v1-0123456789', 'sent [secret]'],
    ['a bearer token', 'Authorization: Bearer abc.def-123456=', 'Authorization: [secret]'],
    ['nothing in plain words', 'ask the bearer of news', 'ask the bearer of news'],
  ])('strikes %s', (_name, text, struck) => {
    expect(strikeSecrets(text, [key])).toBe(struck);
  });

  test('finds a key that stands escaped in a JSON line', () => {
    const odd = 'quote"and\\slash';
    expect(strikeSecrets(JSON.stringify({ a: odd }), [odd])).toBe('{"a":"[secret]"}');
  });

  test('finds a key that stands escaped in the JSON of a service, inside a JSON line', () => {
    const odd = 'quote"and\\slash';
    const body = JSON.stringify({ error: JSON.stringify({ message: `Key ${odd} is no key` }) });
    const struck = strikeSecrets(JSON.stringify({ msg: body }), [odd]);
    expect(struck).toContain('Key [secret] is no key');
    expect(struck).not.toContain('slash');
    expect(JSON.parse(struck)).toHaveProperty('msg');
  });

  test('takes an empty secret for none', () => {
    expect(strikeSecrets('as it is', [''])).toBe('as it is');
  });
});
