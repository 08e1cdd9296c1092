import { useEffect } from 'react';

/** The name of a page in the browser's tab: `title`, where it has one, then the product. */
export function documentTitle(title?: string): string {
  return title ? `${title} · AI Quiz App` : 'AI Quiz App';
}

/** Names the page in the browser's tab and history, as `documentTitle` does. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
}
