import { useEffect, useRef } from 'react';
import { Redirect } from 'wouter';
import { progressFraction } from '../../domain/scoring.ts';
import { topicOf } from '../../domain/topics.ts';
import { AnswerList } from '../components/answer-list.tsx';
import { Button } from '../components/button.tsx';
import { ButtonLink } from '../components/button-link.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { ProgressBar } from '../components/progress-bar.tsx';
import { SampleNote } from '../components/sample-note.tsx';
import { useSession } from '../session.tsx';
import { useSubmit } from '../use-submit.ts';
import { useTitle } from '../use-title.ts';
import styles from './quiz-page.module.css';

/** What `/quiz` shows until the redirect of a visitor without questions is through (section 2). */
export function NoQuestions() {
  return (
    <div className={styles.empty}>
      <h1 tabIndex={-1}>Loading your quiz questions...</h1>
      <ButtonLink href="/">Back to Topics</ButtonLink>
    </div>
  );
}

/** Moves the focus to the question's heading whenever another question is shown. */
function useQuestionFocus(index: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(index);
  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    heading.current?.focus();
  }, [index]);
  return heading;
}

/** One question at a time (specification, section 2, `/quiz`). */
export function QuizPage() {
  const { session, dispatch } = useSession();
  const { submission, submit } = useSubmit();
  const index = session.phase === 'answering' ? session.index : 0;
  const heading = useQuestionFocus(index);
  useTitle(session.phase === 'empty' ? undefined : `${topicOf(session.topic).name} Quiz`);

  if (session.phase === 'submitted') return <Redirect to="/results" replace />;
  const question = session.phase === 'answering' ? session.questions[index] : undefined;
  if (session.phase === 'empty' || !question) {
    return (
      <>
        <NoQuestions />
        <Redirect to="/" replace />
      </>
    );
  }

  const total = session.questions.length;
  const isLast = index === total - 1;
  const isSubmitting = submission === 'submitting';
  const show = (next: number) => dispatch({ type: 'questionShown', index: next });

  return (
    <article className={styles.card} data-topic={session.topic}>
      <header className={styles.header}>
        <h1 tabIndex={-1} className={styles.topic}>
          {topicOf(session.topic).name} Quiz
        </h1>
        <p className={styles.count}>
          Question {index + 1} of {total}
        </p>
        <ProgressBar
          fraction={progressFraction(index, total)}
          label="Progress"
          valueText={`Question ${index + 1} of ${total}`}
        />
      </header>
      <div className={styles.body}>
        <h2 ref={heading} tabIndex={-1} id="question" className={styles.question}>
          {question.text}
        </h2>
        <AnswerList
          key={index}
          labelledBy="question"
          answers={question.answers}
          selectedId={question.selectedAnswerId}
          onSelect={(answerId) => dispatch({ type: 'answerSelected', index, answerId })}
          disabled={isSubmitting}
        />
      </div>
      <ErrorBanner
        message={submission === 'failed' ? 'Failed to submit the quiz. Please try again.' : null}
      />
      <footer className={styles.buttons}>
        <Button onClick={() => show(index - 1)} disabled={index === 0 || isSubmitting}>
          Previous
        </Button>
        {isLast ? (
          <Button kind="primary" onClick={submit} busy={isSubmitting}>
            {isSubmitting ? 'Submitting...' : 'Submit Quiz'}
          </Button>
        ) : (
          <Button kind="primary" onClick={() => show(index + 1)}>
            Next
          </Button>
        )}
      </footer>
      {session.source === 'samples' && <SampleNote />}
    </article>
  );
}
