import { describe, expect, test } from 'vitest';
import { readQuizReply } from './read-quiz-reply.ts';

/** Read without mending: these are the specification's own rules (sections 5 and 8). */
const read = (json: unknown) => readQuizReply(JSON.stringify(json));

function questionsOf(json: unknown) {
  const reply = read(json);
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value.questions;
}

const answers = [
  { id: 'a', text: 'Mars', isCorrect: true },
  { id: 'b', text: 'Venus', isCorrect: false },
];
const question = { id: 'q1', text: 'Which planet is red?', answers };
const asRead = { ...question, selectedAnswerId: null };

describe('a reply with the specification’s fields', () => {
  test('is read as it is', () => {
    const reply = read([question, { ...question, id: 'q2' }]);
    expect(reply).toEqual({
      ok: true,
      value: { questions: [asRead, { ...asRead, id: 'q2' }], mended: false },
    });
  });

  test('may stand in code fences', () => {
    const reply = readQuizReply(`\`\`\`json\n${JSON.stringify([question])}\n\`\`\``);
    expect(reply).toEqual({ ok: true, value: { questions: [asRead], mended: false } });
  });

  test.each([
    ['spaces around text', { text: ' Which? ' }, { text: ' Which? ' }],
    ['spaces around an id', { id: ' q1 ' }, { id: ' q1 ' }],
    ['its text, with a question field beside it', { question: 'Other?' }, {}],
    ['its answers, with options beside them', { options: ['Other'] }, {}],
    ['an empty list of answers', { answers: [], options: ['Other'] }, { answers: [] }],
    [
      'an id used twice',
      { answers: [answers[0], answers[0]] },
      { answers: [answers[0], answers[0]] },
    ],
    [
      'two correct answers, and five of them',
      { answers: Array(5).fill(answers[0]) },
      { answers: Array(5).fill(answers[0]) },
    ],
    ['no correct answer', { answers: [answers[1]], answer: 'b' }, { answers: [answers[1]] }],
    [
      'a label in an answer’s text',
      {
        answers: [
          { ...answers[0], text: 'A) Mars' },
          { ...answers[1], text: 'B) Venus' },
        ],
      },
      {
        answers: [
          { ...answers[0], text: 'A) Mars' },
          { ...answers[1], text: 'B) Venus' },
        ],
      },
    ],
    ['no selection, whatever it says', { selectedAnswerId: 'a' }, {}],
    ['none of its other fields', { difficulty: 'easy' }, {}],
  ])('keeps %s', (_, given, kept) => {
    const reply = read([{ ...question, ...given }]);
    expect(reply).toEqual({
      ok: true,
      value: { questions: [{ ...asRead, ...kept }], mended: false },
    });
  });
});

describe('a question that lacks something', () => {
  test.each([undefined, null, '', '  ', {}, [], true])('with the id %j gets q-{index}', (id) => {
    const ids = questionsOf([
      { ...question, id },
      { ...question, id },
    ]).map((read) => read.id);
    expect(ids).toEqual(['q-0', 'q-1']);
  });

  test.each([undefined, null, '', ' \n'])('with the text %j takes its question field', (text) => {
    expect(questionsOf([{ ...question, text, question: ' Why? ' }])[0]?.text).toBe(' Why? ');
  });

  test.each([undefined, null, '', '  '])(
    'with neither text nor question (%j) is Question N',
    (no) => {
      const texts = questionsOf([question, { ...question, text: no, question: no }]);
      expect(texts.map(({ text }) => text)).toEqual([question.text, 'Question 2']);
    },
  );

  test.each([undefined, null, 'a, b', 4, true, {}, { mars: true }])(
    'with the answers %j gets none',
    (given) => {
      expect(questionsOf([{ ...question, answers: given }])).toEqual([{ ...asRead, answers: [] }]);
    },
  );

  test('gets all defaults when it is empty', () => {
    expect(read([{}])).toEqual({
      ok: true,
      value: {
        questions: [{ id: 'q-0', text: 'Question 1', answers: [], selectedAnswerId: null }],
        mended: false,
      },
    });
  });
});

describe('an answer that lacks something', () => {
  const answersOf = (given: readonly unknown[]) =>
    questionsOf([{ ...question, answers: given }])[0]?.answers;

  test.each([undefined, null, '', ' ', {}, [], false])('with the id %j gets a letter', (id) => {
    const given = Array.from({ length: 28 }, (_, at) => ({ id, text: `${at}`, isCorrect: false }));
    const ids = answersOf(given)?.map((answer) => answer.id);
    expect(ids?.slice(0, 5)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(ids?.slice(-3)).toEqual(['z', 'aa', 'ab']);
  });

  test.each([undefined, null, '', '\t'])('with the text %j is Option x', (text) => {
    const given = [
      { id: 'x', text, isCorrect: true },
      { id: 'y', text, isCorrect: false },
    ];
    expect(answersOf(given)?.map((answer) => answer.text)).toEqual(['Option a', 'Option b']);
  });

  test.each([
    ['isCorrect', { isCorrect: true }, true],
    ['isCorrect before correct', { isCorrect: false, correct: true }, false],
    ['correct', { correct: true }, true],
    ['correct where isCorrect is null', { isCorrect: null, correct: true }, true],
    ['correct where isCorrect is no boolean', { isCorrect: 'perhaps', correct: true }, true],
    ['neither', {}, false],
    ['neither readable', { isCorrect: 'yes', correct: 2 }, false],
  ])('takes its correctness from %s', (_, given, isCorrect) => {
    expect(answersOf([{ id: 'a', text: 'Mars', ...given }])).toEqual([
      { id: 'a', text: 'Mars', isCorrect },
    ]);
  });

  test('gets all defaults when it is empty', () => {
    expect(answersOf([{}])).toEqual([{ id: 'a', text: 'Option a', isCorrect: false }]);
  });
});

describe('an explanation', () => {
  test.each([
    ['is carried along, trimmed', { explanation: ' Rust. \n' }, 'Rust.'],
    ['may be called rationale', { rationale: 'Rust.' }, 'Rust.'],
    ['comes before a rationale', { explanation: 'Rust.', rationale: 'Iron.' }, 'Rust.'],
    ['gives way to a rationale when blank', { explanation: ' ', rationale: 'Iron.' }, 'Iron.'],
  ])('%s', (_, given, explanation) => {
    expect(questionsOf([{ ...question, ...given }])).toEqual([{ ...asRead, explanation }]);
  });

  test.each([null, '', ' ', 5, true, {}, ['Rust.']])('is left out when it is %j', (explanation) => {
    expect(questionsOf([{ ...question, explanation }])[0]).toStrictEqual(asRead);
  });
});

describe('the errors of section 8', () => {
  test.each([null, undefined, '', ' \n\t', '\uFEFF\n'])('no content in %j', (content) => {
    expect(readQuizReply(content)).toEqual({
      ok: false,
      error: { code: 'no-content', message: 'No content in response' },
    });
  });

  test.each(['I am sorry.', '```\n```', '[{"id": "q1"', '['.repeat(200_000)])(
    'no JSON in %.20j',
    (content) => {
      expect(readQuizReply(content)).toEqual({
        ok: false,
        error: { code: 'not-json', message: 'No questions found in response' },
      });
    },
  );

  test.each([
    ['an empty array', []],
    ['null', null],
    ['a number', 5],
    ['a text', 'quiz'],
    ['an empty object', {}],
    ['an empty list under a name', { questions: [] }],
    ['several arrays', { first: [question], second: [question] }],
    ['a lone question', question],
    ['a lone question with its options', { text: 'Why?', options: ['So'], tags: ['x'] }],
  ])('no questions in %s', (_, json) => {
    expect(read(json)).toEqual({
      ok: false,
      error: { code: 'no-questions', message: 'No questions found in response' },
    });
  });

  test.each([
    ['null', null],
    ['a text', 'Why?'],
    ['a number', 7],
    ['a boolean', true],
    ['an array', [question]],
    ['a question with an object for text', { ...question, text: { en: 'Why?' } }],
    ['a question with an array for text', { ...question, text: ['Why?'] }],
    ['a question with a boolean for text', { ...question, text: false, question: 'Why?' }],
    ['a question with an object for question', { question: { text: 'Why?' } }],
    ['an answer that is null', { ...question, answers: [null] }],
    ['an answer that is a boolean', { ...question, answers: [true] }],
    ['an answer that is an array', { ...question, answers: [['a', 'Mars']] }],
    ['an answer with an object for text', { ...question, answers: [{ text: {} }] }],
    ['an answer with an array for text', { ...question, answers: [{ text: ['Mars'] }] }],
    ['an answer with a boolean for text', { ...question, answers: [{ text: true }] }],
  ])('an invalid question: %s', (_, element) => {
    expect(read([question, question, element, null])).toEqual({
      ok: false,
      error: {
        code: 'invalid-question',
        message: 'Invalid question format at index 2',
        index: 2,
      },
    });
  });

  test('a text or an answer of a number beyond all numbers', () => {
    const message = 'Invalid question format at index 0';
    expect(readQuizReply('[{"text": 1e999}]')).toMatchObject({ error: { message } });
    expect(readQuizReply('[{"answers": [1e999]}]')).toMatchObject({ error: { message } });
    expect(readQuizReply('[{"id": 1e999}]')).toMatchObject({
      value: { questions: [{ id: 'q-0' }] },
    });
  });
});

describe('names of the prototype', () => {
  test('are no fields, and pollute nothing', () => {
    const reply = readQuizReply(
      '[{"__proto__": {"text": "polluted", "answers": ["x"]}, "constructor": {"prototype": {}}}]',
    );
    expect(reply).toMatchObject({ value: { questions: [{ text: 'Question 1', answers: [] }] } });
    expect(Object.hasOwn(Object.prototype, 'text')).toBe(false);
  });

  test('are ids and texts like any other', () => {
    const [read] = questionsOf([
      { id: '__proto__', text: 'constructor', answers: [{ id: 'toString', text: '__proto__' }] },
    ]);
    expect(read).toMatchObject({ id: '__proto__', answers: [{ id: 'toString' }] });
  });
});
