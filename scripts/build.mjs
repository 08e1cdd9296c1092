import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages, root, run, runProgram } from './install.mjs';

/** What the build reads. */
const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/prerender.mjs',
  'scripts/finish-pages.mjs',
];

/**
 * Every file under a path that ends up in the build.
 * @param {string} at
 * @returns {string[]}
 */
function filesUnder(at) {
  if (!existsSync(path.join(root, at))) return [];
  return readdirSync(path.join(root, at), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** A digest of everything that the build reads. */
function digestOfSources() {
  const digest = createHash('sha256').update(process.version);
  const files = sources.flatMap((source) => (source.includes('.') ? [source] : filesUnder(source)));
  for (const file of files.sort()) {
    digest.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return digest.digest('hex');
}

/** Builds page and server into dist/, unless what is there was built from the same sources. */
export function buildIfChanged() {
  const stamp = path.join(root, 'dist', '.built-from');
  const wanted = digestOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building ...');
  const env = { ...process.env, NODE_ENV: 'production' };
  runProgram('vite/bin/vite.js', ['build', '--app', '--logLevel', 'warn'], env);
  run(process.execPath, [path.join('scripts', 'prerender.mjs')], env);
  writeFileSync(stamp, wanted);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  installPackages();
  buildIfChanged();
}
