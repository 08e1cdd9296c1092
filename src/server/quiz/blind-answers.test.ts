import { jsonrepair } from 'jsonrepair';
import { describe, expect, test } from 'vitest';
import { blindCheckPrompt, readBlindAnswers } from './blind-answers.ts';
import { questionOf } from './review/test-questions.ts';

const questions = [
  questionOf(
    'Which planet is nearest to the Sun?',
    'Mercury',
    ['Venus', 'Mars', 'Saturn'],
    'Near.',
  ),
  questionOf('Which metal\nhas the symbol Fe?', 'Iron', ['Tin', 'Zinc', 'Lead'], 'Ferrum.'),
  questionOf('Which gas do plants take in?', 'Carbon dioxide', ['Neon', 'Helium', 'Argon']),
];

describe('the questions of a blind check', () => {
  test('are numbered, with lettered answers, and without keys and explanations', () => {
    expect(
      blindCheckPrompt(questions).user,
    ).toBe(`Choose the correct answer to each of these questions.

1. Which planet is nearest to the Sun?
a) Mercury
b) Venus
c) Mars
d) Saturn

2. Which metal has the symbol Fe?
a) Iron
b) Tin
c) Zinc
d) Lead

3. Which gas do plants take in?
a) Carbon dioxide
b) Neon
c) Helium
d) Argon

Reply with one JSON object and nothing else: {"1":"?","2":"?","3":"?"}, the letter of your answer \
to each question in the place of its question mark.`);
  });

  test('read the same whatever the keys and the explanations are', () => {
    const otherwise = questions.map(({ explanation: _, ...question }) => ({
      ...question,
      answers: question.answers.map((answer) => ({ ...answer, isCorrect: !answer.isCorrect })),
    }));
    expect(blindCheckPrompt(otherwise)).toEqual(blindCheckPrompt(questions));
  });
});

const read = (content: string) => readBlindAnswers(content, questions, jsonrepair);

describe('the reply to a blind check', () => {
  test.each([
    ['the object that is asked for', '{"1":"a","2":"b","3":"d"}'],
    ['capitals', '{"1":"A","2":"B","3":"D"}'],
    ['code fences', '```json\n{"1":"a","2":"b","3":"d"}\n```'],
    ['words around it', 'Here you are: {"1":"a","2":"b","3":"d"} I hope this helps.'],
    ['an array of letters', '["a","b","d"]'],
    ['an array in an object', '{"answers":["a","b","d"]}'],
    ['an object in an object', '{"answers":{"1":"a","2":"b","3":"d"}}'],
    ['names of questions', '{"q1":"a","q-2":"b","Question 3":"d"}'],
    ['another order', '{"3":"d","1":"a","2":"b"}'],
    ['letters with their texts', '{"1":"a) Mercury","2":"B. Tin","3":"(d) Argon"}'],
    ['texts alone', '["mercury","Tin","Argon "]'],
    ['labelled letters', '["Option A","answer: b","d)"]'],
    [
      'objects by number',
      '[{"question":3,"answer":"d"},{"question":1,"answer":"a"},{"question":2,"answer":"b"}]',
    ],
    ['objects by place', '[{"letter":"a"},{"letter":"b"},{"letter":"d"}]'],
    ['objects in an object', '{"1":{"answer":"a"},"2":{"answer":"b"},"3":{"answer":"d"}}'],
    ['nearly JSON', "{1: 'a', 2: 'b', 3: 'd',}"],
  ])('is read from %s', (_name, content) => {
    expect(read(content)).toEqual(['a', 'b', 'd']);
  });

  test.each([
    ['a letter that no answer has', '{"1":"e","2":"b","3":"d"}'],
    ['a question left out', '{"2":"b","3":"d"}'],
    ['a refusal to choose', '{"1":"none of them","2":"b","3":"d"}'],
    ['no text', '{"1":null,"2":"b","3":"d"}'],
  ])('tells nothing of a question with %s', (_name, content) => {
    expect(read(content)).toEqual([undefined, 'b', 'd']);
  });

  test.each([
    ['a text without JSON', 'The answers are a, b and d.'],
    ['an empty object', '{}'],
    ['empty objects in one another', '{"answers":{"list":{}}}'],
    ['an array that is too short', '["a","b"]'],
    ['an array that is too long', '["a","b","d","a"]'],
    ['numbers from 0', '{"0":"a","1":"b","2":"d"}'],
    [
      'numbers of its own',
      '[{"id":11,"answer":"a"},{"id":12,"answer":"b"},{"id":13,"answer":"d"}]',
    ],
    ['numbers for letters', '[1,2,4]'],
    ['nothing', ''],
  ])('tells nothing at all by %s', (_name, content) => {
    expect(read(content)).toEqual([undefined, undefined, undefined]);
  });

  test('is not mended where it was cut off', () => {
    const cut = '{"1":"a","2":"b"';
    expect(readBlindAnswers(cut, questions)).toEqual([undefined, undefined, undefined]);
  });

  test('takes the text for the answer where it begins like a label', () => {
    const people = [questionOf('Who gave the Gettysburg Address?', 'U. Grant', ['A. Lincoln'])];
    expect(readBlindAnswers('["A. Lincoln"]', people)).toEqual(['b']);
  });
});
