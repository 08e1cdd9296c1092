import { jsonrepair } from 'jsonrepair';
import { describe, expect, test } from 'vitest';
import { readQuizReply } from './read-quiz-reply.ts';

/** "JSON that models really send": every habit turns into the quiz that was meant. */
const read = (content: string) => readQuizReply(content, { mend: jsonrepair });

const answers = [
  { id: 'a', text: 'Mars', isCorrect: false },
  { id: 'b', text: 'Venus', isCorrect: true },
  { id: 'c', text: 'Pluto', isCorrect: false },
];
const texts = answers.map(({ text }) => text);
const question = { id: 'q1', text: 'Which is hot?', answers };
const json = JSON.stringify([question]);
const meant = {
  ok: true,
  value: { questions: [{ ...question, selectedAnswerId: null }], mended: true },
};

describe('around the array', () => {
  test.each([
    ['fences with words before', `Here is the quiz:\n\`\`\`json\n${json}\n\`\`\``],
    ['fences with words behind', `\`\`\`\n${json}\n\`\`\`\nHave fun!`],
    ['words without fences', `Sure! ${json} Have fun!`],
    ['questions', `{"questions": ${json}}`],
    ['quiz', `{"quiz": ${json}}`],
    ['items', `{"items": ${json}}`],
    ['a quiz around questions', `{"quiz": {"title": "Planets", "questions": ${json}}}`],
    ['a quiz by name beside questions', `{"quiz": "Planets", "questions": ${json}}`],
    ['an empty list before the full one', `{"questions": [], "items": ${json}}`],
    ['the only array there is', `{"topic": "Planets", "data": ${json}}`],
    ['fences around an object', `\`\`\`json\n{"questions": ${json}}\n\`\`\``],
  ])('%s', (_, content) => {
    expect(read(content)).toEqual(meant);
    expect(readQuizReply(content)).toEqual(meant);
  });
});

describe('syntax, which only mending can read', () => {
  test.each([
    ['single quotes', json.replaceAll('"', "'")],
    ['trailing commas', json.replaceAll('}', ',}').replaceAll(']', ',]')],
    ['unquoted keys', json.replace(/"(\w+)":/g, '$1:')],
    ['curly quotes', json.replace(/"([^"]*)"/g, '“$1”')],
    ['broken JSON in fences', `\`\`\`json\n${json.replaceAll('}', ',}')}\n\`\`\``],
    ['broken JSON between words', `Sure: ${json.replaceAll('}', ',}')} Done.`],
    ['comments', json.replace('[', '[ // the quiz\n')],
    ['one question a line', `{"questions": [\n${JSON.stringify(question)}\n]`],
  ])('%s', (_, content) => {
    expect(read(content)).toEqual(meant);
    expect(readQuizReply(content)).toMatchObject({ ok: false, error: { code: 'not-json' } });
  });

  test('raw line breaks inside strings', () => {
    const reply = read(json.replace('Which is hot?', 'Which\nis hot?'));
    expect(reply).toMatchObject({
      value: { questions: [{ text: 'Which\nis hot?' }], mended: true },
    });
  });

  test('a reply that was cut off is never completed', () => {
    for (let length = 1; length < json.length; length += 1) {
      expect(readQuizReply(json.slice(0, length)).ok).toBe(false);
    }
  });
});

describe('the fields of a question', () => {
  const withAnswers = (given: unknown, rest: object = {}) => ({
    ...question,
    answers: given,
    ...rest,
  });
  const plain = (rest: object) => withAnswers(texts, rest);

  test.each([
    ['capitals for ids', withAnswers(answers.map((one) => ({ ...one, id: one.id.toUpperCase() })))],
    ['options for answers', { ...question, answers: undefined, options: answers }],
    ['choices for answers', { ...question, answers: undefined, choices: answers }],
    ['options where answers is unreadable', { ...question, answers: 'B', options: answers }],
    ['an object of letters', withAnswers({ A: 'Mars', B: 'Venus', C: 'Pluto' }, { answer: 'B' })],
    [
      'an object of names',
      withAnswers({ option_a: 'Mars', option_b: 'Venus', option_c: 'Pluto' }, { answer: 'B' }),
    ],
    [
      'an object of answers',
      { ...question, options: { a: answers[0], b: answers[1], c: answers[2] }, answers: null },
    ],
    [
      'true and false in quotes',
      withAnswers(answers.map((one) => ({ ...one, isCorrect: `${one.isCorrect}` }))),
    ],
    [
      'True and FALSE in quotes',
      withAnswers(answers.map((one) => ({ ...one, isCorrect: one.isCorrect ? ' True' : 'FALSE' }))),
    ],
    ['1 and 0', withAnswers(answers.map((one) => ({ ...one, isCorrect: Number(one.isCorrect) })))],
    [
      'correct in quotes',
      withAnswers(
        answers.map(({ id, text, isCorrect }) => ({ id, text, correct: `${isCorrect}` })),
      ),
    ],
    [
      'is_correct',
      withAnswers(answers.map(({ id, text, isCorrect }) => ({ id, text, is_correct: isCorrect }))),
    ],
    ['answer for text', withAnswers(answers.map(({ text, ...one }) => ({ ...one, answer: text })))],
    ['option for text', withAnswers(answers.map(({ text, ...one }) => ({ ...one, option: text })))],
    [
      'label and value',
      withAnswers(answers.map(({ text, ...one }) => ({ ...one, label: 'A', value: text }))),
    ],
    [
      'value and label',
      withAnswers(answers.map(({ text, ...one }) => ({ ...one, label: text, value: 'A' }))),
    ],
    [
      'labels before plain texts',
      withAnswers(['A) Mars', 'B. Venus', '(c) Pluto'], { answer: 'b' }),
    ],
    [
      'labels in the key too',
      withAnswers(['A) Mars', 'B) Venus', 'C) Pluto'], { answer: 'B) Venus' }),
    ],
    ['correctAnswer as text', plain({ correctAnswer: 'Venus' })],
    ['correct_answer as text in other case', plain({ correct_answer: ' venus ' })],
    ['answer as a letter', plain({ answer: 'B' })],
    ['correctAnswerId as an id', plain({ correctAnswerId: 'b' })],
    ['correct as a letter with a bracket', plain({ correct: 'B)' })],
    ['correct_option as a word and a letter', plain({ correct_option: 'Option B' })],
    ['a letter and its text', plain({ correctAnswer: 'B. Venus' })],
    ['a letter and another’s words', plain({ correctAnswer: 'B. the second' })],
    ['a text behind another’s letter', plain({ correctAnswer: 'C. Venus' })],
    ['an index', plain({ answer: 1 })],
    ['an index in quotes', plain({ correctAnswer: '1' })],
    ['correctIndex', plain({ correctIndex: 1 })],
    ['a key that is no name before one that is', plain({ correctAnswer: 'Sun', answer: 'B' })],
    [
      'a key that says nothing before one that does',
      plain({ correctAnswer: null, correct: true, answer: 'B' }),
    ],
    [
      'a key beside answers without correctness',
      withAnswers(
        answers.map(({ id, text }) => ({ id, text })),
        { correctAnswer: 'b' },
      ),
    ],
  ])('%s', (_, given) => {
    expect(read(JSON.stringify([given]))).toEqual(meant);
  });

  test('numbers for ids', () => {
    const given = {
      ...question,
      id: 7,
      answers: answers.map((one, at) => ({ ...one, id: at + 1 })),
    };
    const [seen] = questionsOf(given);
    expect(seen?.id).toBe('7');
    expect(seen?.answers.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  test('numbers count as mended', () => {
    expect(read('[{"id": 7}]')).toMatchObject({ value: { mended: true } });
    expect(read('[{"text": 7}]')).toMatchObject({ value: { mended: true } });
    expect(read('[{"answers": [7]}]')).toMatchObject({ value: { mended: true } });
  });

  test('numbers for texts', () => {
    const [seen] = questionsOf({ text: 42, answers: [3, { text: 4.5 }] });
    expect(seen?.text).toBe('42');
    expect(seen?.answers.map(({ text }) => text)).toEqual(['3', '4.5']);
  });

  test('a blank plain answer gets its default', () => {
    expect(questionsOf(withAnswers(['Mars', ' ']))[0]?.answers[1]?.text).toBe('Option b');
  });

  test('an id that is more than a letter keeps its capitals', () => {
    const [seen] = questionsOf(
      withAnswers([
        { id: 'Opt1', text: 'x' },
        { id: 'É', text: 'y' },
      ]),
    );
    expect(seen?.answers.map(({ id }) => id)).toEqual(['Opt1', 'É']);
  });

  test('capitals stay where small letters would make two ids one', () => {
    const [seen] = questionsOf(
      withAnswers([
        { id: 'A', text: 'x' },
        { id: 'a', text: 'y' },
      ]),
    );
    expect(seen?.answers.map(({ id }) => id)).toEqual(['A', 'a']);
  });
});

function questionsOf(...json: readonly unknown[]) {
  const reply = read(JSON.stringify(json));
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value.questions;
}

/** Which answers are correct, question by question, as their positions. */
function correctOf(...json: readonly unknown[]) {
  const reply = read(JSON.stringify(json));
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value.questions.map((one) =>
    one.answers.flatMap(({ isCorrect }, at) => (isCorrect ? [at] : [])),
  );
}

describe('a key named beside the list', () => {
  test.each([
    ['a text wins over an id', ['b', 'a', 'c'], 'b', [0]],
    ['a text wins over a letter', ['C', 'A', 'B'], 'A', [1]],
    ['a text wins over an index', [3, 4, 2, 5], 2, [2]],
    ['an exact text wins over one in other case', ['march', 'March', 'May'], 'March', [1]],
    ['texts given twice are both correct', ['x', 'y', 'x'], 'x', [0, 2]],
    ['spaces within a text do not matter', ['New  York', 'Rome'], 'new york', [0]],
    ['a text that is a name stays whole', ['A. Lincoln', 'B. Franklin'], 'B. Franklin', [1]],
    ['a letter past the list names nothing', ['x', 'y'], 'E', []],
    ['an index past the list names nothing', ['x', 'y'], 3, []],
    ['an index below zero names nothing', ['x', 'y'], -1, []],
    ['half an index names nothing', ['x', 'y'], 0.5, []],
    ['an unknown text names nothing', ['x', 'y'], 'elsewhere', []],
    ['a list names nothing', ['x', 'y'], ['x'], []],
    ['an object names nothing', ['x', 'y'], { id: 'a' }, []],
    ['a boolean names nothing', ['x', 'y'], true, []],
  ])('%s', (_, given, answer, positions) => {
    expect(correctOf({ text: 'Which?', answers: given, answer })).toEqual([positions]);
  });

  test('an id wins over a letter, and over an index', () => {
    const byLetter = ['c', 'a', 'b'].map((id) => ({ id, text: `is ${id}` }));
    expect(correctOf({ answers: byLetter, answer: 'A' })).toEqual([[1]]);
    expect(correctOf({ answers: byLetter, answer: 'B) the last' })).toEqual([[2]]);
    const byNumber = [1, 2, 3].map((id) => ({ id, text: `is ${id}.` }));
    expect(correctOf({ answers: byNumber, answer: 2 })).toEqual([[1]]);
  });

  test('a letter finds its place where ids are no letters', () => {
    const given = ['x1', 'x2'].map((id) => ({ id, text: `is ${id}` }));
    expect(correctOf({ answers: given, answer: 'b' })).toEqual([[1]]);
  });

  test('a letter is not taken for the text behind a label', () => {
    const given = [{ text: 'A) B' }, { text: 'B) C' }];
    expect(correctOf({ answers: given, answer: 'B' })).toEqual([[1]]);
  });

  test('a field that says index is one, though a text reads the same', () => {
    expect(correctOf({ answers: ['1', '2', '3'], correctIndex: 1 })).toEqual([[1]]);
    expect(correctOf({ answers: ['1', '2', '3'], correctIndex: 'C' })).toEqual([[2]]);
  });

  test('is not heard where an answer says of itself whether it is correct', () => {
    const given = [{ text: 'x', isCorrect: 'false' }, { text: 'y' }];
    expect(correctOf({ answers: given, answer: 'y' })).toEqual([[]]);
  });
});

describe('indexes', () => {
  const indexed = (answer: number) => ({ answers: ['w', 'x', 'y', 'z'], answer });

  test('count from zero', () => {
    expect(correctOf(indexed(1), indexed(3), indexed(2))).toEqual([[1], [3], [2]]);
  });

  test('count from one when one of them is past the last and none is zero', () => {
    expect(correctOf(indexed(1), indexed(4), indexed(2))).toEqual([[0], [3], [1]]);
  });

  test('count from zero when one is past the last but another is zero', () => {
    expect(correctOf(indexed(0), indexed(4), indexed(2))).toEqual([[0], [], [2]]);
  });

  test('say nothing about counting where they were read as texts', () => {
    expect(correctOf(indexed(1), { answers: [1, 2, 3, 4], answer: 4 })).toEqual([[1], [3]]);
  });
});
