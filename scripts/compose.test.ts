import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../src/server/config.ts';
import { stopGraceMs } from '../src/server/stop.ts';
import { readBlockYaml, type Yaml, yamlAt } from './block-yaml.ts';
import { readDockerfile } from './dockerfile.ts';

// compose.yaml cannot be started here, so what matters of it is read.

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const compose = readBlockYaml(read('compose.yaml'));
const services = Object.keys(yamlAt(compose, 'services') as object);
const instances = services.filter((name) => name.startsWith('quiz-'));
const service = (name: string, ...keys: string[]) => yamlAt(compose, 'services', name, ...keys);

/** A value with its `${NAME}`, `${NAME:-default}` and `${NAME:?message}` filled in. */
function filledIn(value: Yaml, env: Readonly<Record<string, string>>): string {
  return String(value).replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name, sign, word) => {
    const given = env[name] || (sign === '-' ? word : '');
    if (given === '' && sign === '?') throw new Error(word);
    return given;
  });
}

/** The environment of an instance whose .env holds `env`. */
function environmentOf(name: string, env: Readonly<Record<string, string>>) {
  const set = Object.entries(service(name, 'environment') as Readonly<Record<string, Yaml>>);
  return {
    ...env,
    ...Object.fromEntries(set.map(([key, value]) => [key, filledIn(value, env)])),
  };
}

test('there are two instances, a proxy and Valkey', () => {
  expect(services).toEqual(['quiz-1', 'quiz-2', 'proxy', 'valkey']);
});

describe.each(services)('%s', (name) => {
  test('can write nowhere but where it must, and gain no rights', () => {
    expect(service(name, 'read_only')).toBe('true');
    expect(service(name, 'cap_drop')).toEqual(['ALL']);
    expect(service(name, 'security_opt')).toEqual(['no-new-privileges:true']);
    expect(service(name, 'privileged')).toBeNull();
    // Caddy's program does not start without it.
    expect(service(name, 'cap_add')).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : null);
  });

  test('has bounds, a health check, and comes back by itself', () => {
    const limits = service(name, 'deploy', 'resources', 'limits');
    expect(limits).toEqual({
      cpus: expect.stringMatching(/^\d+\.\d$/),
      memory: expect.stringMatching(/^\d+M$/),
      pids: expect.stringMatching(/^\d+$/),
    });
    const ofImage = instances.includes(name) && read('Dockerfile').includes('\nHEALTHCHECK ');
    expect(ofImage || service(name, 'healthcheck', 'test')).not.toBeNull();
    expect(service(name, 'restart')).toBe('unless-stopped');
  });

  test('opens no port of the host unless it is the proxy', () => {
    expect(service(name, 'ports') === null).toBe(name !== 'proxy');
  });
});

describe.each(instances)('the instance %s', (name) => {
  const secrets = { REDIS_PASSWORD: 'f00d'.repeat(16), OPENROUTER_API_KEY: 'sk-or-0123456789' };

  test('starts with a .env of two secrets, shares Valkey and believes one proxy', () => {
    const config = readConfig(environmentOf(name, secrets));
    expect(config).toMatchObject({ ok: true, value: { host: '0.0.0.0', trustProxy: 1 } });
    const { PORT, REDIS_URL } = environmentOf(name, secrets) as Record<string, string>;
    expect(new URL(REDIS_URL ?? '')).toMatchObject({
      hostname: 'valkey',
      password: secrets.REDIS_PASSWORD,
    });
    expect(read('deploy/Caddyfile')).toContain(`${name}:${PORT}`);
  });

  test('does not start without a password for Valkey', () => {
    expect(() => environmentOf(name, {})).toThrow('put REDIS_PASSWORD into .env');
  });

  test('has longer to stop than it takes', () => {
    const seconds = Number.parseInt(String(service(name, 'stop_grace_period')), 10);
    expect(seconds * 1000).toBeGreaterThan(stopGraceMs + 5000);
  });

  test('is built from the Dockerfile', () => {
    expect(service(name, 'build')).toBe('.');
    expect(readDockerfile(read('Dockerfile')).at(-1)?.name).toBe('runtime');
  });
});

test('no secret stands in the file', () => {
  expect(read('compose.yaml')).not.toMatch(/sk-|requirepass\s+\w/);
  const command = service('valkey', 'command') as readonly string[];
  const filled = command.map((word) => filledIn(word, { REDIS_PASSWORD: 'from .env' }));
  expect(filled).toEqual(expect.arrayContaining(['--requirepass', 'from .env']));
});

test('Valkey is out of reach but for the instances, and can reach nothing itself', () => {
  expect(yamlAt(compose, 'networks', 'store', 'internal')).toBe('true');
  expect(service('valkey', 'networks')).toEqual(['store']);
  expect(service('proxy', 'networks')).toEqual(['front']);
});

test("Valkey keeps the day's budget over a restart, and evicts no count", () => {
  const command = service('valkey', 'command') as readonly string[];
  const option = (name: string) => command[command.indexOf(`--${name}`) + 1];
  expect(option('appendonly')).toBe('yes');
  expect(option('maxmemory-policy')).toBe('noeviction');
  expect(service('valkey', 'volumes')).toEqual(['store:/data']);
});

describe('the reader of compose.yaml', () => {
  test('reads what the file is written in', () => {
    const text = 'a: &x\n  b: 1\n  c:\n    - d\n    - e: "f"\n      g: h:i\nj: *x\nk:\n';
    const x = { b: '1', c: ['d', { e: 'f', g: 'h:i' }] };
    expect(readBlockYaml(text)).toEqual({ a: x, j: x, k: null });
  });

  test.each([
    'a: [b]',
    'a: {}',
    'a: b # c',
    "a: 'b'",
    'a: |\n  b',
    'a: *b',
    'a: b\na: c',
    'a: b\n  c: d',
  ])('refuses %j rather than misread it', (text) => expect(() => readBlockYaml(text)).toThrow());
});
