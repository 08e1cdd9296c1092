import { useState } from 'react';
import { useLocation } from 'wouter';
import { breakdownOf, labelOf, percentOf, resultText, scoreOf } from '../../domain/scoring.ts';
import type { FeedbackState, Session } from '../../domain/session.ts';
import { topicOf } from '../../domain/topics.ts';
import { changePage } from '../change-page.ts';
import { BreakdownList } from '../components/breakdown-list.tsx';
import { Button } from '../components/button.tsx';
import { ButtonLink } from '../components/button-link.tsx';
import { ResultActions } from '../components/result-actions.tsx';
import { ScoreRing } from '../components/score-ring.tsx';
import { SourceNote } from '../components/source-note.tsx';
import { useParts } from '../parts.tsx';
import { useSession } from '../session.tsx';
import { useFeedback } from '../use-feedback.ts';
import { useTitle } from '../use-title.ts';
import styles from './results.module.css';

type SubmittedSession = Extract<Session, { phase: 'submitted' }>;

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

/** Copy, share and print, over the page's parts. */
function Actions({ text }: { text: string }) {
  const { copyText, shareText, print } = useParts();
  const [copied, setCopied] = useState<'done' | 'refused' | null>(null);
  const copy = () =>
    copyText(text).then(
      () => setCopied('done'),
      () => setCopied('refused'),
    );
  // A visitor who closes the share sheet has not met with an error.
  const share = shareText && (() => void shareText(text).catch(() => {}));
  return (
    <ResultActions copied={copied} onCopy={() => void copy()} onShare={share} onPrint={print} />
  );
}

/** The breakdown, with a filter for the wrong ones where it would leave something out. */
function Breakdown({ session }: { session: SubmittedSession }) {
  const [wrongOnly, setWrongOnly] = useState(false);
  const items = breakdownOf(session.questions);
  const wrong = items.filter((item) => !item.isCorrect).length;
  const canFilter = wrong > 0 && wrong < items.length;
  return (
    <section aria-labelledby="breakdown" className={styles.breakdown}>
      <div className={styles.breakdownHeader}>
        <h2 id="breakdown">Question Breakdown</h2>
        {canFilter && (
          <button
            type="button"
            className={styles.filter}
            aria-pressed={wrongOnly}
            onClick={() => setWrongOnly(!wrongOnly)}
          >
            Only the wrong ones ({wrong})
          </button>
        )}
      </div>
      <BreakdownList items={items} wrongOnly={wrongOnly} />
    </section>
  );
}

/** Score, label, feedback and breakdown of a submitted quiz. */
export function Results({ session }: { session: SubmittedSession }) {
  const { dispatch } = useSession();
  const [, navigate] = useLocation();
  useFeedback();
  useTitle('Quiz Results');
  const { name } = topicOf(session.topic);
  const total = session.questions.length;
  const score = scoreOf(session.questions);
  const percent = percentOf(score, total);
  const label = labelOf(percent);

  function takeAnother() {
    void changePage(() => {
      navigate('/');
      dispatch({ type: 'sessionReset' });
    });
  }

  return (
    <article className={styles.resultCard} data-topic={session.topic}>
      <header className={styles.resultHeader}>
        <h1 tabIndex={-1}>Quiz Results</h1>
        <p className={styles.resultTopic}>{name} Quiz</p>
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
      <div className={styles.resultButtons}>
        <Button kind="primary" onClick={takeAnother}>
          Take Another Quiz
        </Button>
        <ButtonLink href="/">Back to Topics</ButtonLink>
      </div>
      <Actions text={resultText(name, score, total)} />
      <Breakdown session={session} />
      <SourceNote source={session.source} />
    </article>
  );
}
