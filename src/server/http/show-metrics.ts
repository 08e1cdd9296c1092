import type { Context } from 'hono';
import type { Exposition } from '../metrics/prometheus.ts';
import type { AppEnv } from './call.ts';
import { reply } from './reply.ts';

/** Answers `GET /metrics` (design, section 1). */
export function showMetrics(exposition: Exposition) {
  return async (c: Context<AppEnv>): Promise<Response> =>
    reply(c, await exposition.read(), 200, {
      'Content-Type': exposition.contentType,
      'Cache-Control': 'no-store',
    });
}
