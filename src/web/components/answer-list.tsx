import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import type { Answer } from '../../domain/quiz.ts';
import styles from './answer-list.module.css';
import { Icon } from './icon.tsx';

export interface AnswerListHandle {
  /** Moves the focus to the answer at a place, from 0. */
  focus(index: number): void;
}

interface AnswerListProps {
  readonly ref?: Ref<AnswerListHandle>;
  /** The id of the element that holds the question. */
  readonly labelledBy: string;
  readonly answers: readonly Answer[];
  readonly selectedId: string | null;
  readonly onSelect: (answerId: string) => void;
  /** Enter on the answer that is selected already. */
  readonly onConfirm: () => void;
  readonly disabled?: boolean;
}

/** How far each arrow key moves in a radio group (W3C ARIA Authoring Practices). */
const arrowSteps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** The answers of one question, as a radio group of buttons with roving focus. */
export function AnswerList({
  ref,
  labelledBy,
  answers,
  selectedId,
  onSelect,
  onConfirm,
  disabled = false,
}: AnswerListProps) {
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const selectedIndex = answers.findIndex((answer) => answer.id === selectedId);
  const tabStop = Math.max(selectedIndex, 0);

  useImperativeHandle(ref, () => ({ focus: (index) => buttons.current[index]?.focus() }), []);

  function handleKey(event: KeyboardEvent, from: number) {
    const step = arrowSteps[event.key];
    if (event.key === 'Enter' && from === selectedIndex) {
      event.preventDefault();
      onConfirm();
    } else if (step !== undefined) {
      event.preventDefault();
      const to = (from + step + answers.length) % answers.length;
      const answer = answers[to];
      if (!answer) return;
      onSelect(answer.id);
      buttons.current[to]?.focus();
    }
  }

  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className={styles.answers}>
      {answers.map((answer, index) => (
        // biome-ignore lint/a11y/useSemanticElements: the specification asks for answer buttons
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a model may give one id to two answers
          key={index}
          ref={(element) => {
            buttons.current[index] = element;
          }}
          type="button"
          role="radio"
          aria-checked={index === selectedIndex}
          aria-disabled={disabled || undefined}
          tabIndex={index === tabStop ? 0 : -1}
          className={styles.answer}
          onClick={disabled ? undefined : () => onSelect(answer.id)}
          onKeyDown={disabled ? undefined : (event) => handleKey(event, index)}
        >
          <span className={styles.letter}>{answer.id.toUpperCase()}</span>
          <span className={styles.text}>{answer.text}</span>
          {index === selectedIndex && <Icon name="check" className={styles.answerCheck} />}
        </button>
      ))}
    </div>
  );
}
