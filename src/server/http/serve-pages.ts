import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import type { AppEnv } from './call.ts';
import { type Encoding, encodings, type PageFile, type Pages } from './load-pages.ts';
import { reply } from './reply.ts';

/** The page's own three routes (specification, section 2), each with the file drawn for it. */
const routeFiles: ReadonlyMap<string, string> = new Map([
  ['/', '/index.html'],
  ['/quiz', '/quiz.html'],
  ['/results', '/results.html'],
]);
const notFoundFile = '/404.html';

/** Files that have an address of their own only by way of their route. */
const pageFiles: ReadonlySet<string> = new Set([...routeFiles.values(), notFoundFile]);

/** Names under it hold a digest of their content: what is behind one never changes. */
const assetsPath = '/assets/';

/** The paths of the files under it. */
export function assetPathsOf({ files }: Pages): ReadonlySet<string> {
  return new Set([...files.keys()].filter((path) => path.startsWith(assetsPath)));
}

const revalidated = 'no-cache';
const immutable = 'public, max-age=31536000, immutable';

/** Whether If-None-Match names this validator; the comparison is the weak one (RFC 9110, 13.1.2). */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/** The smallest encoding that a file has and the visitor's Accept-Encoding allows. */
function chosenEncoding(file: PageFile, accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined;
  const allowed = new Set(parseAccept(accepted).flatMap(({ type, q }) => (q > 0 ? [type] : [])));
  return encodings.find((encoding) => file.encoded[encoding] && allowed.has(encoding));
}

function sendFile(
  c: Context<AppEnv>,
  file: PageFile,
  cacheControl: string,
  status: 200 | 404 = 200,
): Response {
  const encoding = chosenEncoding(file, c.req.header('Accept-Encoding'));
  const { body, etag } = (encoding && file.encoded[encoding]) ?? file;
  const headers: Record<string, string> = { 'Cache-Control': cacheControl };
  if (Object.keys(file.encoded).length > 0) headers.Vary = 'Accept-Encoding';
  if (status === 200) {
    headers.ETag = etag;
    if (isKnown(c.req.header('If-None-Match'), etag)) return reply(c, null, 304, headers);
  }
  if (encoding) headers['Content-Encoding'] = encoding;
  // Written out so that the answer to HEAD, which has no body, tells it as well.
  headers['Content-Length'] = String(body.byteLength);
  headers['Content-Type'] = file.type;
  return reply(c, body, status, headers);
}

/**
 * Answers GET and HEAD with the page of a route, its assets, or a real 404: the not-found page with that
 * status, but plain text where an asset is missing.
 */
export function servePages({ index, files }: Pages) {
  const pages = new Map<string, PageFile>();
  for (const [route, file] of routeFiles) pages.set(route, files.get(file) ?? index);
  const notFound = files.get(notFoundFile) ?? index;

  return (c: Context<AppEnv>): Response => {
    const { path } = c.req;
    const file = pages.get(path) ?? (pageFiles.has(path) ? undefined : files.get(path));
    if (file) return sendFile(c, file, path.startsWith(assetsPath) ? immutable : revalidated);
    if (!path.startsWith(assetsPath)) return sendFile(c, notFound, revalidated, 404);
    return reply(c, 'Not found', 404, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  };
}
