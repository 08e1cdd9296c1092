import { Link } from 'wouter';
import { unansweredIn } from '../../domain/scoring.ts';
import { topicOf, topics } from '../../domain/topics.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { GeneratingOverlay } from '../components/generating-overlay.tsx';
import { TopicCard, type TopicCardState } from '../components/topic-card.tsx';
import type { Generation } from '../generation.ts';
import { useSession } from '../session.tsx';
import { useGeneration } from '../use-generation.ts';
import { useLeaveGuard } from '../use-leave-guard.ts';
import { useTitle } from '../use-title.ts';
import styles from './topics-page.module.css';

const cardStates: Readonly<Record<Generation['phase'], TopicCardState>> = {
  idle: 'idle',
  generating: 'generating',
  ready: 'ready',
  failed: 'idle',
};

/** The way back to a quiz that was begun: choosing a topic would put another in its place. */
function BegunQuiz() {
  const { session } = useSession();
  const isBegun =
    session.phase === 'answering' && unansweredIn(session.questions) < session.questions.length;
  useLeaveGuard(isBegun);
  if (!isBegun) return null;
  return (
    <p className={styles.begun}>
      <Link href="/quiz" transition>
        Go on with your {topicOf(session.topic).name} quiz
      </Link>
    </p>
  );
}

/** Topic selection (specification, section 2, `/`). */
export function TopicsPage() {
  const { generation, choose, cancel } = useGeneration();
  useTitle();
  const chosen = 'topic' in generation ? generation.topic : null;

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>Choose Your Quiz Topic</h1>
        <p className={styles.subtitle}>Select a topic that interests you and test your knowledge</p>
      </header>
      <BegunQuiz />
      <ErrorBanner
        message={
          generation.phase === 'failed'
            ? 'Failed to generate quiz questions. Please try again.'
            : null
        }
      />
      <p id="topics-line">Choose a topic to generate your personalized quiz:</p>
      <ul className={styles.grid} aria-labelledby="topics-line">
        {topics.map((topic) => (
          <li key={topic.id}>
            <TopicCard
              topic={topic}
              state={topic.id === chosen ? cardStates[generation.phase] : 'idle'}
              onChoose={() => choose(topic.id)}
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
