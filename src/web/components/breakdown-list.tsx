import type { BreakdownItem } from '../../domain/scoring.ts';
import styles from './breakdown-list.module.css';
import { Icon } from './icon.tsx';

interface BreakdownListProps {
  readonly items: readonly BreakdownItem[];
  /** Leaves the questions that were answered correctly out of the screen, but not out of a print. */
  readonly wrongOnly: boolean;
}

/** The verdict on one question, in an icon and a word: colour is never alone. */
function Verdict({ item }: { item: BreakdownItem }) {
  return (
    <span className={styles.verdict}>
      <Icon name={item.isCorrect ? 'check' : 'cross'} />
      {item.isCorrect ? 'Correct' : 'Wrong'}
    </span>
  );
}

/** Each question with what was answered and, where that was wrong, what is right (section 2). */
export function BreakdownList({ items, wrongOnly }: BreakdownListProps) {
  return (
    <ol className={styles.breakdownList}>
      {items.map((item, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a model may give one id to two questions
          key={index}
          className={styles.item}
          data-correct={item.isCorrect}
          data-left-out={wrongOnly && item.isCorrect}
        >
          <div className={styles.line}>
            <span className={styles.questionNumber}>{index + 1}</span>
            <Verdict item={item} />
          </div>
          <h3 className={styles.questionText}>{item.question.text}</h3>
          <p className={styles.answer}>
            {item.selected ? `Your answer: ${item.selected.text}` : 'Not answered'}
          </p>
          {!item.isCorrect && item.correct.length > 0 && (
            <p className={styles.correct}>
              Correct answer: {item.correct.map((answer) => answer.text).join(' / ')}
            </p>
          )}
          {item.question.explanation && (
            <p className={styles.explanation}>{item.question.explanation}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
