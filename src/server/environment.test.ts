import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

test('a .env file completes the environment', () => {
  const env = { PORT: '1' };
  const loadEnvFile = () => Object.assign(env, { HOST: 'from the file' });
  expect(readEnvironment({ env, loadEnvFile })).toEqual({ PORT: '1', HOST: 'from the file' });
});

test('without a .env file the environment is all there is', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' });
  const loadEnvFile = () => {
    throw missing;
  };
  expect(readEnvironment({ env: { PORT: '1' }, loadEnvFile })).toEqual({ PORT: '1' });
});

test('a .env file that cannot be read is not passed over', () => {
  const denied = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  const loadEnvFile = () => {
    throw denied;
  };
  expect(() => readEnvironment({ env: {}, loadEnvFile })).toThrow(denied);
});
