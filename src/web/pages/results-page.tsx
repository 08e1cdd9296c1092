import { Redirect, useLocation } from 'wouter';
import { breakdownOf, labelOf, percentOf, scoreOf } from '../../domain/scoring.ts';
import type { FeedbackState } from '../../domain/session.ts';
import { topicOf } from '../../domain/topics.ts';
import { changePage } from '../change-page.ts';
import { BreakdownList } from '../components/breakdown-list.tsx';
import { Button } from '../components/button.tsx';
import { ButtonLink } from '../components/button-link.tsx';
import { SampleNote } from '../components/sample-note.tsx';
import { ScoreRing } from '../components/score-ring.tsx';
import { useSession } from '../session.tsx';
import { useFeedback } from '../use-feedback.ts';
import { useTitle } from '../use-title.ts';
import styles from './results-page.module.css';

/** The feedback paragraph; the local label stands in where there is none (section 8). */
function feedbackText(feedback: FeedbackState, label: string): string {
  switch (feedback.status) {
    case 'loading':
      return 'Generating feedback...';
    case 'written':
      return feedback.text;
    case 'unavailable':
      return label;
  }
}

/** Score, label, feedback and breakdown (specification, section 2, `/results`). */
export function ResultsPage() {
  const { session, dispatch } = useSession();
  const [, navigate] = useLocation();
  useFeedback();
  useTitle('Quiz Results');

  if (session.phase === 'empty') return <Redirect to="/" replace />;
  if (session.phase === 'answering') return <Redirect to="/quiz" replace />;

  const total = session.questions.length;
  const score = scoreOf(session.questions);
  const percent = percentOf(score, total);
  const label = labelOf(percent);

  function takeAnother() {
    changePage(() => {
      navigate('/');
      dispatch({ type: 'sessionReset' });
    });
  }

  return (
    <article className={styles.card} data-topic={session.topic}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>Quiz Results</h1>
        <p className={styles.topic}>{topicOf(session.topic).name} Quiz</p>
      </header>
      <section className={styles.summary} aria-label="Score">
        <ScoreRing score={score} total={total} percent={percent} />
        <p className={styles.label}>{label}</p>
        <p
          className={styles.feedback}
          role="status"
          aria-busy={session.feedback.status === 'loading'}
        >
          {feedbackText(session.feedback, label)}
        </p>
      </section>
      <div className={styles.buttons}>
        <Button kind="primary" onClick={takeAnother}>
          Take Another Quiz
        </Button>
        <ButtonLink href="/">Back to Topics</ButtonLink>
      </div>
      <section aria-labelledby="breakdown">
        <h2 id="breakdown">Question Breakdown</h2>
        <BreakdownList items={breakdownOf(session.questions)} />
      </section>
      {session.source === 'samples' && <SampleNote />}
    </article>
  );
}
