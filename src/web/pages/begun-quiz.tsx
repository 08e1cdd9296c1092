import { Link } from 'wouter';
import { unansweredIn } from '../../domain/scoring.ts';
import type { Session } from '../../domain/session.ts';
import { topicOf } from '../../domain/topics.ts';
import { useLeaveGuard } from '../use-leave-guard.ts';
import styles from './topics-page.module.css';

/** The way back to a quiz that was begun: choosing a topic would put another in its place. */
export function BegunQuiz({ session }: { session: Extract<Session, { phase: 'answering' }> }) {
  const isBegun = unansweredIn(session.questions) < session.questions.length;
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
