import type { Question } from '../../domain/quiz.ts';
import styles from './question-markers.module.css';

interface QuestionMarkersProps {
  readonly questions: readonly Question[];
  /** The question that is shown, from 0. */
  readonly index: number;
  readonly onShow: (index: number) => void;
  readonly disabled?: boolean;
}

/** A marker for each question: which is shown, which are answered, and a way to jump there. */
export function QuestionMarkers({ questions, index, onShow, disabled }: QuestionMarkersProps) {
  return (
    <nav aria-label="Questions">
      <ol className={styles.markers}>
        {questions.map((question, at) => {
          const isAnswered = question.selectedAnswerId !== null;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a model may give one id to two questions
            <li key={at}>
              <button
                type="button"
                className={styles.marker}
                data-answered={isAnswered}
                aria-current={at === index ? 'step' : undefined}
                aria-label={`Question ${at + 1}, ${isAnswered ? 'answered' : 'not answered'}`}
                disabled={disabled}
                onClick={() => onShow(at)}
              >
                <span className={styles.markerNumber}>{at + 1}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
