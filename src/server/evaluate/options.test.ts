import { describe, expect, test } from 'vitest';
import { topicIds } from '../../domain/topics.ts';
import { readOptions } from './options.ts';

describe('the command line', () => {
  test('by default asks for three quizzes on every topic, checked blind', () => {
    expect(readOptions([])).toEqual({
      ok: true,
      value: {
        topics: topicIds,
        quizzesPerTopic: 3,
        concurrency: 2,
        blindCheck: true,
        json: false,
        demo: false,
        help: false,
      },
    });
  });

  test('names topics in any order and case, each once', () => {
    const args = ['--topics', 'Art, history,art', '--quizzes=100', '--concurrency', '10'];
    expect(readOptions([...args, '--no-blind-check', '--json', '--demo', '--help'])).toEqual({
      ok: true,
      value: {
        topics: ['history', 'art'],
        quizzesPerTopic: 100,
        concurrency: 10,
        blindCheck: false,
        json: true,
        demo: true,
        help: true,
      },
    });
  });

  test.each([
    [['--topic', 'art'], "Unknown option '--topic'"],
    [['art'], /^Unexpected argument 'art'/],
    [['--topics'], /^Option '--topics <value>' argument missing/],
    [['--json=yes'], /^Option '--json' does not take an argument/],
    [['--topics', 'art,chess'], /^There is no topic "chess"\. The topics are wellness, .*music$/],
    [['--topics', ''], /^There is no topic ""/],
    [['--quizzes', '0'], '--quizzes must be a whole number from 1 to 100, not "0"'],
    [['--quizzes', '101'], '--quizzes must be a whole number from 1 to 100, not "101"'],
    [['--quizzes', '1.5'], '--quizzes must be a whole number from 1 to 100, not "1.5"'],
    [['--concurrency', '11'], '--concurrency must be a whole number from 1 to 10, not "11"'],
  ])('%j is refused in one line', (args, error) => {
    const read = readOptions(args);
    expect(read).toEqual({
      ok: false,
      error: typeof error === 'string' ? error : expect.stringMatching(error),
    });
    expect(!read.ok && read.error).not.toContain('\n');
  });
});
