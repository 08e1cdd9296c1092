/** What loading the page anew needs of the browser. */
export interface ReloadParts {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  readonly location: Pick<Location, 'href' | 'reload'>;
}

/**
 * `reloading`: this page is about to go; `useless`: it has been loaded anew already; `unreachable`:
 * the server does not answer, and the browser's own error page would take the place of ours.
 */
export type Reload = 'reloading' | 'useless' | 'unreachable';

/** Marks a history entry whose page was loaded anew; it outlasts the reload, and the tab it not. */
const reloaded = 'reloaded';

/**
 * Loads a page that lacks a part of itself anew, as after a new release that has taken the old
 * parts away. Once: where that has not helped, it would not help again.
 */
export async function reloadOnce({ fetch, history, location }: ReloadParts): Promise<Reload> {
  if (history.state === reloaded) return 'useless';
  const reply = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!reply?.ok) return 'unreachable';
  history.replaceState(reloaded, '');
  location.reload();
  return 'reloading';
}
