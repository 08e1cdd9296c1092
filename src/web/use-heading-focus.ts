import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the heading of the page that a route change has opened, so that a screen reader
 * reads on from there. The first page of a visit leaves the focus where the browser has put it.
 */
export function useHeadingFocus(main: RefObject<HTMLElement | null>, location: string): void {
  const shown = useRef(location);

  useEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    main.current?.querySelector('h1')?.focus();
  }, [main, location]);
}
