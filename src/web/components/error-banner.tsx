import type { ReactNode } from 'react';
import styles from './error-banner.module.css';
import { Icon } from './icon.tsx';

/** An alert; the region stays in the page while empty, so that its text is announced. */
export function ErrorBanner({ message }: { message: ReactNode }) {
  return (
    <div role="alert">
      {message && (
        <p className={styles.banner}>
          <Icon name="warning" className={styles.bannerIcon} />
          {message}
        </p>
      )}
    </div>
  );
}
