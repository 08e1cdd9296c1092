import type { BreakdownItem } from '../../domain/scoring.ts';
import styles from './breakdown-list.module.css';
import { Icon } from './icon.tsx';

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
export function BreakdownList({ items }: { items: readonly BreakdownItem[] }) {
  return (
    <ol className={styles.list}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a model may give one id to two questions
        <li key={index} className={styles.item} data-correct={item.isCorrect}>
          <Verdict item={item} />
          <h3 className={styles.question}>{item.question.text}</h3>
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
