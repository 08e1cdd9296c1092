import { describe, expect, test } from 'vitest';
import { type Config, readConfig } from './config.ts';
import { settingNames } from './settings-schema.ts';

type Environment = Record<string, string | undefined>;

function configOf(env: Environment): Config {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.error.join('\n'));
  return config.value;
}

function errorsOf(env: Environment): readonly string[] {
  const config = readConfig(env);
  return config.ok ? [] : config.error;
}

const key = 'sk-test-0123456789abcdef';
const otherKey = 'another-key-0123456789';

describe('with nothing set', () => {
  test('the samples serve on this machine alone', () => {
    expect(configOf({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      logLevel: 'info',
      model: null,
      shelfSize: 1,
      blindCheck: 'background',
      callsPerDay: 5000,
      maxCalls: 100,
      requestsPerMinute: 30,
      requestsPerDay: 300,
      trustProxy: 0,
      appUrl: 'http://localhost:3000',
      redisUrl: null,
      metrics: false,
      warnings: [],
      secrets: [],
    });
  });

  test('an empty or blank variable counts as not set', () => {
    const blank = Object.fromEntries(settingNames.map((name, at) => [name, at % 2 ? '' : '  ']));
    expect(configOf(blank)).toEqual(configOf({}));
  });

  test('other variables of the environment do not matter', () => {
    expect(configOf({ PATH: '/bin', PORTS: 'x', port: 'y' })).toEqual(configOf({}));
  });
});

describe('the model writer', () => {
  test('is turned on by a key for OpenRouter', () => {
    expect(configOf({ OPENROUTER_API_KEY: key }).model).toEqual({
      baseUrl: 'https://openrouter.ai/api/v1',
      apiKey: key,
      dialect: 'openrouter',
      quizModels: ['google/gemini-3-flash-preview', '~google/gemini-flash-latest'],
      feedbackModels: ['google/gemini-3.1-pro-preview', '~google/gemini-pro-latest'],
      appUrl: 'http://localhost:3000',
      appTitle: 'AI Quiz App',
      timeoutMs: 30_000,
    });
  });

  test('is turned on by another service, without a key', () => {
    const { model } = configOf({ LLM_BASE_URL: 'http://localhost:11434/v1' });
    expect(model).toMatchObject({ baseUrl: 'http://localhost:11434/v1', dialect: 'openai' });
    expect(model).not.toHaveProperty('apiKey');
  });

  test('takes every setting that it has', () => {
    const env = {
      LLM_BASE_URL: 'HTTPS://Models.Example:8443/v1//',
      LLM_API_KEY: otherKey,
      LLM_DIALECT: 'openrouter',
      QUIZ_MODEL: ' llama3.2:3b ',
      FEEDBACK_MODEL: 'org/model@v1',
      QUIZ_FALLBACK_MODELS: 'a, b ,llama3.2:3b,a',
      FEEDBACK_FALLBACK_MODELS: 'none',
      APP_URL: 'https://quiz.example/app',
      APP_TITLE: 'Café Quiz',
      LLM_TIMEOUT_MS: '1000',
    };
    const config = configOf(env);
    expect(config.model).toEqual({
      baseUrl: 'https://models.example:8443/v1',
      apiKey: otherKey,
      dialect: 'openrouter',
      quizModels: ['llama3.2:3b', 'a', 'b'],
      feedbackModels: ['org/model@v1'],
      appUrl: 'https://quiz.example/app',
      appTitle: 'Café Quiz',
      timeoutMs: 1000,
    });
    expect(config.warnings).toEqual([]);
  });
});

test('the limits and the preparing of quizzes are as set', () => {
  const env = {
    SHELF_SIZE: '0',
    BLIND_CHECK: 'always',
    MODEL_CALLS_PER_DAY: '12',
    MAX_GENERATIONS: '3',
    QUIZZES_PER_MINUTE: '4',
    QUIZZES_PER_DAY: '0',
    TRUST_PROXY: '2',
    APP_URL: 'https://quiz.example/',
    METRICS: '1',
    REDIS_URL: 'rediss://quiz:password@redis.example/2',
  };
  expect(configOf(env)).toMatchObject({
    shelfSize: 0,
    blindCheck: 'always',
    callsPerDay: 12,
    maxCalls: 3,
    requestsPerMinute: 4,
    requestsPerDay: 0,
    trustProxy: 2,
    redisUrl: 'rediss://quiz:password@redis.example/2',
    appUrl: 'https://quiz.example/',
    metrics: true,
  });
});

describe('the key for OpenRouter', () => {
  test.each([
    'https://openrouter.ai/api/v1',
    'https://eu.openrouter.ai/api/v1',
    'https://OPENROUTER.AI:443/api/v1/',
  ])('is sent to %s', (url) => {
    const { model, warnings } = configOf({ OPENROUTER_API_KEY: key, LLM_BASE_URL: url });
    expect(model).toMatchObject({ apiKey: key, dialect: 'openrouter' });
    expect(warnings).toEqual([]);
  });

  test.each([
    'http://openrouter.ai/api/v1',
    'https://openrouter.ai.example/api/v1',
    'https://notopenrouter.ai/v1',
    'https://example.com/openrouter.ai',
    'http://127.0.0.1:4010/v1',
  ])('is not sent to %s, and a warning says so', (url) => {
    const { model, warnings } = configOf({ OPENROUTER_API_KEY: key, LLM_BASE_URL: url });
    expect(model).not.toHaveProperty('apiKey');
    expect(model).toMatchObject({ dialect: 'openai' });
    expect(warnings[0]).toMatch(/^OPENROUTER_API_KEY is not sent to LLM_BASE_URL/);
    expect(warnings.join()).not.toContain(key);
  });

  test.each(['https://models.example/v1', 'https://openrouter.ai/api/v1'])(
    'yields to the key that is given for %s',
    (url) => {
      const env = { OPENROUTER_API_KEY: key, LLM_BASE_URL: url, LLM_API_KEY: otherKey };
      const { model, warnings, secrets } = configOf(env);
      expect(model).toMatchObject({ apiKey: otherKey });
      expect(warnings[0]).toContain('LLM_API_KEY is the key that is sent');
      expect(secrets).toEqual([key, otherKey]);
    },
  );
});

test('a service other than OpenRouter without its model ids is warned about', () => {
  const { warnings } = configOf({ LLM_BASE_URL: 'http://localhost:1234/v1', QUIZ_MODEL: 'm' });
  expect(warnings).toEqual([expect.stringMatching(/^FEEDBACK_MODEL is not set/)]);
});

test('a key without its service is refused', () => {
  expect(errorsOf({ LLM_API_KEY: otherKey, OPENROUTER_API_KEY: key })).toEqual([
    expect.stringMatching(/^LLM_API_KEY must be set together with LLM_BASE_URL/),
  ]);
});

const number = (least: number, most: number) => `a whole number from ${least} to ${most}`;
const url = 'a URL that begins with http:// or https://';

describe.each([
  [
    'PORT',
    ['0', '65535', '080'],
    ['65536', '-1', '3000.5', '3e3', '0x50', 'http'],
    number(0, 65535),
  ],
  [
    'LLM_TIMEOUT_MS',
    ['1000', '600000'],
    ['999', '600001', '30s', '1'.repeat(400)],
    number(1000, 600_000),
  ],
  ['TRUST_PROXY', ['0', '2'], ['true', '17', '-1'], number(0, 16)],
  ['QUIZZES_PER_MINUTE', ['0', '30'], ['many', '1.5', '1000001'], number(0, 1_000_000)],
  ['QUIZZES_PER_DAY', ['0', '300'], ['∞', '-5'], number(0, 1_000_000)],
  ['MODEL_CALLS_PER_DAY', ['0', '5000'], ['5k', '٣'], number(0, 1_000_000_000)],
  ['MAX_GENERATIONS', ['1', '100'], ['0', '10001'], number(1, 10_000)],
  ['SHELF_SIZE', ['0', '1'], ['101', 'off'], number(0, 100)],
  ['BLIND_CHECK', ['background', 'always', 'off'], ['on', 'OFF'], 'one of background, always, off'],
  ['LLM_DIALECT', ['openrouter', 'openai'], ['ollama'], 'one of openrouter, openai'],
  ['LOG_LEVEL', ['debug', 'silent'], ['verbose'], 'one of trace, debug'],
  ['METRICS', ['0', '1'], ['yes', '2'], 'one of 0, 1'],
  [
    'HOST',
    ['localhost', '0.0.0.0', '::', '::1', 'quiz.internal'],
    ['http://a', 'a:80', '[::1]', '256.1.1.1', 'a b'],
    'a host name or an IP address',
  ],
  [
    'OPENROUTER_API_KEY',
    [key],
    ['two words', 'line\nbreak', 'clé', 'tab\tbed'],
    'a key that fits in a header',
  ],
  [
    'QUIZ_MODEL',
    ['google/gemini-3-flash-preview', '~a/b:free'],
    ['two models', 'a,b', 'a\u0000'],
    'one model id',
  ],
  ['FEEDBACK_MODEL', ['x'], ['x'.repeat(201)], 'one model id'],
  [
    'QUIZ_FALLBACK_MODELS',
    ['a', 'a,b', 'none'],
    ['a b', ',', 'a,,b'],
    'model ids separated by commas',
  ],
  ['FEEDBACK_FALLBACK_MODELS', ['none'], ['a,'], 'model ids separated by commas'],
  [
    'APP_URL',
    ['http://localhost:3000', 'https://quiz.example/'],
    ['quiz.example', 'ftp://quiz.example'],
    url,
  ],
  [
    'APP_TITLE',
    ['Quiz', 'Ça va?'],
    ['クイズ', 'a\u0007b', 'a\nb', 'quiz 🎉'],
    'text that fits in a header',
  ],
  [
    'REDIS_URL',
    ['redis://localhost:6379', 'rediss://u:p@redis.example/1'],
    ['localhost:6379', 'http://redis'],
    'a URL that begins with redis://',
  ],
  [
    'LLM_BASE_URL',
    ['http://localhost:8080', 'https://a.example/v1beta/openai/'],
    ['localhost:1234/v1', 'ws://a', 'https://'],
    url,
  ],
] as const)('%s', (name, good, bad, expected) => {
  test.each(good)('may be %j', (value) => {
    expect(errorsOf({ [name]: value })).toEqual([]);
  });

  test.each(bad)('may not be %j, and the error names it and what is expected', (value) => {
    const errors = errorsOf({ [name]: value });
    expect(errors).toHaveLength(1);
    expect(errors[0]?.startsWith(`${name} must be ${expected}`)).toBe(true);
  });
});

describe.each(['LLM_BASE_URL', 'APP_URL'])('%s', (name) => {
  test.each([
    ['https://user:pass@a.example/v1', 'without a user name or a password'],
    ['https://user@a.example/v1', 'without a user name or a password'],
    ['https://ä.example/', 'ASCII'],
    ['https://a.example/ v1', 'ASCII'],
  ])('may not be %s', (value, expected) => {
    expect(errorsOf({ [name]: value })).toEqual([expect.stringContaining(expected)]);
  });
});

test.each(['https://a.example/v1?key=1', 'https://a.example/v1?', 'https://a.example/v1#x'])(
  'LLM_BASE_URL may not be %s',
  (value) => {
    expect(errorsOf({ LLM_BASE_URL: value })).toEqual([expect.stringContaining('without ? or #')]);
  },
);

test('all that is wrong is told at once', () => {
  const errors = errorsOf({ PORT: 'x', HOST: 'a b', LLM_API_KEY: otherKey, METRICS: 'yes' });
  expect(errors.map((error) => error.split(' ')[0])).toEqual([
    'PORT',
    'HOST',
    'METRICS',
    'LLM_API_KEY',
  ]);
});

test('an error shows what was given, but never a key, wherever it was put', () => {
  expect(errorsOf({ PORT: '80a' })).toEqual([
    'PORT must be a whole number from 0 to 65535, not "80a"',
  ]);
  for (const name of settingNames) {
    const misplaced = errorsOf({ [name]: `${key} ${otherKey}\u0000`, LLM_API_KEY: otherKey });
    expect(misplaced.length).toBeGreaterThan(0);
    expect(misplaced.join()).not.toContain(key);
    expect(misplaced.join()).not.toContain(otherKey);
  }
});

describe('secrets', () => {
  test('are the keys and the password of the shared store', () => {
    const redis = 'redis://:long-password@redis.example';
    const { secrets } = configOf({ OPENROUTER_API_KEY: key, REDIS_URL: redis });
    expect(secrets).toEqual([key, redis, 'long-password']);
  });

  test('are no stand-ins, which would strike out ordinary words', () => {
    const env = { LLM_BASE_URL: 'http://localhost:11434/v1', LLM_API_KEY: 'ollama' };
    expect(configOf(env).secrets).toEqual([]);
    expect(configOf(env).model).toMatchObject({ apiKey: 'ollama' });
  });
});
