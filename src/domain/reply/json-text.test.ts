import { jsonrepair } from 'jsonrepair';
import { describe, expect, test } from 'vitest';
import { readJsonText } from './json-text.ts';

const value = [{ id: 'q1', text: 'Why?' }];
const json = JSON.stringify(value);

describe('the specification’s own reading', () => {
  test.each([
    ['bare JSON', json],
    ['a byte order mark', `\uFEFF${json}`],
    ['blank lines around it', `\n\r\n  \n${json}\n`],
    ['a fence with a language name', `\`\`\`json\n${json}\n\`\`\``],
    ['a fence without one', `\`\`\`\n${json}\n\`\`\``],
    ['a fence on the same line', `\`\`\`JSON ${json} \`\`\``],
  ])('takes %s', (_, content) => {
    expect(readJsonText(content)).toEqual({ value, mended: false });
  });

  test('leaves a fence inside a string alone', () => {
    const quiz = [{ text: 'What does\n```js\n[1].at(0)\n```\ngive?' }];
    expect(readJsonText(JSON.stringify(quiz))).toEqual({ value: quiz, mended: false });
    const fenced = `\`\`\`json\n${JSON.stringify(quiz)}\n\`\`\``;
    expect(readJsonText(fenced)).toEqual({ value: quiz, mended: false });
  });

  test('keeps escapes of valid JSON as they are', () => {
    expect(readJsonText('["\\frac"]')).toEqual({ value: ['\frac'], mended: false });
  });
});

describe('words around the JSON, read without mending', () => {
  test.each([
    ['words before a fence', `Here you are:\n\`\`\`json\n${json}\n\`\`\``],
    ['words behind a fence', `\`\`\`json\n${json}\n\`\`\`\nEnjoy!`],
    ['brackets in words before a fence', `A [quiz]:\n\`\`\`\n${json}\n\`\`\`\nEnjoy!`],
    ['a fence never closed', `Sure!\n\`\`\`json\n${json}`],
    ['words before and behind', `Sure! ${json} Enjoy!`],
    ['a fence in the midst of a line', `Sure: \`\`\`json ${json} \`\`\` there.`],
  ])('takes %s', (_, content) => {
    expect(readJsonText(content)).toEqual({ value, mended: true });
  });

  const fenced = `\`\`\`json\n${json}\n\`\`\`\n`;
  test.each([
    ['inside a string', `For example ${json}, so:\n${json.slice(0, -4)}`],
    ['inside a string, behind fences', `${fenced}So: ${json.slice(0, -4)}`],
    ['between two questions', `For example ${json}, so:\n${json.slice(0, -1)},`],
    ['between two questions, behind fences', `${fenced}So:\n${json.slice(0, -1)},`],
    ['between two questions, in a second fence', `${fenced}So:\n\`\`\`json\n${json.slice(0, -1)},`],
    ['with no example before', `${json.slice(0, -1)}, {"id": "q2", "te`],
  ])('takes no part for the whole of a reply cut off %s', (_, content) => {
    expect(readJsonText(content)).toBeUndefined();
  });
});

describe('with mending', () => {
  test.each([
    ['brackets in the words before', `A quiz [5 questions]: ${json}`],
    ['brackets in the words behind', `${json}\nAsk for more [or not].`],
    ['the longer of two fenced blocks', `Not\n\`\`\`\n[1]\n\`\`\`\nbut\n\`\`\`\n${json}\n\`\`\``],
    ['a broken block behind bracketed words', `A [quiz]: [{id: "q1", text: "Why?",}]`],
    ['a last bracket forgotten', json.slice(0, -1)],
    ['JSON inside a string', JSON.stringify(json)],
  ])('takes %s', (_, content) => {
    expect(readJsonText(content, jsonrepair)).toEqual({ value, mended: true });
  });

  test('keeps the backslashes of formulas, and the escapes of JSON', () => {
    const content = String.raw`[{"text": "\sqrt{2} \frac{1}{2} \\pi \"x\" \u0041 a\nb\/\_",}]`;
    expect(readJsonText(content, jsonrepair)?.value).toEqual([
      { text: '\\sqrt{2} \\frac{1}{2} \\pi "x" A a\nb/_' },
    ]);
  });

  test('counts a mending that throws, or gives no JSON, as no reading', () => {
    const throws = () => {
      throw new Error('no');
    };
    expect(readJsonText('[{a}]', throws)).toBeUndefined();
    expect(readJsonText('[{a}]', () => '[{')).toBeUndefined();
    expect(readJsonText('[{a}]', () => '"text"')).toBeUndefined();
  });

  test('is not tried on a text far longer than any reply', () => {
    const broken = (length: number) => `[${'x'.repeat(length - 2)}]`;
    expect(readJsonText(broken(32_768), () => json)).toEqual({ value, mended: true });
    expect(readJsonText(broken(32_769), () => json)).toBeUndefined();
  });
});

test.each(['Sorry, I cannot.', '[', '] [', '```json\n```', '{"a": '])(
  '%j is no JSON',
  (content) => {
    expect(readJsonText(content)).toBeUndefined();
  },
);

test.each([
  ['null', null],
  ['5', 5],
  ['"text"', 'text'],
])('%s is JSON, though no list', (content, scalar) => {
  expect(readJsonText(content, jsonrepair)).toEqual({ value: scalar, mended: false });
});
