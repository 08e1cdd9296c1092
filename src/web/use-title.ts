import { useEffect } from 'react';

/** Names the page in the browser's tab and history: `title`, then the product. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · AI Quiz App` : 'AI Quiz App';
  }, [title]);
}
