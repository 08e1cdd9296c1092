import { Redirect } from 'wouter';
import { loadedQuizChunk } from '../load-quiz-chunk.ts';
import { useSession } from '../session.tsx';
import { WaitingPage } from './waiting-page.tsx';

/** The quiz (specification, section 2, `/quiz`). */
export function QuizPage() {
  const { session } = useSession();
  switch (session.phase) {
    case 'empty':
      return <WaitingPage title="Quiz" heading="Loading your quiz questions..." />;
    case 'answering': {
      const { Questions } = loadedQuizChunk();
      return <Questions session={session} />;
    }
    case 'submitted':
      return <Redirect to="/results" replace />;
  }
}
