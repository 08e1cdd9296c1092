/** Of the window, what starting the app needs. */
export type StartParts = Pick<Window, 'document' | 'setTimeout'> & {
  readonly PerformanceObserver: new (
    callback: (list: Pick<PerformanceObserverEntryList, 'getEntriesByName'>) => void,
  ) => Pick<PerformanceObserver, 'observe'>;
};

/** When the app is started at the latest, in ms: in a tab in the background nothing is painted. */
export const startsWithinMs = 1000;

/**
 * Starts the app once the page has been painted: the build has put its script into a template, where
 * the browser leaves it alone, integrity and all, until it is moved out. Moving it again moves nothing.
 */
export function startAfterPaint({ document, setTimeout, PerformanceObserver }: StartParts): void {
  const start = () => {
    const template = document.querySelector<HTMLTemplateElement>('#app-script');
    if (template) document.body.append(template.content);
  };
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) start();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(start, startsWithinMs);
}
