import { expect, test } from 'vitest';
import { createQuestionCounter } from './question-counter.ts';

const question = (text: string) => ({
  id: 'q',
  text,
  answers: [
    { id: 'a', text: 'Yes', isCorrect: true },
    { id: 'b', text: 'No', isCorrect: false },
  ],
});

const quiz = [
  question('Why?'),
  question('What does "}]" mean, and "{["? A \\ too.'),
  question('Who’s there {'),
  question('When'),
  question('Where'),
];

/** The counts after each character of a text. */
function counts(text: string): number[] {
  const counter = createQuestionCounter();
  return [...text].map((character) => counter.add(character));
}

const list = JSON.stringify(quiz);

test.each([
  ['a bare list', list],
  ['an indented list', JSON.stringify(quiz, null, 2)],
  ['a list in an object', `{"title":"History [1]","tags":["a","b"],"questions":${list}}`],
  [
    'a fenced list',
    `Here is "your" [first] {quiz}:\n\n\`\`\`json\n${list}\n\`\`\`\nHave fun [{}]!`,
  ],
])('%s of five is counted from one to five', (_name, text) => {
  const steps = [...new Set(counts(text))];
  expect(steps).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a question counts with its last brace, not before', () => {
  const first = `[${JSON.stringify(quiz[0])}`;
  expect(counts(first).at(-2)).toBe(0);
  expect(counts(first).at(-1)).toBe(1);
});

test('the pieces may be cut anywhere', () => {
  for (const size of [1, 2, 7, 50, 1000]) {
    const counter = createQuestionCounter();
    let count = 0;
    for (let from = 0; from < list.length; from += size) {
      count = counter.add(list.slice(from, from + size));
    }
    expect(count).toBe(5);
  }
});

test.each([
  ['nothing', ''],
  ['prose', 'I cannot help with that.'],
  ['an object', '{"error":{"code":1}}'],
  ['a list of texts', '["a","b"]'],
  ['brackets that only close', ']]}}]}'],
])('%s holds no question', (_name, text) => {
  expect(counts(text).at(-1) ?? 0).toBe(0);
});
