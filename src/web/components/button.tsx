import type { MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';

interface ButtonProps {
  readonly kind?: 'primary' | 'plain';
  readonly onClick: (event: MouseEvent) => void;
  readonly disabled?: boolean;
  /** At work: clicks do nothing, but the button keeps the focus. */
  readonly busy?: boolean;
  /** The id of an element that says more about the button. */
  readonly describedBy?: string;
  readonly children: ReactNode;
}

/** A push button. */
export function Button({
  kind = 'plain',
  onClick,
  disabled,
  busy,
  describedBy,
  children,
}: ButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.button} ${styles[kind]}`}
      onClick={busy ? undefined : onClick}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-describedby={describedBy}
    >
      {children}
    </button>
  );
}
