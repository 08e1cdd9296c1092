import type { Context } from 'hono';
import type { Exposition } from '../metrics/prometheus.ts';

/** Answers `GET /metrics` (design, section 1). */
export function showMetrics(exposition: Exposition) {
  return async (c: Context): Promise<Response> =>
    c.body(await exposition.read(), 200, {
      'Content-Type': exposition.contentType,
      'Cache-Control': 'no-store',
    });
}
