import styles from './score-ring.module.css';

interface ScoreRingProps {
  readonly score: number;
  readonly total: number;
  /** 0 to 100. */
  readonly percent: number;
}

/** The score circle: score out of total, and the percentage. */
export function ScoreRing({ score, total, percent }: ScoreRingProps) {
  return (
    <div className={styles.ring}>
      <svg viewBox="0 0 120 120" aria-hidden="true" className={styles.circle}>
        <circle className={styles.track} cx="60" cy="60" r="53" />
        {percent > 0 && (
          <circle
            className={styles.value}
            cx="60"
            cy="60"
            r="53"
            pathLength={100}
            strokeDasharray={`${percent} 100`}
          />
        )}
      </svg>
      <p className={styles.numbers}>
        <span className={styles.score}>
          {score}/{total}
        </span>
        <span className={styles.percent}>{percent}%</span>
      </p>
    </div>
  );
}
