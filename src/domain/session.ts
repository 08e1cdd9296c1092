import type { Question, Quiz, QuizSource } from './quiz.ts';
import type { TopicId } from './topics.ts';

/** What every session with questions holds (specification, section 3). */
interface LoadedSession {
  readonly topic: TopicId;
  readonly source: QuizSource;
  readonly questions: readonly Question[];
  /** Always within 0..last. */
  readonly index: number;
}

/** The feedback paragraph of a submitted quiz: loading, then shown, or not to be had (section 8). */
export type FeedbackState =
  | { readonly status: 'loading' }
  | { readonly status: 'written'; readonly text: string }
  | { readonly status: 'unavailable' };

/**
 * The visitor's session, in memory only (sections 3 and 4). Score, percent, label and progress are
 * derived in scoring.ts, never kept here.
 */
export type Session =
  | { readonly phase: 'empty' }
  | ({ readonly phase: 'answering' } & LoadedSession)
  | ({ readonly phase: 'submitted'; readonly feedback: FeedbackState } & LoadedSession);

export type SessionEvent =
  | { readonly type: 'quizLoaded'; readonly quiz: Quiz }
  | { readonly type: 'answerSelected'; readonly index: number; readonly answerId: string }
  | { readonly type: 'questionShown'; readonly index: number }
  | { readonly type: 'quizSubmitted' }
  | { readonly type: 'feedbackWritten'; readonly text: string }
  | { readonly type: 'feedbackFailed' }
  | { readonly type: 'sessionReset' };

export const emptySession: Session = { phase: 'empty' };

/** An index brought into 0..total - 1 (section 4); 0 for anything that is no number. */
export function clampIndex(index: number, total: number): number {
  return Math.min(Math.max(Math.trunc(index) || 0, 0), Math.max(total - 1, 0));
}

/** The questions with one answer set or replaced; unknown ids and indexes change nothing. */
function selectAnswer(
  questions: readonly Question[],
  index: number,
  answerId: string,
): readonly Question[] {
  return questions.map((question, at) =>
    at === index && question.answers.some((answer) => answer.id === answerId)
      ? { ...question, selectedAnswerId: answerId }
      : question,
  );
}

/** A submitted session with its feedback settled; what has been settled once stays. */
function withFeedback(session: Session, feedback: FeedbackState): Session {
  return session.phase === 'submitted' && session.feedback.status === 'loading'
    ? { ...session, feedback }
    : session;
}

/**
 * The session after an event (section 4). An event that has no meaning in the present phase, such
 * as a selection that arrives after submitting, leaves the session as it is.
 */
export function sessionReducer(session: Session, event: SessionEvent): Session {
  switch (event.type) {
    case 'quizLoaded':
      return { phase: 'answering', ...event.quiz, index: 0 };
    case 'sessionReset':
      return emptySession;
    case 'answerSelected':
      return session.phase === 'answering'
        ? { ...session, questions: selectAnswer(session.questions, event.index, event.answerId) }
        : session;
    case 'questionShown':
      return session.phase === 'answering'
        ? { ...session, index: clampIndex(event.index, session.questions.length) }
        : session;
    case 'quizSubmitted':
      return session.phase === 'answering'
        ? { ...session, phase: 'submitted', feedback: { status: 'loading' } }
        : session;
    case 'feedbackWritten':
      return withFeedback(session, { status: 'written', text: event.text });
    case 'feedbackFailed':
      return withFeedback(session, { status: 'unavailable' });
  }
}
