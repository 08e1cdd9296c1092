import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';

/** A link to another page that looks like a button. */
export function ButtonLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} transition className={`${styles.button} ${styles.plain}`}>
      {children}
    </Link>
  );
}
