import fc from 'fast-check';
import { jsonrepair } from 'jsonrepair';
import { describe, expect, test } from 'vitest';
import { parseQuiz } from './api.ts';
import { readQuizReply } from './read-quiz-reply.ts';

const throwing = () => {
  throw new Error('no reading');
};
const mends = [undefined, jsonrepair, throwing];

/** Reads without and with each mending; whatever is accepted must be a quiz by the contract. */
function readEveryWay(content: string) {
  for (const mend of mends) {
    const reply = readQuizReply(content, mend ? { mend } : {});
    if (!reply.ok) {
      expect(reply.error.message).toMatch(
        /^(No content|No questions found) in response$|^Invalid question format at index \d+$/,
      );
      continue;
    }
    const quiz = { topic: 'history', source: 'model', questions: reply.value.questions };
    expect(parseQuiz(quiz)).toEqual({ ok: true, value: quiz });
  }
}

const words = fc.string().filter((text) => text.trim() !== '');
const question = fc.record({
  id: words,
  text: words,
  answers: fc
    .array(fc.record({ text: words, isCorrect: fc.boolean() }), { maxLength: 6 })
    .map((answers) => answers.map((answer, at) => ({ id: 'abcdef'.charAt(at), ...answer }))),
});
const quiz = fc.array(question, { minLength: 1, maxLength: 6 });

const names = [
  ...['id', 'text', 'question', 'answers', 'options', 'choices', 'isCorrect', 'correct', 'answer'],
  ...['correctAnswer', 'correctIndex', 'explanation', 'questions', 'quiz', 'items', '__proto__'],
  ...['constructor', 'A', 'b', '1', 'value'],
];
const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    'A',
    'b',
    'B) x',
    'true',
    'False',
    '',
    ' ',
    0,
    1,
    4,
    -1,
    1.5,
    true,
    null,
  ),
  fc.string(),
  fc.double(),
);
/** Trees made of the names that the reader knows, holding anything. */
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    scalar,
    fc.array(tie('tree'), { maxLength: 5 }),
    fc
      .array(fc.tuple(fc.constantFrom(...names), tie('tree')), { maxLength: 6 })
      .map(Object.fromEntries),
  ),
}));

/** Cuts, insertions, deletions and swapped types, each at some place of the text. */
const damage = fc.array(
  fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(8),
    fc.constantFrom(
      '',
      '"',
      "'",
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '\\',
      '```',
      '\n',
      'null',
      '1',
      'x',
      '“',
    ),
  ),
  { minLength: 1, maxLength: 6 },
);
const damaged = fc.tuple(quiz, damage, fc.boolean()).map(([questions, blows, cut]) =>
  blows.reduce((text, [place, length, insert], at) => {
    const from = Math.floor(place * text.length);
    return text.slice(0, from) + insert + (cut && at === 0 ? '' : text.slice(from + length));
  }, JSON.stringify(questions)),
);

describe('no reply makes the reader throw, and what it accepts is a quiz', () => {
  test.each([
    ['any text', fc.string({ unit: 'binary' })],
    ['any JSON', fc.json()],
    ['JSON with the names of a quiz', tree.map((value) => JSON.stringify(value) ?? '')],
    ['a list of it', fc.array(tree, { minLength: 1 }).map((list) => JSON.stringify(list))],
    ['a damaged quiz', damaged],
    [
      'a damaged quiz in fences',
      damaged.map((text) => `Sure:\n\`\`\`json\n${text}\n\`\`\`\nDone.`),
    ],
  ])('%s', (_, contents) => {
    fc.assert(fc.property(contents, readEveryWay), { numRuns: 300 });
  });

  test('a question of which one field has another type', () => {
    const swapped = fc
      .tuple(quiz, fc.constantFrom('id', 'text', 'answers'), tree, fc.nat(5))
      .map(([questions, name, value, at]) =>
        questions.map((one, index) => (index === at ? { ...one, [name]: value } : one)),
      );
    fc.assert(fc.property(swapped, (questions) => readEveryWay(JSON.stringify(questions))));
  });
});

test('a reply with exactly the specification’s fields comes back as it was', () => {
  fc.assert(
    fc.property(quiz, (questions) => {
      const content = JSON.stringify(questions);
      for (const text of [content, `\`\`\`json\n${content}\n\`\`\``]) {
        expect(readQuizReply(text, { mend: jsonrepair })).toEqual({
          ok: true,
          value: {
            questions: questions.map((one) => ({ ...one, selectedAnswerId: null })),
            mended: false,
          },
        });
      }
    }),
  );
});

describe('a megabyte of', () => {
  const million = 1_000_000;
  test.each([
    ['opening brackets', '['.repeat(million), 'not-json'],
    [
      'nested arrays',
      '['.repeat(million / 2) + ']'.repeat(million / 2),
      /not-json|invalid-question/,
    ],
    [
      'nested wrappers',
      `${'{"quiz":'.repeat(million / 8)}1${'}'.repeat(million / 8)}`,
      /not-json|no-questions/,
    ],
    ['empty lists', '[] '.repeat(million / 3), 'no-questions'],
    ['empty answers', `[{"answers":[${'{},'.repeat(million / 3)}{}]}]`, 'ok'],
    [
      'answers and a key',
      `[{"answers":[${'"a",'.repeat(million / 8)}"b"],"answer":"${'x '.repeat(million / 4)}"}]`,
      'ok',
    ],
    ['one text', `[{"text":"${'x'.repeat(million)}"}]`, 'ok'],
    [
      'blanks',
      `[{"answers":["${' '.repeat(million)}"],"answer":"A)${' '.repeat(million)}"}]`,
      'ok',
    ],
    ['quotes', `[${'"a"'.repeat(million / 3)}]`, 'not-json'],
    ['backslashes', `["${'\\'.repeat(million)}]`, 'not-json'],
    ['fences', '```\n'.repeat(million / 4), 'not-json'],
    ['blanks and no JSON', `x${' '.repeat(million)}[`, 'not-json'],
  ])(
    '%s is read, or refused, without delay',
    (_, content, outcome) => {
      for (const mend of [jsonrepair, throwing]) {
        const reply = readQuizReply(content, { mend });
        expect(reply.ok ? 'ok' : reply.error.code).toMatch(outcome);
      }
    },
    5000,
  );
});
