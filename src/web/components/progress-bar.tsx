import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** 0 to 1. */
  readonly fraction: number;
  readonly label: string;
  /** What a screen reader says instead of a percentage. */
  readonly valueText: string;
  /** Shows that work is going on between one step and the next. */
  readonly isBusy?: boolean;
}

/** How far something is. */
export function ProgressBar({ fraction, label, valueText, isBusy = false }: ProgressBarProps) {
  return (
    <progress
      className={styles.bar}
      data-busy={isBusy}
      value={fraction}
      max={1}
      aria-label={label}
      aria-valuetext={valueText}
    />
  );
}
