import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feedbackWordLimit } from './limits.ts';
import { readFeedbackReply } from './read-feedback-reply.ts';

/** `count` words without a sentence end. */
const words = (count: number) => Array.from({ length: count }, (_, at) => `Word${at}`).join(' ');
const wordsIn = (text: string) => text.split(/\s+/).length;

describe('lines', () => {
  test.each([
    ['are trimmed and joined', '  Well done! \n\tKeep going.  ', 'Well done! Keep going.'],
    ['that are blank are dropped', 'Well done!\n\n  \nKeep going.', 'Well done! Keep going.'],
    ['may end in any way', 'One\r\ntwo\rthree\u2028four', 'One two three four'],
    ['keep the spaces within', 'Well  done!', 'Well  done!'],
    ['may be one', 'Well done', 'Well done'],
  ])('%s', (_, content, text) => {
    expect(readFeedbackReply(content)).toBe(text);
  });

  test.each([null, undefined, '', ' \n \t\r\n', '\uFEFF'])('nothing is left of %j', (content) => {
    expect(readFeedbackReply(content)).toBeUndefined();
  });
});

describe('a text of 100 words or more', () => {
  test('is left alone at 99', () => {
    expect(readFeedbackReply(words(99))).toBe(words(99));
  });

  test('ends at its last sentence that fits', () => {
    const text = `Well done! You know much. ${words(90)} and ${words(20)}.`;
    expect(readFeedbackReply(text)).toBe('Well done! You know much.');
  });

  test('may fill the limit with whole sentences', () => {
    const fits = `${words(98)} end.`;
    expect(readFeedbackReply(`${fits} And more.`)).toBe(fits);
  });

  test('ends after 99 words with an ellipsis where the first sentence runs over', () => {
    expect(readFeedbackReply(words(100))).toBe(`${words(99)}…`);
    expect(readFeedbackReply(`${words(99)}, and more. Done.`)).toBe(`${words(99)}…`);
  });
});

describe('a text that was cut off', () => {
  const cut = (content: string) => readFeedbackReply(content, { cutOff: true });

  test.each([
    ['a full stop', 'Well done. Keep go', 'Well done.'],
    ['an exclamation mark', 'Well done! Keep go', 'Well done!'],
    ['a question mark', 'Not bad, eh? Keep go', 'Not bad, eh?'],
    ['several marks', 'Wow?!... Keep go', 'Wow?!...'],
    ['an ellipsis', 'Well… Keep go', 'Well…'],
    ['a quote behind the mark', 'They say “well done.” Keep go', 'They say “well done.”'],
    ['a bracket behind the mark', 'Done (and well!) Keep go', 'Done (and well!)'],
    ['emphasis behind the mark', '**Well done!** Keep go', '**Well done!**'],
    ['a quote before the next', 'Well done. “Keep go', 'Well done.'],
    ['a mark in Chinese', '做得好！继续', '做得好！'],
    ['the last of several', 'One. Two. Three. Fo', 'One. Two. Three.'],
    ['the very end', 'One. Two.', 'One. Two.'],
    ['a sentence with a decimal', 'You got 3.5 points. Ke', 'You got 3.5 points.'],
    ['a sentence with a title', 'Read Dr. Watson. The', 'Read Dr. Watson.'],
  ])('ends at %s', (_, content, text) => {
    expect(cut(content)).toBe(text);
  });

  test.each([
    ['is no sentence', 'You did very we'],
    ['stops at a title', 'You know as much as Dr. Wats'],
    ['stops at an initial', 'You know as much as J. Wats'],
    ['stops at an abbreviation', 'You know much, e.g. the pla'],
    ['stops at an abbreviation before a capital', 'You know much (e.g. Mars and'],
    ['stops at marks before a small letter', 'You know... well, mu'],
    ['stops at speech that goes on', '“Well done!” say the jud'],
    ['stops within a number', 'You got 3.5 poi'],
    ['is blank', ' \n '],
  ])('gives nothing where it %s', (_, content) => {
    expect(cut(content)).toBeUndefined();
  });

  test('is held under the limit as well', () => {
    expect(cut(`Fine. ${words(110)}. And th`)).toBe('Fine.');
    expect(cut(`${words(110)}. And th`)).toBe(`${words(99)}…`);
  });
});

test('whatever is sent, the text is one trimmed line under the limit, or undefined', () => {
  const piece = fc.constantFrom(
    'word',
    'Word',
    '.',
    '!',
    '"',
    ')',
    ' ',
    '\n',
    '…',
    '。',
    'Dr',
    '3',
  );
  const content = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 400 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(content, fc.boolean(), (sent, cutOff) => {
      const text = readFeedbackReply(sent, { cutOff });
      if (text === undefined) return;
      expect(text).toBe(text.trim());
      expect(text).not.toMatch(/^$|[\r\n]/);
      expect(wordsIn(text)).toBeLessThan(feedbackWordLimit);
    }),
  );
});

test.each([
  ['points', '.'.repeat(1_000_000)],
  ['points and a letter', `${'.'.repeat(1_000_000)}a`],
  ['quotes behind a point', `.${'"'.repeat(1_000_000)}a`],
  ['blanks', `a.${' '.repeat(1_000_000)}b`],
  ['points and quotes', '."'.repeat(500_000)],
])(
  'a megabyte of %s is read without delay',
  (_, content) => {
    const text = readFeedbackReply(content, { cutOff: true });
    expect(text === undefined || content.startsWith(text)).toBe(true);
  },
  5000,
);
