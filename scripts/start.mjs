import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged } from './build.mjs';
import { installPackages, root } from './install.mjs';

installPackages();
buildIfChanged();

process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(path.join(root, 'dist', 'server', 'main.js')).href);
