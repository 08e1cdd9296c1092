import { flushSync } from 'react-dom';

/**
 * Runs an update that changes both the session and the address in one render. Rendered apart, a page
 * would be shown for a moment with the session of another, and redirect away.
 */
export function changePage(update: () => void): void {
  flushSync(update);
}
