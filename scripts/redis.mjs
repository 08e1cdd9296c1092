import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const isRootOnDebian = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** Valkey speaks the same protocol and takes the same options. */
const names = ['redis-server', 'valkey-server'];

function installed() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(existsSync);
}

/**
 * Finds a Redis server for the tests of many instances, and installs Debian's package where there is
 * none and we may.
 * @returns {string | undefined} the path of the executable
 */
export function ensureRedis() {
  const found = installed();
  if (found || !isRootOnDebian()) return found;

  console.log('No Redis found: installing the package of Debian ...');
  const options = {
    stdio: /** @type {const} */ ('inherit'),
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], options);
  return installed();
}
