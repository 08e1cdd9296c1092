import { createHash } from 'node:crypto';
import type { Pages } from './load-pages.ts';

/**
 * Source expressions (CSP 3, section 2.3.1) that allow elements by what is inside them: each the digest of an
 * element's exact text, its line breaks as HTML reads them.
 */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const styleElement = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi;
const scriptElement = /<script\b(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script\s*>/gi;

function hashesOf(element: RegExp, html: readonly string[]): readonly string[] {
  const texts = html.flatMap((page) => [...page.matchAll(element)].map(([, text = '']) => text));
  const digest = (text: string) => createHash('sha256').update(text).digest('base64');
  return [...new Set(texts.map((text) => `'sha256-${digest(text)}'`))];
}

/** What allows the inline scripts and styles of a page's HTML files, and no others. */
export function inlineHashes(pages: Pages | null): InlineHashes {
  const files = [...(pages?.files.values() ?? [])];
  const html = files
    .filter(({ type }) => type.startsWith('text/html'))
    .map(({ body }) => new TextDecoder().decode(body).replace(/\r\n?/g, '\n'));
  return { scripts: hashesOf(scriptElement, html), styles: hashesOf(styleElement, html) };
}
