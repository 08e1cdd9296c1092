import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** 0 to 1. */
  readonly fraction: number;
  readonly label: string;
  /** What a screen reader says instead of a percentage. */
  readonly valueText: string;
}

/** How far something is. */
export function ProgressBar({ fraction, label, valueText }: ProgressBarProps) {
  return (
    <progress
      className={styles.bar}
      value={fraction}
      max={1}
      aria-label={label}
      aria-valuetext={valueText}
    />
  );
}
