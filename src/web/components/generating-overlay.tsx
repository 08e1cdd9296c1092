import { useEffect, useRef } from 'react';
import { type TopicId, topicOf } from '../../domain/topics.ts';
import { Button } from './button.tsx';
import styles from './generating-overlay.module.css';
import { Icon } from './icon.tsx';

interface GeneratingOverlayProps {
  readonly topic: TopicId;
  readonly onCancel: () => void;
}

/** The full-screen overlay while a quiz is written: a modal dialog that Escape cancels. */
export function GeneratingOverlay({ topic, onCancel }: GeneratingOverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      data-topic={topic}
      aria-labelledby="overlay-heading"
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <div className={styles.card}>
        <Icon name={topicOf(topic).icon} className={styles.icon} />
        <h2 id="overlay-heading" className={styles.heading}>
          Preparing your quiz...
        </h2>
        <progress className={styles.progress} aria-labelledby="overlay-heading" />
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </dialog>
  );
}
