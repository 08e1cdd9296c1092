import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * A file's digest as the attribute `integrity` has it.
 * @param {string | Uint8Array} content
 */
export function integrityOf(content) {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

/**
 * Puts `by` in the place of the one `match` in a text; throws where there is none, or another one.
 * @param {string} text
 * @param {RegExp} match
 * @param {string} by
 */
function replaceOne(text, match, by) {
  const found = text.match(new RegExp(match, 'g'))?.length ?? 0;
  if (found !== 1) throw new Error(`${found} times in the built page instead of once: ${match}`);
  return text.replace(match, () => by);
}

/**
 * An SVG as a URL that holds it: less than a request for it would take.
 * @param {string} svg
 */
function dataUrlOf(svg) {
  const compact = svg
    .replace(/<title>.*?<\/title>/, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}<>;:]) ?/g, '$1')
    .replaceAll('"', "'");
  return `data:image/svg+xml,${compact.replace(/[%#<>]/g, encodeURIComponent)}`;
}

/**
 * HTML without the line breaks and indents that are for those who read its source.
 * @param {string} html
 */
function compacted(html) {
  return html
    .replace(/\s*\n\s*/g, '\n')
    .replace(/(?<=>)\n|\n(?=<)/g, '')
    .replace(/\n/g, ' ')
    .replace(/ ?\/>/g, '>');
}

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/**
 * A page as src/web/prerender.tsx draws it.
 * @typedef {{ file: string, path: string, title: string, markup: string }} PrerenderedPage
 */

/**
 * @typedef {object} BuiltAssets
 * @property {string} style the whole style sheet
 * @property {string} script the content of the page's script
 * @property {string} quizChunk the content of the chunk of the quiz pages
 * @property {string} quizChunkUrl
 * @property {string} icon the SVG of the browser's tab
 * @property {string} starter the script that starts the page's script (src/web/starter.ts)
 */

/**
 * Makes a page that is whole of the build's index.html: drawn, with its style and icon inside, and
 * with the digests of its scripts. Its script is put away, behind all that it wants to find, and the
 * starter beside it has it fetched once the page is painted: the page is there without it.
 * @param {string} template
 * @param {PrerenderedPage} page
 * @param {BuiltAssets} assets
 */
export function finishPage(template, page, assets) {
  const { style, script, quizChunk, quizChunkUrl, icon, starter } = assets;
  const scriptElement = /<script type="module" crossorigin (src="[^"]*")><\/script>/;
  let html = compacted(template);
  const [, src] = scriptElement.exec(html) ?? [];
  html = replaceOne(html, scriptElement, '');
  html = replaceOne(html, /<title>[^<]*<\/title>/, `<title>${escaped(page.title)}</title>`);
  html = replaceOne(html, /href="\/favicon\.svg"/, `href="${dataUrlOf(icon)}"`);
  html = replaceOne(
    html,
    /<link rel="stylesheet"[^>]*>/,
    `<meta name="quiz-chunk" content="${quizChunkUrl}" data-integrity="${integrityOf(quizChunk)}"><style>${style.trim()}</style>`,
  );
  html = replaceOne(
    html,
    /<div id="root"><\/div>/,
    `<div id="root" data-prerendered-for="${page.path}">${page.markup}</div>`,
  );
  return replaceOne(
    html,
    /<\/body>/,
    `<template><script type="module" crossorigin integrity="${integrityOf(script)}" ${src}></script></template><script>${starter.trim()}</script></body>`,
  );
}

/** How brotli may write distances, as postfix bits and direct codes; which suits a file best only a trial tells. */
const distanceCodings = [
  [0, 0],
  [0, 15],
  [3, 120],
];

/** @param {Uint8Array} content */
function smallestBrotli(content) {
  const forms = distanceCodings.map(([postfix = 0, direct = 0]) =>
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      },
    }),
  );
  return forms.reduce((one, other) => (other.byteLength < one.byteLength ? other : one));
}

/**
 * The compressed forms of a file that are smaller than it is, by the endings of their names.
 * @param {Uint8Array} content
 * @returns {Map<string, Buffer>}
 */
export function compressedForms(content) {
  const forms = new Map([
    ['.br', smallestBrotli(content)],
    ['.gz', gzipSync(content, { level: 9 })],
  ]);
  for (const [ending, form] of forms) {
    if (form.byteLength >= content.byteLength) forms.delete(ending);
  }
  return forms;
}
