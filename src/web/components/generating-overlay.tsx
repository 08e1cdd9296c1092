import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { questionsPerQuiz } from '../../domain/limits.ts';
import type { QuizProgress } from '../../domain/quiz.ts';
import { type TopicId, topicOf } from '../../domain/topics.ts';
import { Button } from './button.tsx';
import styles from './generating-overlay.module.css';
import { Icon } from './icon.tsx';
import { ProgressBar } from './progress-bar.tsx';

interface GeneratingOverlayProps {
  readonly topic: TopicId;
  /** How far the writing is; null until that is known. */
  readonly progress: QuizProgress | null;
  readonly isLongWait: boolean;
  readonly onCancel: () => void;
}

/**
 * Runs `run` in a task of its own, before which browsers draw what a click has changed; gives what calls
 * it off. To open a modal dialog is half of the work that a choice brings about: with it the card
 * would answer late on a slow phone. By a message, for frames and timers stand still in the background.
 */
function afterThisFrame(run: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
  return () => port1.close();
}

/** The full-screen overlay while a quiz is written: a modal dialog that Escape cancels. */
export function GeneratingOverlay({
  topic,
  progress,
  isLongWait,
  onCancel,
}: GeneratingOverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isLeaving = useRef(false);
  const { written, total } = progress ?? { written: 0, total: questionsPerQuiz };
  const told = `${written} of ${total} questions written`;

  // Before the dialog leaves the page, so that closing it gives the focus back to the card.
  useLayoutEffect(() => {
    const element = dialog.current;
    isLeaving.current = false;
    const keepClosed = afterThisFrame(() => element?.showModal());
    return () => {
      keepClosed();
      isLeaving.current = true;
      element?.close();
    };
  }, []);

  function cancelOnClick(event: MouseEvent) {
    // The second click of a double click on the card that lay under this button is not meant for it.
    if (event.detail < 2) onCancel();
  }

  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      data-topic={topic}
      aria-labelledby="overlay-heading"
      onClose={({ currentTarget }) => {
        // Escape closes a dialog by itself. One that is open again was closed by strict mode, which
        // runs the effect above twice in development.
        if (!isLeaving.current && !currentTarget.open) onCancel();
      }}
    >
      <div className={styles.overlayCard}>
        <Icon name={topicOf(topic).icon} className={styles.overlayIcon} />
        <h2 id="overlay-heading" className={styles.heading}>
          Preparing your quiz...
        </h2>
        <ProgressBar fraction={written / total} label="Questions written" valueText={told} isBusy />
        <div role="status" className={styles.status}>
          <p>{told}</p>
          {progress && progress.attempt > 1 && (
            <p>
              Trying again: attempt {progress.attempt} of {progress.attempts}
            </p>
          )}
          {isLongWait && <p>Still at work. A good quiz can take a little while.</p>}
        </div>
        <Button onClick={cancelOnClick}>Cancel</Button>
      </div>
    </dialog>
  );
}
