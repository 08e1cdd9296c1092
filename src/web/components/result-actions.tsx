import { Icon } from './icon.tsx';
import styles from './result-actions.module.css';

interface ResultActionsProps {
  /** What became of the last copying; null before the first. */
  readonly copied: 'done' | 'refused' | null;
  readonly onCopy: () => void;
  /** Left out where the device has no share sheet. */
  readonly onShare: (() => void) | null;
  readonly onPrint: () => void;
}

const copyWords = {
  done: 'Copied.',
  refused: 'The browser did not allow copying.',
} as const;

/** What a visitor may do with a result: copy it, share it, print it. */
export function ResultActions({ copied, onCopy, onShare, onPrint }: ResultActionsProps) {
  return (
    <div className={styles.actions}>
      <button type="button" className={styles.action} onClick={onCopy}>
        <Icon name="copy" />
        Copy result
      </button>
      {onShare && (
        <button type="button" className={styles.action} onClick={onShare}>
          <Icon name="share" />
          Share
        </button>
      )}
      <button type="button" className={styles.action} onClick={onPrint}>
        <Icon name="print" />
        Print
      </button>
      <span role="status" className={styles.told}>
        {copied && copyWords[copied]}
      </span>
    </div>
  );
}
