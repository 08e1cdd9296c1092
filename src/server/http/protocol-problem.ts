import { STATUS_CODES } from 'node:http';

/** What a client is told that does not speak HTTP as it should (500: that met a fault of ours). */
export type ProtocolStatus = 400 | 408 | 413 | 417 | 431 | 500;

/** The headers of such a reply; the connection ends with it. */
export const protocolProblemHeaders = {
  'Content-Type': 'application/problem+json',
  'Cache-Control': 'no-store',
  Connection: 'close',
} as const;

/**
 * A problem (RFC 9457) of the protocol, not of the API's contract: it comes before any handler knows
 * of the request, so it has no code.
 */
export function protocolProblem(status: ProtocolStatus): string {
  return JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status });
}
