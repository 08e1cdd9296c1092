import styles from './sample-note.module.css';

/** Says plainly that the questions are samples, and how the operator turns the AI on. */
export function SampleNote() {
  return (
    <p className={styles.note}>
      These are sample questions. To have quizzes written by AI, the operator of this site sets{' '}
      <code>OPENROUTER_API_KEY</code> or <code>LLM_BASE_URL</code>.
    </p>
  );
}
