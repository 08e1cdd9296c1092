import { feedbackPath, quizzesPath } from '../../domain/api.ts';

/** Every route that is counted by its own name: the calls, the service's own, and the page's. */
const routes: ReadonlySet<string> = new Set([
  quizzesPath,
  feedbackPath,
  '/healthz',
  '/readyz',
  '/metrics',
  '/',
  '/quiz',
  '/results',
]);

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The labels of a request. Its path and method are the visitor's choice, and each new label value
 * is a new series that is kept for good: all that has no name here is `other`.
 */
export function requestLabels(request: { readonly method: string; readonly path: string }) {
  const { method, path } = request;
  const file = path.startsWith('/assets/') ? '/assets/:file' : 'other';
  return {
    method: methods.has(method) ? method : 'other',
    route: routes.has(path) ? path : file,
  };
}
