import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseFeedback,
  parseFeedbackRequest,
  parseProblem,
  parseQuiz,
  parseQuizRequest,
  problemStatuses,
} from './api.ts';
import { topicIds } from './topics.ts';

/** Bodies as they arrive: JSON text, in which `__proto__` is a key like any other. */
const json = (text: string): unknown => JSON.parse(text);

const notObjects: readonly [string, unknown][] = [
  ['null', null],
  ['undefined', undefined],
  ['a text', 'history'],
  ['a number', 5],
  ['a boolean', true],
];

const topicMessage = 'topic must be one of the ten topic ids';
const extraMessage = 'the body has a field that is not expected';

describe('the request for a quiz', () => {
  test.each(topicIds)('may ask for %s', (topic) => {
    expect(parseQuizRequest({ topic })).toEqual({ ok: true, value: { topic } });
  });

  test.each(notObjects)('is refused when it is %s', (_, body) => {
    expect(parseQuizRequest(body)).toEqual({ ok: false, error: 'the body must be a JSON object' });
  });

  test.each([
    ['an array', '["history"]', 'the body must be a JSON object'],
    ['no topic', '{}', 'the body lacks the field "topic"'],
    ['an unknown topic', '{"topic": "astrology"}', topicMessage],
    ['a topic in capitals', '{"topic": "History"}', topicMessage],
    ['a topic with a space', '{"topic": "history "}', topicMessage],
    ['an empty topic', '{"topic": ""}', topicMessage],
    ['null for a topic', '{"topic": null}', topicMessage],
    ['a number for a topic', '{"topic": 3}', topicMessage],
    ['an array for a topic', '{"topic": ["history"]}', topicMessage],
    ['an object for a topic', '{"topic": {"id": "history"}}', topicMessage],
    ['a topic named constructor', '{"topic": "constructor"}', topicMessage],
    ['a topic named __proto__', '{"topic": "__proto__"}', topicMessage],
    ['a topic named toString', '{"topic": "toString"}', topicMessage],
    ['an extra field', '{"topic": "history", "prompt": "x"}', extraMessage],
    ['an extra constructor', '{"topic": "history", "constructor": {}}', extraMessage],
    ['an extra __proto__', '{"topic": "history", "__proto__": {"a": 1}}', extraMessage],
    ['an extra toString', '{"topic": "history", "toString": 1}', extraMessage],
    [
      'a topic in a __proto__',
      '{"__proto__": {"topic": "history"}}',
      'the body lacks the field "topic"',
    ],
  ])('is refused with %s', (_, body, error) => {
    expect(parseQuizRequest(json(body))).toEqual({ ok: false, error });
  });
});

describe('the request for feedback', () => {
  const body = { topic: 'art', score: 3, total: 5 };

  test.each([
    [0, 1],
    [0, 5],
    [5, 5],
    [100, 100],
  ])('may tell of %i of %i', (score, total) => {
    const sent = { topic: 'art', score, total };
    expect(parseFeedbackRequest(sent)).toEqual({ ok: true, value: sent });
  });

  test.each(notObjects)('is refused when it is %s', (_, sent) => {
    expect(parseFeedbackRequest(sent)).toEqual({
      ok: false,
      error: 'the body must be a JSON object',
    });
  });

  test.each<[string, object, string]>([
    ['an array', ['art', 3, 5], 'the body must be a JSON object'],
    ['no score', { topic: 'art', total: 5 }, 'the body lacks the field "score"'],
    ['no total', { topic: 'art', score: 3 }, 'the body lacks the field "total"'],
    ['an unknown topic', { ...body, topic: 'magic' }, topicMessage],
    ['a topic of the prototype', { ...body, topic: 'hasOwnProperty' }, topicMessage],
    ['a score in quotes', { ...body, score: '3' }, 'score must be a number'],
    ['null for a score', { ...body, score: null }, 'score must be a number'],
    ['a score that is NaN', { ...body, score: Number.NaN }, 'score must be a number'],
    ['half a score', { ...body, score: 2.5 }, 'score must be a whole number'],
    [
      'an endless score',
      { ...body, score: Number.POSITIVE_INFINITY },
      'score must be a whole number',
    ],
    ['a score below zero', { ...body, score: -1 }, 'score must not be negative'],
    ['a score above the total', { ...body, score: 6 }, 'score must not be above total'],
    ['an array for a score', { ...body, score: [3] }, 'score must be a number'],
    ['a boolean for a total', { ...body, total: true }, 'total must be a number'],
    ['a total that is NaN', { ...body, total: Number.NaN }, 'total must be a number'],
    ['half a total', { ...body, total: 5.5 }, 'total must be a whole number'],
    ['a total of zero', { ...body, score: 0, total: 0 }, 'total must be at least 1'],
    ['a total below zero', { ...body, score: 0, total: -5 }, 'total must not be negative'],
    ['a total above all quizzes', { ...body, total: 101 }, 'total must be at most 100'],
    ['an extra field', { ...body, name: 'Ada' }, extraMessage],
    ['an extra constructor', { ...body, constructor: {} }, extraMessage],
    ['an extra __proto__', { ...body, ['__proto__']: {} }, extraMessage],
  ])('is refused with %s', (_, sent, error) => {
    expect(parseFeedbackRequest(sent)).toEqual({ ok: false, error });
  });
});

test('what is wrong is said without a word of what was sent', () => {
  const secret = 'visitor-wrote-this';
  const value = fc.constantFrom<unknown>(secret, [secret], { [secret]: secret }, 3, null);
  const name = fc.constantFrom('topic', 'score', 'total', secret, '__proto__');
  const body = fc.array(fc.tuple(name, value)).map((fields) => Object.fromEntries(fields));
  fc.assert(
    fc.property(fc.oneof(body, value), (sent) => {
      for (const parse of [parseQuizRequest, parseFeedbackRequest]) {
        const read = parse(sent);
        expect(read.ok).toBe(false);
        expect(JSON.stringify(read)).not.toContain(secret);
      }
    }),
  );
});

describe('the reply with a quiz', () => {
  const answer = { id: 'a', text: 'Red', isCorrect: true };
  const question = { id: 'q1', text: 'Which?', answers: [answer], selectedAnswerId: null };
  const quiz = { topic: 'science', source: 'model', questions: [question] };

  test('is taken with explanations and without', () => {
    const explained = { ...question, explanation: 'Rust.' };
    const both = { ...quiz, questions: [question, explained, { ...question, answers: [] }] };
    expect(parseQuiz(both)).toEqual({ ok: true, value: both });
  });

  test('loses the fields that nobody reads', () => {
    const more = { ...quiz, model: 'x', questions: [{ ...question, difficulty: 1 }] };
    expect(parseQuiz(more)).toEqual({ ok: true, value: quiz });
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an array', [quiz]],
    ['an unknown topic', { ...quiz, topic: 'magic' }],
    ['an unknown source', { ...quiz, source: 'fallback' }],
    ['no question', { ...quiz, questions: [] }],
    ['questions that are no list', { ...quiz, questions: { 0: question } }],
    ['a question that is null', { ...quiz, questions: [null] }],
    ['a number for an id', { ...quiz, questions: [{ ...question, id: 1 }] }],
    ['a question without text', { ...quiz, questions: [{ ...question, text: undefined }] }],
    ['a question without answers', { ...quiz, questions: [{ ...question, answers: null }] }],
    [
      'a question answered before',
      { ...quiz, questions: [{ ...question, selectedAnswerId: 'a' }] },
    ],
    [
      'an explanation that is no text',
      { ...quiz, questions: [{ ...question, explanation: null }] },
    ],
    ['a plain answer', { ...quiz, questions: [{ ...question, answers: ['Red'] }] }],
    [
      '"true" for true',
      { ...quiz, questions: [{ ...question, answers: [{ ...answer, isCorrect: 'true' }] }] },
    ],
  ])('is refused with %s', (_, reply) => {
    expect(parseQuiz(reply).ok).toBe(false);
  });
});

describe('the reply with feedback', () => {
  test.each(['model', 'samples', 'fallback'])('is taken from %s', (source) => {
    const feedback = { feedback: 'Well done!', source };
    expect(parseFeedback(feedback)).toEqual({ ok: true, value: feedback });
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['an empty text', { feedback: '', source: 'model' }],
    ['no text', { source: 'model' }],
    ['a text that is none', { feedback: ['Well done!'], source: 'model' }],
    ['an unknown source', { feedback: 'Well done!', source: 'visitor' }],
  ])('is refused with %s', (_, reply) => {
    expect(parseFeedback(reply).ok).toBe(false);
  });
});

describe('a problem', () => {
  const problem = {
    type: 'about:blank',
    title: 'Too many requests',
    status: 429,
    code: 'too-many-requests',
  };

  test.each(Object.entries(problemStatuses))('may be %s, %i', (code, status) => {
    const sent = { type: 'about:blank', title: 'A title', status, code, detail: 'Why' };
    expect(parseProblem(sent)).toEqual({ ok: true, value: sent });
  });

  test('needs no detail', () => {
    expect(parseProblem(problem)).toEqual({ ok: true, value: problem });
  });

  test.each<[string, unknown]>([
    ['a text, such as a proxy’s page', '<html>Bad gateway</html>'],
    ['an unknown code', { ...problem, code: 'teapot' }],
    ['a code of the prototype', { ...problem, code: 'constructor' }],
    ['a status in quotes', { ...problem, status: '429' }],
    ['no title', { ...problem, title: undefined }],
    ['a detail that is no text', { ...problem, detail: 5 }],
  ])('is refused with %s', (_, sent) => {
    expect(parseProblem(sent).ok).toBe(false);
  });
});
