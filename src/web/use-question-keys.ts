import { useEffect, useEffectEvent } from 'react';

const letters = 'abcdefgh';
const digits = '12345678';

export interface QuestionKeys {
  /** Shortcuts of a single key can be turned off (WCAG 2.2, 2.1.4). */
  readonly isOn: boolean;
  /** Told the place of an answer, from 0, which may be beyond the last one. */
  readonly onAnswer: (index: number) => void;
  readonly onNext: () => void;
  readonly onPrevious: () => void;
}

/** Whether a key is meant for something else: with a modifier, held down, or while typing. */
function isMeantElsewhere(event: KeyboardEvent): boolean {
  const { target } = event;
  return (
    event.defaultPrevented ||
    event.repeat ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]'))
  );
}

/**
 * Listens on the whole page: A to H and 1 to 8 choose an answer, N and P go to the next and the
 * previous question.
 */
export function useQuestionKeys({ isOn, onAnswer, onNext, onPrevious }: QuestionKeys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (isMeantElsewhere(event)) return;
    const key = event.key.toLowerCase();
    const index = key.length === 1 ? Math.max(letters.indexOf(key), digits.indexOf(key)) : -1;
    if (index >= 0) onAnswer(index);
    else if (key === 'n') onNext();
    else if (key === 'p') onPrevious();
    else return;
    event.preventDefault();
  });

  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}
