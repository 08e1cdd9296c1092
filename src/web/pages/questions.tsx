import { useEffect, useRef, useState } from 'react';
import { progressFraction, unansweredIn } from '../../domain/scoring.ts';
import type { Session } from '../../domain/session.ts';
import { topicOf } from '../../domain/topics.ts';
import { AnswerList, type AnswerListHandle } from '../components/answer-list.tsx';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { KeyHints } from '../components/key-hints.tsx';
import { ProgressBar } from '../components/progress-bar.tsx';
import { QuestionMarkers } from '../components/question-markers.tsx';
import { SourceNote } from '../components/source-note.tsx';
import { useSession } from '../session.tsx';
import { useLeaveGuard } from '../use-leave-guard.ts';
import { useQuestionKeys } from '../use-question-keys.ts';
import { useSubmit } from '../use-submit.ts';
import { useTitle } from '../use-title.ts';
import styles from './questions.module.css';

type AnsweringSession = Extract<Session, { phase: 'answering' }>;

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

/** How many questions are without an answer, in words; nothing where all have one. */
function unansweredWords(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 question is unanswered' : `${count} questions are unanswered`;
}

/** One question at a time, with the way to the others and to the results. */
export function Questions({ session }: { session: AnsweringSession }) {
  const { dispatch } = useSession();
  const { submission, submit } = useSubmit();
  const [keysAreOn, setKeysAreOn] = useState(true);
  const answerList = useRef<AnswerListHandle>(null);
  const { topic, questions, index } = session;
  const question = questions[index];
  const answers = question?.answers ?? [];
  const total = questions.length;
  const unanswered = unansweredIn(questions);
  const isLast = index === total - 1;
  const isSubmitting = submission === 'submitting';
  const heading = useQuestionFocus(index);
  const count = `Question ${index + 1} of ${total}`;
  useTitle(`${topicOf(topic).name} Quiz, ${count}`);
  useLeaveGuard(unanswered < total);

  const show = (next: number) => dispatch({ type: 'questionShown', index: next });
  const select = (answerId: string) => dispatch({ type: 'answerSelected', index, answerId });
  const showNext = () => show(index + 1);

  useQuestionKeys({
    isOn: keysAreOn && !isSubmitting,
    onAnswer(at) {
      const answer = answers[at];
      if (!answer) return;
      select(answer.id);
      answerList.current?.focus(at);
    },
    onNext: showNext,
    onPrevious: () => show(index - 1),
  });

  return (
    <article className={styles.quizCard} data-topic={topic}>
      <header className={styles.quizHeader}>
        <h1 tabIndex={-1} className={styles.quizTopic}>
          {topicOf(topic).name} Quiz
        </h1>
        <p className={styles.count}>{count}</p>
        <ProgressBar fraction={progressFraction(index, total)} label="Progress" valueText={count} />
        <QuestionMarkers
          questions={questions}
          index={index}
          onShow={show}
          disabled={isSubmitting}
        />
      </header>
      <div className={styles.body} key={index}>
        <h2 ref={heading} tabIndex={-1} id="question" className={styles.question}>
          {question?.text}
        </h2>
        <AnswerList
          ref={answerList}
          labelledBy="question"
          answers={answers}
          selectedId={question?.selectedAnswerId ?? null}
          onSelect={select}
          onConfirm={showNext}
          disabled={isSubmitting}
        />
      </div>
      <ErrorBanner
        message={submission === 'failed' ? 'Failed to submit the quiz. Please try again.' : null}
      />
      <footer className={styles.footer}>
        <p id="unanswered" className={styles.unanswered}>
          {isLast && unansweredWords(unanswered)}
        </p>
        <div className={styles.quizButtons}>
          <Button onClick={() => show(index - 1)} disabled={index === 0 || isSubmitting}>
            Previous
          </Button>
          {isLast ? (
            <Button
              key="submit"
              kind="primary"
              onClick={submit}
              busy={isSubmitting}
              describedBy="unanswered"
            >
              {isSubmitting ? 'Submitting...' : 'Submit Quiz'}
            </Button>
          ) : (
            <Button key="next" kind="primary" onClick={showNext}>
              Next
            </Button>
          )}
        </div>
      </footer>
      <div className={styles.notes}>
        <KeyHints isOn={keysAreOn} onToggle={() => setKeysAreOn(!keysAreOn)} />
        <SourceNote source={session.source} />
      </div>
    </article>
  );
}
