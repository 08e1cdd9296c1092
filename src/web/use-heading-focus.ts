import { type RefObject, useEffect, useRef } from 'react';

/**
 * Shows the page that a route change has opened from its top, and moves the focus to its heading, so
 * that a screen reader reads on from there. The first page of a visit leaves the focus where the browser has put it.
 */
export function useHeadingFocus(main: RefObject<HTMLElement | null>, location: string): void {
  const shown = useRef(location);

  useEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    window.scrollTo(0, 0);
    main.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [main, location]);
}
