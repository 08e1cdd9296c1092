import { Redirect } from 'wouter';
import { loadedQuizChunk } from '../load-quiz-chunk.ts';
import { useSession } from '../session.tsx';
import { WaitingPage } from './waiting-page.tsx';

/** The results (specification, section 2, `/results`). */
export function ResultsPage() {
  const { session } = useSession();
  switch (session.phase) {
    case 'empty':
      return <WaitingPage title="Quiz Results" heading="Quiz Results" />;
    case 'answering':
      // The breakdown would give the answers away.
      return <Redirect to="/quiz" replace />;
    case 'submitted': {
      const { Results } = loadedQuizChunk();
      return <Results session={session} />;
    }
  }
}
