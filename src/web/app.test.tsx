import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import type { Question } from '../domain/quiz.ts';
import type { FeedbackState, Session } from '../domain/session.ts';
import { loadQuizChunk } from './load-quiz-chunk.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { QuizPage } from './pages/quiz-page.tsx';
import { ResultsPage } from './pages/results-page.tsx';
import { TopicsPage } from './pages/topics-page.tsx';
import { PartsProvider } from './parts.tsx';
import { SessionProvider } from './session.tsx';
import { stillParts } from './still-parts.ts';

function question(text: string, selected: string | null): Question {
  const answers = ['Rome', 'Oslo', 'Lima', 'Cairo'].map((city, index) => ({
    id: 'abcd'.charAt(index),
    text: city,
    isCorrect: city === 'Lima',
  }));
  return { id: 'q', text, answers, selectedAnswerId: selected };
}

const questions = [question('First?', 'c'), question('Second?', 'a'), question('Third?', null)];

/** The text that a page shows for a session, its tags taken out. */
function textOf(Page: () => React.ReactNode, session: Session, path = '/') {
  const markup = renderToStaticMarkup(
    <Router ssrPath={path}>
      <PartsProvider parts={stillParts}>
        <SessionProvider initial={session}>
          <Page />
        </SessionProvider>
      </PartsProvider>
    </Router>,
  );
  return markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const answering = (index: number): Session => ({
  phase: 'answering',
  topic: 'geography',
  source: 'model',
  questions,
  index,
});

const submitted = (feedback: FeedbackState): Session => ({
  phase: 'submitted',
  topic: 'geography',
  source: 'samples',
  questions,
  feedback,
  index: 2,
});

beforeAll(async () => {
  // There is no built page to name the chunk's file.
  vi.stubGlobal('document', { querySelector: () => null });
  await loadQuizChunk();
});

describe('the words of the pages (specification, section 2)', () => {
  it('topic selection', () => {
    const text = textOf(TopicsPage, { phase: 'empty' });
    expect(text).toContain('Choose Your Quiz Topic');
    expect(text).toContain('Select a topic that interests you and test your knowledge');
    expect(text).toContain('Choose a topic to generate your personalized quiz:');
    expect(text).toMatch(
      /Wellness Technology Science History Geography Sports Entertainment Literature Art Music /,
    );
  });

  it('the quiz, on its first and on its last question', () => {
    const first = textOf(QuizPage, answering(0), '/quiz');
    expect(first).toContain('Question 1 of 3');
    expect(first).toContain('First? A Rome B Oslo C Lima D Cairo');
    expect(first).toContain('Previous Next');
    expect(first).not.toContain('unanswered');
    const last = textOf(QuizPage, answering(2), '/quiz');
    expect(last).toContain('Question 3 of 3');
    expect(last).toContain('1 question is unanswered Previous Submit Quiz');
  });

  it('the quiz without questions', () => {
    expect(textOf(QuizPage, { phase: 'empty' }, '/quiz')).toBe(
      'Loading your quiz questions... Back to Topics',
    );
  });

  it('the results without a quiz', () => {
    expect(textOf(ResultsPage, { phase: 'empty' }, '/results')).toBe('Quiz Results Back to Topics');
  });

  it('topic selection with a quiz that was begun', () => {
    expect(textOf(TopicsPage, answering(0))).toContain('Go on with your Geography quiz');
    expect(textOf(TopicsPage, { phase: 'empty' })).not.toContain('Go on');
  });

  it('the results while feedback is loading, and with it', () => {
    const loading = textOf(ResultsPage, submitted({ status: 'loading' }), '/results');
    expect(loading).toContain('Quiz Results Geography Quiz');
    expect(loading).toContain('1/3 33% Keep practicing! Generating feedback...');
    expect(loading).toContain(
      'Take Another Quiz Back to Topics Copy result Print Question Breakdown',
    );
    expect(loading).toContain('1 Correct First? Your answer: Lima');
    expect(loading).toContain('2 Wrong Second? Your answer: Rome Correct answer: Lima');
    expect(loading).toContain('3 Wrong Third? Not answered Correct answer: Lima');
    expect(loading).toContain('These are sample questions.');

    const written = submitted({ status: 'written', text: 'A fair start.' });
    expect(textOf(ResultsPage, written, '/results')).toContain('Keep practicing! A fair start.');
  });

  it('the results with the local label where there is no feedback (section 8)', () => {
    const text = textOf(ResultsPage, submitted({ status: 'unavailable' }), '/results');
    expect(text).toContain('Keep practicing! Keep practicing!');
  });

  it('a page that does not exist', () => {
    expect(textOf(NotFoundPage, { phase: 'empty' })).toContain('Page not found');
  });
});
