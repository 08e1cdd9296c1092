import { ButtonLink } from '../components/button-link.tsx';
import { useTitle } from '../use-title.ts';
import styles from './not-found-page.module.css';

/** What every address but the three routes shows; the server answers it with status 404. */
export function NotFoundPage() {
  useTitle('Page not found');
  return (
    <div className={styles.notFound}>
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <h1 tabIndex={-1}>Page not found</h1>
      <p>There is nothing at this address. The ten quiz topics are on the first page.</p>
      <ButtonLink href="/">Back to Topics</ButtonLink>
    </div>
  );
}
