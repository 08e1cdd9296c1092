import { flushSync } from 'react-dom';

/** What a transition rejects with when the browser skips it is no failure of ours. */
const ignore = () => {};

/**
 * Runs an update that changes the address, and perhaps the session with it, in one render: apart, a
 * page would be shown for a moment with the session of another, and redirect away. Where the browser
 * has view transitions the change is one. Rejects with what `update` throws.
 */
export async function changePage(update: () => void): Promise<void> {
  const wantsNoMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!document.startViewTransition || wantsNoMotion) {
    flushSync(update);
    return;
  }
  const transition = document.startViewTransition(() => flushSync(update));
  transition.ready.catch(ignore);
  transition.finished.catch(ignore);
  await transition.updateCallbackDone;
}
