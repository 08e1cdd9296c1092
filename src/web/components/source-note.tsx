import type { QuizSource } from '../../domain/quiz.ts';
import styles from './source-note.module.css';

/**
 * Says plainly where the questions come from: samples, with how the operator turns the AI on, or a
 * language model, which can be wrong.
 */
export function SourceNote({ source }: { source: QuizSource }) {
  return (
    <p className={styles.note}>
      {source === 'samples' ? (
        <>
          These are sample questions. To have quizzes written by AI, the operator of this site sets{' '}
          <code>OPENROUTER_API_KEY</code> or <code>LLM_BASE_URL</code>.
        </>
      ) : (
        'These questions were written by AI, which can be wrong.'
      )}
    </p>
  );
}
