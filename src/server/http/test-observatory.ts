/**
 * For tests: the rules of Mozilla's HTTP Observatory, algorithm 6, for what a site's own reply shows.
 *
 * The list was read in the public repository mdn/mdn-http-observatory: the points in
 * src/grader/charts.js, the conditions in src/analyzer/tests/*.js, and COOP and COEP, which
 * algorithm 6 added, in the tables of its pull request 498 and issue 556. Three things no reply of
 * ours can show and are left at 0: the redirection from http and the certificate, which belong to
 * the proxy in front, and the preload list of HSTS (+5). Cookies earn up to 5 where there are
 * some; a reply that sets one is no reply of ours, and fails the test.
 */

export interface Reply {
  readonly headers: Headers;
  /** The page's HTML. */
  readonly html: string;
}

/** What one rule gives or takes, and why. */
export interface Points {
  readonly rule: string;
  readonly points: number;
  readonly because: string;
}

type Case = readonly [because: string, points: number, holds: boolean];

/** The first case that holds decides. */
function decide(rule: string, cases: readonly Case[]): Points {
  const [because, points] = cases.find(([, , holds]) => holds) ?? ['nothing applies', 0];
  return { rule, because, points };
}

const broad: ReadonlySet<string> = new Set([
  '*',
  'ftp:',
  'http:',
  'https:',
  'http://*',
  'http://*.*',
  'https://*',
  'https://*.*',
]);
const isBroad = (source: string) => broad.has(source);
const isUnsafe = (source: string) =>
  isBroad(source) || source === "'unsafe-inline'" || source === 'data:';
const isInsecure = (source: string) => /^(http|ftp):/.test(source);

function directivesOf(policy: string | null): ReadonlyMap<string, readonly string[]> {
  const directives = (policy ?? '').split(';').flatMap((directive) => {
    const [name, ...sources] = directive.trim().split(/\s+/);
    return name ? [[name.toLowerCase(), sources] as const] : [];
  });
  return new Map(directives);
}

function contentSecurityPolicy({ headers }: Reply): Points {
  const csp = directivesOf(headers.get('content-security-policy'));
  const sourcesOf = (name: string) => csp.get(name) ?? csp.get('default-src') ?? ['*'];
  const [script, style, object] = ['script-src', 'style-src', 'object-src'].map(sourcesOf) as [
    readonly string[],
    readonly string[],
    readonly string[],
  ];
  const passive = [...sourcesOf('img-src'), ...sourcesOf('media-src')];
  const active = [...csp].flatMap(([name, sources]) =>
    name === 'img-src' || name === 'media-src' ? [] : sources,
  );
  const fallback = csp.get('default-src');
  return decide('Content-Security-Policy', [
    ['not implemented', -25, csp.size === 0],
    ['unsafe or broad scripts or objects', -20, script.some(isUnsafe) || object.some(isBroad)],
    ['active content over http', -20, active.some(isInsecure)],
    ["'unsafe-eval'", -10, [...script, ...style].includes("'unsafe-eval'")],
    ['images or media over http', -10, passive.some(isInsecure)],
    ['unsafe styles only', 0, style.some(isUnsafe)],
    ["nothing unsafe, and default-src 'none'", 10, fallback?.join() === "'none'"],
    ['nothing unsafe', 5, true],
  ]);
}

function crossOriginResourceSharing({ headers }: Reply): Points {
  const credentials = headers.get('access-control-allow-credentials') === 'true';
  const origin = headers.get('access-control-allow-origin');
  return decide('Cross-Origin Resource Sharing', [
    ['everybody, with credentials', -50, origin !== null && credentials],
    ['not implemented, or public', 0, true],
  ]);
}

function referrerPolicy({ headers }: Reply): Points {
  const policy = headers.get('referrer-policy');
  const isPrivate = /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/;
  return decide('Referrer-Policy', [
    ['not implemented', 0, policy === null],
    ['private', 5, isPrivate.test(policy ?? '')],
    ['unsafe or invalid', -5, true],
  ]);
}

function strictTransportSecurity({ headers }: Reply): Points {
  const given = headers.get('strict-transport-security');
  const seconds = Number(/max-age=(\d+)/.exec(given ?? '')?.[1] ?? Number.NaN);
  return decide('Strict-Transport-Security', [
    ['not implemented or invalid', -20, Number.isNaN(seconds)],
    ['less than six months', -10, seconds < 15_768_000],
    ['at least six months', 0, true],
  ]);
}

function subresourceIntegrity({ html }: Reply): Points {
  const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="[^"]*"[^>]*>/gi)].map(([tag]) => tag);
  const isElsewhere = (tag: string) => /\bsrc="(https?:)?\/\//i.test(tag);
  return decide('Subresource Integrity', [
    ['scripts of another origin: no such page is ours', -50, scripts.some(isElsewhere)],
    ['implemented', 5, scripts.some((tag) => /\bintegrity="sha(256|384|512)-/.test(tag))],
    ['not implemented, but all scripts are our own, or there are none', 0, true],
  ]);
}

function contentTypeOptions({ headers }: Reply): Points {
  const isOn = headers.get('x-content-type-options') === 'nosniff';
  return decide('X-Content-Type-Options', [
    ['nosniff', 0, isOn],
    ['not implemented or invalid', -5, true],
  ]);
}

function frameOptions({ headers }: Reply): Points {
  const csp = directivesOf(headers.get('content-security-policy'));
  const given = headers.get('x-frame-options')?.toLowerCase();
  return decide('X-Frame-Options', [
    ['implemented by frame-ancestors', 5, csp.has('frame-ancestors')],
    ['DENY or SAMEORIGIN', 0, given === 'deny' || given === 'sameorigin'],
    ['not implemented or invalid', -20, true],
  ]);
}

/** CORP, COOP and COEP are judged alike: what isolates earns 10, what is invalid costs 5. */
function isolation(name: string, isolating: readonly string[], open: string) {
  return ({ headers }: Reply): Points => {
    const given = headers.get(name);
    return decide(name, [
      ['not implemented', 0, given === null],
      ['isolating', 10, isolating.includes(given ?? '')],
      ['open', 0, given === open],
      ['invalid', -5, true],
    ]);
  };
}

const sameOrigins = ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'];

const rules: readonly ((reply: Reply) => Points)[] = [
  contentSecurityPolicy,
  crossOriginResourceSharing,
  referrerPolicy,
  strictTransportSecurity,
  subresourceIntegrity,
  contentTypeOptions,
  frameOptions,
  isolation('Cross-Origin-Resource-Policy', ['same-origin', 'same-site'], 'cross-origin'),
  isolation('Cross-Origin-Opener-Policy', sameOrigins, 'unsafe-none'),
  // Sites may also send `credentialless`; we never do.
  isolation('Cross-Origin-Embedder-Policy', ['require-corp'], 'unsafe-none'),
];

/** For tests: the points by rule, and their sum: bonuses count from 90 points without them. */
export function observatoryScore(reply: Reply): { score: number; points: readonly Points[] } {
  const points = rules.map((rule) => rule(reply));
  const sum = (of: readonly Points[]) => of.reduce((total, rule) => total + rule.points, 0);
  const base = 100 + sum(points.filter((rule) => rule.points < 0));
  const bonus = base >= 90 ? sum(points.filter((rule) => rule.points > 0)) : 0;
  return { score: Math.max(0, base + bonus), points };
}
