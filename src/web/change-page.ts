import { flushSync } from 'react-dom';

/** What a transition rejects with when the browser skips it is no failure of ours. */
const ignore = () => {};

/**
 * Runs an update that changes the address, and perhaps the session with it, in one render, at once:
 * apart, a page would be shown for a moment with the session of another, and redirect away. Throws
 * what `update` throws.
 */
export function changePageAtOnce(update: () => void): void {
  flushSync(update);
}

/** As changePageAtOnce, with a view transition where the browser has them and motion is welcome. */
export async function changePage(update: () => void): Promise<void> {
  const wantsNoMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!document.startViewTransition || wantsNoMotion) {
    changePageAtOnce(update);
    return;
  }
  const transition = document.startViewTransition(() => changePageAtOnce(update));
  transition.ready.catch(ignore);
  transition.finished.catch(ignore);
  await transition.updateCallbackDone;
}
