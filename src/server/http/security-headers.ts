import { feedbackPath, quizzesPath } from '../../domain/api.ts';
import { type InlineHashes, inlineHashes } from './inline-hashes.ts';
import type { Pages } from './load-pages.ts';
import { assetPathsOf } from './serve-pages.ts';

export interface SecurityHeadersParts {
  /** The built page, whose inline styles and scripts are allowed. */
  readonly pages: Pages | null;
  /** `APP_URL`, the address that visitors know. */
  readonly appUrl: string;
}

/** A year; whether names below this one are served with TLS, only the operator knows. */
const strictTransport = 'max-age=31536000';

/** What could tell on a visitor or reach their devices; the page does without all of it. */
const deniedFeatures = [
  'accelerometer',
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * A result can be copied, and shared: `web-share` is allowed for ourselves where it is not named, and
 * naming it makes browsers that cannot share complain on the console.
 */
const permissions = [
  ...deniedFeatures.map((feature) => `${feature}=()`),
  'clipboard-write=(self)',
].join(', ');

function contentSecurityPolicy({ scripts, styles }: InlineHashes): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/**
 * The headers that every reply carries but those of assets, computed once: a Content-Security-Policy without any
 * `unsafe-` source, Trusted Types, and isolation from every other origin. HSTS only where the public
 * address is https, for a browser would refuse plain http from then on.
 */
export function securityHeaders({
  pages,
  appUrl,
}: SecurityHeadersParts): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(inlineHashes(pages)),
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissions,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(new URL(appUrl).protocol === 'https:' && { 'Strict-Transport-Security': strictTransport }),
  };
}

/** The security headers of the reply to a request, by its method and target. */
export type SecurityHeadersOf = (
  method: string,
  target: string,
) => Readonly<Record<string, string>>;

/** The headers that matter for what no browser shows as a page of ours. */
const assetHeaderNames: ReadonlySet<string> = new Set([
  'Cross-Origin-Resource-Policy',
  'X-Content-Type-Options',
  'Strict-Transport-Security',
]);

/**
 * The headers of `securityHeaders` for what is under /assets/: scripts and fonts, to which a policy
 * says nothing, and which would take a kilobyte more each on the way.
 */
function assetHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => assetHeaderNames.has(name)));
}

/** To a reply of data that is opened as though it were a page, everything is forbidden. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * The headers of `securityHeaders` for the replies to the page's calls: data, of which no script, no
 * style and no window comes. Those of a page would be half of what such a reply weighs.
 */
function callHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { 'Content-Security-Policy': dataPolicy, ...assetHeaders(headers) };
}

/**
 * Which of `securityHeaders` a reply carries: all of them, but for the page's calls and for the assets
 * of `pages`. Those are known by their very targets: anything else may be a page.
 */
export function securityHeadersOf(
  headers: Readonly<Record<string, string>>,
  pages: Pages | null,
): SecurityHeadersOf {
  const ofAssets = assetHeaders(headers);
  const ofCalls = callHeaders(headers);
  const assetPaths = pages ? assetPathsOf(pages) : new Set<string>();
  return (method, target) => {
    if (target === quizzesPath || target === feedbackPath) return ofCalls;
    return method === 'GET' && assetPaths.has(target) ? ofAssets : headers;
  };
}
