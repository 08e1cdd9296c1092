import { createHash } from 'node:crypto';
import type { Pages } from './load-pages.ts';

const styleElement = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi;

/**
 * The source expressions (CSP 3, section 2.3.1) that allow the inline styles of a page's HTML files
 * and no others: each the digest of an element's exact text, its line breaks as HTML reads them.
 */
export function inlineStyleHashes({ files }: Pages): readonly string[] {
  const hashes = new Set<string>();
  for (const { type, body } of files.values()) {
    if (!type.startsWith('text/html')) continue;
    const html = new TextDecoder().decode(body).replace(/\r\n?/g, '\n');
    for (const [, style = ''] of html.matchAll(styleElement)) {
      hashes.add(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    }
  }
  return [...hashes];
}
