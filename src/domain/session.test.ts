import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Question, Quiz } from './quiz.ts';
import {
  clampIndex,
  emptySession,
  type Session,
  type SessionEvent,
  sessionReducer,
} from './session.ts';

function question(id: string): Question {
  const answers = ['a', 'b', 'c', 'd'].map((letter) => ({
    id: letter,
    text: `Answer ${letter}`,
    isCorrect: letter === 'b',
  }));
  return { id, text: `Question ${id}`, answers, selectedAnswerId: null };
}

function quizOf(count: number): Quiz {
  const questions = Array.from({ length: count }, (_, at) => question(`q-${at}`));
  return { topic: 'history', source: 'model', questions };
}

const loaded = { type: 'quizLoaded', quiz: quizOf(3) } as const;
const show = (index: number) => ({ type: 'questionShown', index }) as const;
const select = (index: number, answerId: string) =>
  ({ type: 'answerSelected', index, answerId }) as const;
const submitted = { type: 'quizSubmitted' } as const;
const reset = { type: 'sessionReset' } as const;

/** The session after a story of events, from the empty one. */
const sessionAfter = (...events: readonly SessionEvent[]): Session =>
  events.reduce(sessionReducer, emptySession);
const selectionOf = (session: Session) =>
  session.phase === 'empty' ? [] : session.questions.map((one) => one.selectedAnswerId);

describe('a session', () => {
  test('begins empty', () => {
    expect(sessionAfter()).toEqual({ phase: 'empty' });
  });

  test('shows the first question of a loaded quiz, nothing selected', () => {
    const { topic, source, questions } = loaded.quiz;
    expect(sessionAfter(loaded)).toEqual({
      phase: 'answering',
      topic,
      source,
      questions,
      index: 0,
    });
  });

  test('goes forward and back between the first question and the last', () => {
    expect(sessionAfter(loaded, show(1))).toMatchObject({ index: 1 });
    expect(sessionAfter(loaded, show(2), show(3))).toMatchObject({ index: 2 });
    expect(sessionAfter(loaded, show(2), show(1))).toMatchObject({ index: 1 });
    expect(sessionAfter(loaded, show(-1))).toMatchObject({ index: 0 });
  });

  test('keeps an answer, and replaces it when another is selected', () => {
    expect(selectionOf(sessionAfter(loaded, select(1, 'a')))).toEqual([null, 'a', null]);
    expect(selectionOf(sessionAfter(loaded, select(1, 'a'), select(1, 'c')))).toEqual([
      null,
      'c',
      null,
    ]);
  });

  test('keeps the answers while moving', () => {
    const moved = sessionAfter(loaded, select(0, 'b'), show(1), select(1, 'd'), show(0));
    expect(selectionOf(moved)).toEqual(['b', 'd', null]);
  });

  test('selects nothing that the question does not offer', () => {
    const session = sessionAfter(
      loaded,
      select(0, 'e'),
      select(3, 'a'),
      select(-1, 'a'),
      select(0.5, 'a'),
    );
    expect(selectionOf(session)).toEqual([null, null, null]);
  });

  test('is submitted with unanswered questions as well', () => {
    const session = sessionAfter(loaded, select(0, 'b'), show(2), submitted);
    expect(session).toMatchObject({ phase: 'submitted', topic: 'history', index: 2 });
    expect(selectionOf(session)).toEqual(['b', null, null]);
  });

  test('does not change once it is submitted', () => {
    const session = sessionAfter(loaded, select(0, 'b'), submitted);
    for (const late of [select(0, 'a'), show(2), submitted]) {
      expect(sessionReducer(session, late)).toBe(session);
    }
  });

  test.each([show(1), select(0, 'a'), submitted])('hears no $type while it is empty', (event) => {
    expect(sessionAfter(event)).toBe(emptySession);
  });

  test('is cleared by a reset, whatever its phase', () => {
    expect(sessionAfter(reset)).toEqual(emptySession);
    expect(sessionAfter(loaded, select(0, 'a'), show(1), reset)).toEqual(emptySession);
    expect(sessionAfter(loaded, submitted, reset)).toEqual(emptySession);
  });

  test('begins anew with another quiz', () => {
    const next = {
      type: 'quizLoaded',
      quiz: { ...quizOf(2), topic: 'art', source: 'samples' },
    } as const;
    const session = sessionAfter(loaded, select(0, 'a'), show(2), submitted, next);
    expect(session).toEqual({ phase: 'answering', ...next.quiz, index: 0 });
  });

  test('leaves the quiz it was given untouched', () => {
    const quiz = quizOf(2);
    sessionAfter({ type: 'quizLoaded', quiz }, select(0, 'a'), show(1));
    expect(quiz).toEqual(quizOf(2));
  });
});

const anyIndex = fc.oneof(fc.integer({ min: -3, max: 8 }), fc.double(), fc.integer());

test('an index is brought into 0..last, whatever it was', () => {
  fc.assert(
    fc.property(anyIndex, fc.nat(200), (index, total) => {
      const clamped = clampIndex(index, total);
      expect(Number.isInteger(clamped)).toBe(true);
      expect(clamped).toBeGreaterThanOrEqual(0);
      expect(clamped).toBeLessThanOrEqual(Math.max(total - 1, 0));
      if (Number.isInteger(index) && index >= 0 && index < total) expect(clamped).toBe(index + 0);
    }),
  );
});

test.each([
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 4],
  [Number.NEGATIVE_INFINITY, 0],
  [2.9, 2],
  [-0.5, 0],
])('the index %d of five questions becomes %i', (index, clamped) => {
  expect(clampIndex(index, 5)).toBe(clamped);
});

test('no story throws, or leads the index out of the quiz', () => {
  const event: fc.Arbitrary<SessionEvent> = fc.oneof(
    fc.nat(6).map((count) => ({ type: 'quizLoaded', quiz: quizOf(count) }) as const),
    anyIndex.map(show),
    fc
      .tuple(anyIndex, fc.oneof(fc.constantFrom('a', 'b', 'e', '__proto__'), fc.string()))
      .map(([index, id]) => select(index, id)),
    fc.constantFrom(submitted, reset),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let session = emptySession;
      for (const next of events) {
        session = sessionReducer(session, next);
        if (session.phase === 'empty') continue;
        const last = Math.max(session.questions.length - 1, 0);
        expect(session.index).toBe(clampIndex(session.index, last + 1));
        expect([null, 'a', 'b']).toEqual(
          expect.arrayContaining([...new Set(selectionOf(session))]),
        );
      }
    }),
  );
});
