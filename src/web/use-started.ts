import { useEffect } from 'react';

/** Tells the style sheet that the app is at work, so that the hint of a slow start stays away. */
export function useStarted(): void {
  useEffect(() => {
    document.documentElement.dataset.started = '';
  }, []);
}
