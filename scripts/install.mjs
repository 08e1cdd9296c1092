import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`This needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** The project's folder. */
export const root = path.resolve(import.meta.dirname, '..');

/**
 * Runs a command in the project's folder with its output shown, and ends this process with the
 * command's exit code when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function run(command, args, env = process.env) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) console.error(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Runs a package's command-line program with this Node.
 * @param {string} name the program's file under node_modules
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runProgram(name, args, env) {
  run(process.execPath, [path.join(root, 'node_modules', name), ...args], env);
}

/** Installs the packages of the lock file, unless they are the ones that are there. */
export function installPackages() {
  const stamp = path.join(root, 'node_modules', '.installed-lock');
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch} ${major}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const packages = path.join(root, 'node_modules');
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm ci would empty the folder that the link points to, which is somebody else's.
    console.error(`${packages} is a link; remove it, and the packages are installed here.`);
    process.exit(1);
  }
  console.log('Installing packages ...');
  run('npm', ['ci', '--include=dev', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}
