import { Redirect } from 'wouter';
import { ButtonLink } from '../components/button-link.tsx';
import { useTitle } from '../use-title.ts';
import styles from './waiting-page.module.css';

interface WaitingPageProps {
  readonly title: string;
  readonly heading: string;
}

/** What a visitor without a quiz sees of its pages until the redirect to the topics is through. */
export function WaitingPage({ title, heading }: WaitingPageProps) {
  useTitle(title);
  return (
    <div className={styles.waiting}>
      <h1 tabIndex={-1}>{heading}</h1>
      <ButtonLink href="/">Back to Topics</ButtonLink>
      <Redirect to="/" replace />
    </div>
  );
}
