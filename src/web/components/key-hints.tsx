import styles from './key-hints.module.css';

interface KeyHintsProps {
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** Tells the keyboard shortcuts of the quiz, and turns them off and on. */
export function KeyHints({ isOn, onToggle }: KeyHintsProps) {
  return (
    <p className={styles.hints}>
      <span data-off={!isOn}>
        Keys: <kbd>A</kbd>–<kbd>D</kbd> or <kbd>1</kbd>–<kbd>4</kbd> choose, <kbd>Enter</kbd> or{' '}
        <kbd>N</kbd> next, <kbd>P</kbd> previous.
      </span>{' '}
      <button type="button" className={styles.toggle} aria-pressed={isOn} onClick={onToggle}>
        Shortcuts {isOn ? 'on' : 'off'}
      </button>
    </p>
  );
}
