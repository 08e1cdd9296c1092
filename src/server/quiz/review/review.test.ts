import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answer, Question } from '../../../domain/quiz.ts';
import { type Flaw, type ReviewRule, reviewRules } from './flaw.ts';
import { review } from './review.ts';
import { leastFlawed, severityOf } from './severity.ts';
import { cleanQuizzes, questionOf } from './test-questions.ts';

const clean: readonly Question[] = [
  questionOf('What is the capital of Peru?', 'Lima', ['Quito', 'Bogotá', 'La Paz']),
  questionOf('Who painted The Scream?', 'Edvard Munch', ['Claude Monet', 'Paul Klee', 'Max Ernst']),
  questionOf('How many legs has a spider?', 'Eight', ['Six', 'Ten', 'Twelve']),
  questionOf('Which gas do plants take in?', 'Carbon dioxide', ['Oxygen', 'Hydrogen', 'Nitrogen']),
  questionOf('When did the Berlin Wall fall?', '1989', ['1961', '1975', '1991']),
];

type Change = (question: Question) => Question;

/** The clean quiz with the question at `index` changed. */
const changed = (index: number, change: Change) =>
  clean.map((question, at) => (at === index ? change(question) : question));

const answering =
  (change: (answers: readonly Answer[]) => readonly Answer[]): Change =>
  (question) => ({ ...question, answers: change(question.answers) });

/** The answer at `place` with another text. */
const saying = (place: number, text: string) =>
  answering((answers) => answers.map((a, at) => (at === place ? { ...a, text } : a)));

const asking =
  (text: string): Change =>
  (question) => ({ ...question, text });

const explaining =
  (explanation: string): Change =>
  (question) => ({ ...question, explanation });

const marking = (correct: readonly number[]) =>
  answering((answers) => answers.map((a, at) => ({ ...a, isCorrect: correct.includes(at) })));

const extra = questionOf('In which sport is the Stanley Cup won?', 'Ice hockey', [
  'Basketball',
  'Baseball',
  'Lacrosse',
]);

const padded = (indexes: readonly number[]) =>
  clean.map((question, index) =>
    indexes.includes(index)
      ? answering((answers) =>
          answers.map((a) => (a.isCorrect ? { ...a, text: `${a.text}, which nobody doubts` } : a)),
        )(question)
      : question,
  );

interface Plant {
  readonly questions: readonly Question[];
  readonly recent?: readonly string[];
  readonly index?: number;
}

/** Every rule of the review with plants of its flaw in the clean quiz, each alone. */
const plants: Readonly<Record<Exclude<ReviewRule, 'key-disputed'>, readonly Plant[]>> = {
  'not-five-questions': [
    { questions: clean.slice(0, 4) },
    { questions: [...clean, extra] },
    { questions: [] },
  ],
  'not-four-answers': [
    {
      questions: changed(
        0,
        answering((answers) => answers.slice(0, 3)),
      ),
      index: 0,
    },
    {
      questions: changed(
        4,
        answering((answers) => answers.slice(0, 1)),
      ),
      index: 4,
    },
    {
      questions: changed(
        2,
        answering((answers) => [...answers, { id: 'e', text: 'Twenty', isCorrect: false }]),
      ),
      index: 2,
    },
  ],
  'no-correct-answer': [
    { questions: changed(1, marking([])), index: 1 },
    { questions: changed(3, marking([])), index: 3 },
  ],
  'several-correct-answers': [
    { questions: changed(1, marking([0, 2])), index: 1 },
    { questions: changed(4, marking([0, 1, 2, 3])), index: 4 },
  ],
  'repeated-answer': [
    { questions: changed(0, saying(3, 'Lima')), index: 0 },
    { questions: changed(0, saying(3, ' BOGOTA.')), index: 0 },
    { questions: changed(3, saying(1, 'the nitrogen')), index: 3 },
  ],
  'repeated-question': [
    { questions: changed(1, asking("Which city is Peru's capital?")), index: 1 },
    { questions: changed(4, asking('The Scream was painted by which artist?')), index: 4 },
    { questions: changed(3, asking('How many legs does a spider have?')), index: 3 },
  ],
  'recently-asked': [
    { questions: clean, recent: ["Which city is Peru's capital?"], index: 0 },
    {
      questions: clean,
      recent: ['What is the capital of Chile?', 'In which year did the Berlin Wall fall?'],
      index: 4,
    },
  ],
  'longest-is-correct': [{ questions: padded([0, 1, 2]) }, { questions: padded([0, 1, 2, 3, 4]) }],
  'catch-all-answer': [
    { questions: changed(0, saying(3, 'All of the above')), index: 0 },
    { questions: changed(1, saying(0, 'None of these')), index: 1 },
    { questions: changed(2, saying(3, 'Both A and B')), index: 2 },
  ],
  'names-a-letter': [
    { questions: changed(0, explaining('Option B is in Ecuador.')), index: 0 },
    { questions: changed(3, explaining('The correct answer is (A).')), index: 3 },
    {
      questions: changed(4, asking('When did the Berlin Wall fall, option A or later?')),
      index: 4,
    },
    { questions: changed(1, saying(2, 'The same as option B')), index: 1 },
  ],
};

const cases = Object.entries(plants).flatMap(([rule, all]) =>
  all.map((plant, nth) => ({ rule, nth: nth + 1, ...plant })),
);

describe('the review', () => {
  test.each(cases)(
    'finds $rule (plant $nth) under its own name and nothing else',
    ({ rule, questions, recent = [], index }) => {
      expect(review(questions, { recent })).toEqual([
        index === undefined ? { rule } : { rule, index },
      ]);
    },
  );

  test('has a plant for each of its rules', () => {
    expect([...Object.keys(plants), 'key-disputed'].toSorted()).toEqual(
      [...reviewRules].toSorted(),
    );
  });

  test('finds nothing in the clean quiz, nor in 50 quizzes of shipped samples', () => {
    const quizzes = cleanQuizzes(50, 1);
    const texts = new Set(quizzes.flat().map(({ text }) => text));

    expect(review(clean, { recent: [] })).toEqual([]);
    expect(texts.size).toBeGreaterThan(150);
    expect(quizzes.flatMap((questions) => review(questions, { recent: [] }))).toEqual([]);
  });

  test('names every flaw of a quiz that has many', () => {
    const bad = questionOf('Which?', 'x', ['x', 'All of the above']);
    const flaws = review([{ ...bad, answers: [] }, bad, bad], { recent: [] });

    expect(flaws).toEqual([
      { rule: 'not-five-questions' },
      { rule: 'not-four-answers', index: 0 },
      { rule: 'no-correct-answer', index: 0 },
      { rule: 'not-four-answers', index: 1 },
      { rule: 'repeated-answer', index: 1 },
      { rule: 'catch-all-answer', index: 1 },
      { rule: 'repeated-question', index: 1 },
      { rule: 'not-four-answers', index: 2 },
      { rule: 'repeated-answer', index: 2 },
      { rule: 'catch-all-answer', index: 2 },
      { rule: 'repeated-question', index: 2 },
    ]);
  });
});

describe('the review of anything that the specification accepts', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('Which (A) or B', 'A and B', 'Option a', 'all of the above', '1,000', 'When'),
  );
  const answer = fc.record({ id: fc.string(), text, isCorrect: fc.boolean() });
  const question: fc.Arbitrary<Question> = fc.record(
    {
      id: fc.string(),
      text,
      answers: fc.array(answer, { maxLength: 30 }),
      selectedAnswerId: fc.constant(null),
      explanation: text,
    },
    { requiredKeys: ['id', 'text', 'answers', 'selectedAnswerId'] },
  );

  test('ends without an error, each flaw named once and at a question that exists', () => {
    fc.assert(
      fc.property(fc.array(question, { maxLength: 7 }), fc.array(text), (questions, recent) => {
        const flaws = review(questions, { recent });

        expect(new Set(flaws.map(({ rule, index }) => `${rule} ${index}`)).size).toBe(flaws.length);
        expect(flaws.every(({ index }) => index === undefined || questions[index])).toBe(true);
      }),
      { seed: 1 },
    );
  });
});

describe('the severity of flaws', () => {
  const wrong = ['no-correct-answer', 'several-correct-answers', 'key-disputed', 'repeated-answer'];

  test('is nothing for a clean quiz and something for every rule', () => {
    expect(severityOf([])).toBe(0);
    for (const rule of reviewRules) expect(severityOf([{ rule, index: 0 }])).toBeGreaterThan(0);
  });

  test('of one flaw that can make a quiz wrong outweighs all others together', () => {
    const others = reviewRules
      .filter((rule) => !wrong.includes(rule))
      .flatMap((rule) => [0, 1, 2, 3, 4].map((index) => ({ rule, index })));

    for (const rule of reviewRules.filter((name) => wrong.includes(name))) {
      expect(severityOf([{ rule, index: 0 }])).toBeGreaterThan(severityOf(others));
    }
  });

  test('adds up', () => {
    const flaw: Flaw = { rule: 'catch-all-answer', index: 1 };

    expect(severityOf([flaw, flaw])).toBe(2 * severityOf([flaw]));
  });
});

describe('the least flawed candidate', () => {
  const candidate = (name: string, ...rules: ReviewRule[]) => ({
    name,
    flaws: rules.map((rule) => ({ rule })),
  });

  test('is the one whose flaws weigh least, however many they are', () => {
    const wrong = candidate('wrong', 'key-disputed');
    const untidy = candidate('untidy', 'catch-all-answer', 'longest-is-correct', 'names-a-letter');

    expect(leastFlawed([wrong, untidy])).toBe(untidy);
    expect(leastFlawed([wrong, untidy, candidate('clean')])?.name).toBe('clean');
  });

  test('is the earliest of equals', () => {
    const first = candidate('first', 'recently-asked');

    expect(leastFlawed([first, candidate('second', 'recently-asked')])).toBe(first);
  });

  test('is none where there are none', () => {
    expect(leastFlawed([])).toBeUndefined();
  });
});
