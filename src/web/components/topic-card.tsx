import type { Topic } from '../../domain/topics.ts';
import { Icon } from './icon.tsx';
import styles from './topic-card.module.css';

export type TopicCardState = 'idle' | 'generating' | 'ready';

interface TopicCardProps {
  readonly topic: Topic;
  readonly state: TopicCardState;
  readonly onChoose: () => void;
  /** The visitor may be about to choose: a pointer or the focus is on the card. */
  readonly onApproach: () => void;
}

/** One topic as a card to click: 'Generating...' while its quiz is written, then a check mark. */
export function TopicCard({ topic, state, onChoose, onApproach }: TopicCardProps) {
  return (
    <button
      type="button"
      className={styles.card}
      data-topic={topic.id}
      data-state={state}
      onClick={onChoose}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      <Icon name={topic.icon} className={styles.icon} />
      <span className={styles.name}>{topic.name}</span>
      {state === 'generating' && <span className={styles.state}>Generating...</span>}
      {state === 'ready' && (
        <span className={styles.check} role="img" aria-label="Ready">
          <Icon name="check" />
        </span>
      )}
    </button>
  );
}
