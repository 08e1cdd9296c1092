import { buildIfChanged } from '../scripts/build.mjs';
import { installPackages } from '../scripts/install.mjs';

/**
 * The sub-commands of `npm run bench`, each a module whose `run` prints a table and resolves to
 * whether all is within its budgets.
 * @type {Readonly<Record<string, () => Promise<{ run: (args: readonly string[]) => Promise<boolean> }>>>}
 */
const commands = {
  size: () => import('./size.mjs'),
  load: () => import('./load.mjs'),
  relay: () => import('./relay.mjs'),
  soak: () => import('./soak.mjs'),
  start: () => import('./start.mjs'),
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  console.error(`npm run bench -- ${Object.keys(commands).join(' | ')}`);
  process.exit(1);
}
installPackages();
buildIfChanged();
const { run } = await command();
if (!(await run(args))) process.exitCode = 1;
