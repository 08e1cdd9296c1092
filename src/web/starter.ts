/*
 * The one script inside the built pages: starts the app once the page has been painted. The build has put
 * the app's script into a template (scripts/finish-pages.mjs), where the browser leaves it alone until it is
 * moved out. Its integrity and the policy hold there as anywhere; moving it again moves nothing.
 */

const content = document.querySelector('template')?.content;
const start = () => document.body.append(content ?? '');

new PerformanceObserver((list) => {
  if (list.getEntriesByName('first-contentful-paint').length > 0) start();
}).observe({ type: 'paint', buffered: true });

// In a tab in the background nothing is painted, and not every browser tells.
setTimeout(start, 1000);

// The page can be seen and clicked before there is an app to hear it: the last click is done again then.
let clicked: Element | null = null;
addEventListener('click', ({ target }) => {
  clicked = target instanceof Element ? target : null;
});
content?.firstElementChild?.addEventListener('load', () => {
  clicked?.closest('button')?.click();
});

export {};
