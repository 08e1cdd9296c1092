import path from 'node:path';
import { pathToFileURL } from 'node:url';

// What the build says must not stand in the command's own output, which may be JSON.
console.log = console.error;
const { buildIfChanged } = await import('./build.mjs');
const { installPackages, root } = await import('./install.mjs');
installPackages();
buildIfChanged();

process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(path.join(root, 'dist', 'server', 'evaluate.js')).href);
