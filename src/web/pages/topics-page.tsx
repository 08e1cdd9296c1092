import type { ReactNode } from 'react';
import type { ProblemCode } from '../../domain/api.ts';
import { topics } from '../../domain/topics.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { GeneratingOverlay } from '../components/generating-overlay.tsx';
import { TopicCard, type TopicCardState } from '../components/topic-card.tsx';
import type { Generation } from '../generation.ts';
import { loadedQuizChunk } from '../load-quiz-chunk.ts';
import { useSession } from '../session.tsx';
import { useGeneration } from '../use-generation.ts';
import { useTitle } from '../use-title.ts';
import styles from './topics-page.module.css';

const cardStates: Readonly<Record<Generation['phase'], TopicCardState>> = {
  idle: 'idle',
  generating: 'generating',
  ready: 'ready',
  failed: 'idle',
  outdated: 'idle',
};

/** What a visitor is told when the server has no quiz to spare; all else is a failed generation. */
const refusals: Readonly<Partial<Record<ProblemCode, string>>> = {
  'too-many-requests': 'That was a lot of quizzes! Please wait a little, then choose again.',
  'over-capacity': 'All seats are taken right now. Please come back in a little while.',
};

/** What went wrong with the last choice, if anything did (section 8 for a failed generation). */
function failureOf(generation: Generation): ReactNode {
  switch (generation.phase) {
    case 'failed':
      return (
        (generation.code && refusals[generation.code]) ??
        'Failed to generate quiz questions. Please try again.'
      );
    case 'outdated':
      return (
        <span>
          A part of this page could not be loaded. <a href="/">Reload the page</a> and choose again.
        </span>
      );
    default:
      return null;
  }
}

/** The way back to the quiz of a session, which has come with the pages of the quiz. */
function WayBack() {
  const { session } = useSession();
  if (session.phase !== 'answering') return null;
  const { BegunQuiz } = loadedQuizChunk();
  return <BegunQuiz session={session} />;
}

/** Topic selection (specification, section 2, `/`). */
export function TopicsPage() {
  const { generation, prepare, choose, cancel } = useGeneration();
  useTitle();
  const chosen = 'topic' in generation ? generation.topic : null;

  return (
    <div className={styles.topics}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>Choose Your Quiz Topic</h1>
        <p className={styles.subtitle}>Select a topic that interests you and test your knowledge</p>
      </header>
      <WayBack />
      <ErrorBanner message={failureOf(generation)} />
      <p id="topics-line">Choose a topic to generate your personalized quiz:</p>
      <ul className={styles.grid} aria-labelledby="topics-line">
        {topics.map((topic) => (
          <li key={topic.id}>
            <TopicCard
              topic={topic}
              state={topic.id === chosen ? cardStates[generation.phase] : 'idle'}
              onChoose={() => choose(topic.id)}
              onApproach={prepare}
            />
          </li>
        ))}
      </ul>
      <p className={styles.promise}>
        No account, no cookies: your quiz lives in this tab and nowhere else.
      </p>
      {generation.phase === 'generating' && <GeneratingOverlay {...generation} onCancel={cancel} />}
    </div>
  );
}
