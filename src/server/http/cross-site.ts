import type { RequestHeader } from './request-header.ts';

/** Sites from which a browser may ask: ours, and nowhere (typed in, or a bookmark). */
const ownSites: ReadonlySet<string> = new Set(['same-origin', 'none']);

export interface CrossSiteParts {
  /** How many proxies in front are believed; without any, no forwarding header is. */
  readonly trustProxy: number;
  /** `APP_URL`: its origin is ours, whatever the request says. */
  readonly appUrl: string;
}

/** A request as far as it tells where it comes from. */
export interface RequestOrigins {
  readonly header: RequestHeader;
  /** The whole URL, by the name with which the visitor called us. */
  readonly url: string;
}

/** The entry that the outermost trusted proxy wrote, or the first where there are fewer. */
function forwarded(value: string | undefined, trustProxy: number): string | undefined {
  if (trustProxy === 0 || value === undefined) return undefined;
  const entries = value.split(',').map((entry) => entry.trim());
  return (entries.at(-trustProxy) ?? entries[0])?.toLowerCase();
}

/** An origin in the one way of writing it; undefined where the text is no origin of a web page. */
function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined;
}

/** This request's own origin as the visitor sees it. */
function requestOrigin({ url, header }: RequestOrigins, trustProxy: number): string | undefined {
  const target = new URL(url);
  const scheme = forwarded(header('x-forwarded-proto'), trustProxy);
  const host = forwarded(header('x-forwarded-host'), trustProxy);
  return originOf(`${scheme ?? target.protocol.slice(0, -1)}://${host ?? target.host}`);
}

/**
 * Tells whether another site's page sent a request. `Sec-Fetch-Site` decides where it is present
 * (only browsers send it, and no page can set it); `Origin` otherwise. A client that sends neither
 * is no page of another site: a browser always sends `Origin` with a POST.
 */
export function createCrossSiteCheck({ trustProxy, appUrl }: CrossSiteParts) {
  const appOrigin = originOf(appUrl);
  return (request: RequestOrigins): boolean => {
    const site = request.header('sec-fetch-site');
    if (site !== undefined) return !ownSites.has(site);
    const given = request.header('origin');
    if (given === undefined) return false;
    const origin = originOf(given);
    if (origin === undefined || origin === 'null') return true;
    return origin !== appOrigin && origin !== requestOrigin(request, trustProxy);
  };
}
