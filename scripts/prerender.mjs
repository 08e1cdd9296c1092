import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressedForms, finishPage } from './finish-pages.mjs';
import { root } from './install.mjs';

// The last step of the build, after Vite: draws the pages into dist/web and compresses what is there.

const web = path.join(root, 'dist', 'web');
const prerenderer = path.join(root, 'dist', 'prerender');
const starter = path.join(root, 'dist', 'starter');

/**
 * The one built asset of a kind: its path, its URL and its text.
 * @param {RegExp} name
 */
function assetNamed(name) {
  const [file, ...others] = readdirSync(path.join(web, 'assets')).filter((found) =>
    name.test(found),
  );
  if (!file || others.length > 0) throw new Error(`The build has not one asset named ${name}`);
  const at = path.join(web, 'assets', file);
  return { at, url: `/assets/${file}`, text: readFileSync(at, 'utf8') };
}

/** Writes every page over the build's index.html, and takes away what has become part of them. */
async function writePages() {
  const module = pathToFileURL(path.join(prerenderer, 'prerender.js')).href;
  /** @type {{ prerenderPages: () => Promise<readonly import('./finish-pages.mjs').PrerenderedPage[]> }} */
  const { prerenderPages } = await import(module);
  const template = readFileSync(path.join(web, 'index.html'), 'utf8');
  const style = assetNamed(/\.css$/);
  const quizChunk = assetNamed(/^quiz-chunk-.*\.js$/);
  const assets = {
    // Vite's own mark at the end is of no use in a page.
    style: style.text.replace(/\/\*\$vite\$[^*]*\*\/\s*$/, ''),
    script: assetNamed(/^index-.*\.js$/).text,
    quizChunk: quizChunk.text,
    quizChunkUrl: quizChunk.url,
    icon: readFileSync(path.join(web, 'favicon.svg'), 'utf8'),
    starter: readFileSync(path.join(starter, 'starter.js'), 'utf8'),
  };
  for (const page of await prerenderPages()) {
    writeFileSync(path.join(web, page.file), finishPage(template, page, assets));
  }
  rmSync(style.at);
  for (const part of [prerenderer, starter]) rmSync(part, { recursive: true });
}

/** Writes the compressed forms of every text file beside it. */
function compressFiles() {
  for (const file of readdirSync(web, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|js|css|svg|txt|json|webmanifest)$/.test(file)) continue;
    const at = path.join(web, file);
    for (const [ending, form] of compressedForms(readFileSync(at))) {
      writeFileSync(at + ending, form);
    }
  }
}

await writePages();
compressFiles();
