/**
 * A `Retry-After` header in ms from `now` (ms since the epoch): whole or broken seconds, or an HTTP
 * date (RFC 9110, section 10.2.3). Undefined where there is none or it cannot be read; never below 0.
 */
export function readRetryAfter(
  header: string | string[] | undefined,
  now: number,
): number | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
