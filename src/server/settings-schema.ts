import { isIP } from 'node:net';
import * as v from 'valibot';
import { logLevels } from './log.ts';

/**
 * The form of every setting (design, section 2), by the name of its environment variable. Each
 * message completes the sentence "NAME must be …".
 */

/** What an HTTP header may carry: Latin-1 without control characters (RFC 9110, section 5.5). */
const latin1 = /^[\x20-\x7e\xa0-\xff]+$/;
const asciiWord = /^[\x21-\x7e]+$/;

function wholeNumber(least: number, most: number, byDefault: number) {
  const message = `a whole number from ${least} to ${most}`;
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,15}$/, message),
      v.transform(Number),
      v.minValue(least, message),
      v.maxValue(most, message),
    ),
    String(byDefault),
  );
}

function oneOf<const T extends readonly [string, ...string[]]>(choices: T) {
  return v.picklist(choices, `one of ${choices.join(', ')}`);
}

const key = v.pipe(
  v.string(),
  v.regex(asciiWord, 'a key that fits in a header: visible ASCII characters without spaces'),
);

const oneModelId = /^[^\s,\p{C}]{1,200}$/u;
const modelId = v.pipe(v.string(), v.regex(oneModelId, 'one model id without spaces'));

/** Reads a comma-separated list of model ids; `none` is the empty list. */
const modelIds = v.pipe(
  v.string(),
  v.transform((text) => (text === 'none' ? [] : text.split(',').map((id) => id.trim()))),
  v.check(
    (ids) => ids.every((id) => oneModelId.test(id)),
    'model ids separated by commas, or none for no fallback',
  ),
);

function isUrlWith(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

const noCredentials = v.check(
  (text: string) => new URL(text).username === '' && new URL(text).password === '',
  'a URL without a user name or a password in it',
);

const httpUrl = v.pipe(
  v.string(),
  v.regex(asciiWord, 'a URL of ASCII characters without spaces'),
  v.check(
    (text) => isUrlWith(text, ['http:', 'https:']),
    'a URL that begins with http:// or https://',
  ),
  noCredentials,
);

export const settingsSchema = v.object({
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (host) => isIP(host) !== 0 || /^(?!.*\.\d+$)[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host),
        'a host name or an IP address, without scheme, port or brackets',
      ),
    ),
    '127.0.0.1',
  ),
  OPENROUTER_API_KEY: v.optional(key),
  LLM_BASE_URL: v.optional(
    v.pipe(
      httpUrl,
      v.regex(/^[^?#]*$/, 'a URL without ? or #; a path such as /v1 may follow the host'),
    ),
  ),
  LLM_API_KEY: v.optional(key),
  LLM_DIALECT: v.optional(oneOf(['openrouter', 'openai'])),
  QUIZ_MODEL: v.optional(modelId),
  FEEDBACK_MODEL: v.optional(modelId),
  QUIZ_FALLBACK_MODELS: v.optional(modelIds, '~google/gemini-flash-latest'),
  FEEDBACK_FALLBACK_MODELS: v.optional(modelIds, '~google/gemini-pro-latest'),
  APP_URL: v.optional(httpUrl, 'http://localhost:3000'),
  APP_TITLE: v.optional(
    v.pipe(
      v.string(),
      v.regex(latin1, 'text that fits in a header: Latin letters, digits and signs'),
    ),
    'AI Quiz App',
  ),
  LLM_TIMEOUT_MS: wholeNumber(1000, 600_000, 30_000),
  TRUST_PROXY: wholeNumber(0, 16, 0),
  QUIZZES_PER_MINUTE: wholeNumber(0, 1_000_000, 30),
  QUIZZES_PER_DAY: wholeNumber(0, 1_000_000, 300),
  MODEL_CALLS_PER_DAY: wholeNumber(0, 1_000_000_000, 5000),
  MAX_GENERATIONS: wholeNumber(1, 10_000, 100),
  SHELF_SIZE: wholeNumber(0, 100, 1),
  BLIND_CHECK: v.optional(oneOf(['background', 'always', 'off']), 'background'),
  REDIS_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => isUrlWith(text, ['redis:', 'rediss:']),
        'a URL that begins with redis:// or rediss://',
      ),
    ),
  ),
  LOG_LEVEL: v.optional(oneOf(logLevels), 'info'),
  METRICS: v.optional(oneOf(['0', '1']), '0'),
});

export type Settings = v.InferOutput<typeof settingsSchema>;
export type SettingName = keyof Settings;

/** The names of all settings, in the order of the design's table. */
export const settingNames = Object.keys(settingsSchema.entries) as readonly SettingName[];

/** Settings that may be repeated in a message: none of them can hold a key or a password. */
export const printableSettings: ReadonlySet<SettingName> = new Set<SettingName>([
  'PORT',
  'LLM_DIALECT',
  'LLM_TIMEOUT_MS',
  'TRUST_PROXY',
  'QUIZZES_PER_MINUTE',
  'QUIZZES_PER_DAY',
  'MODEL_CALLS_PER_DAY',
  'MAX_GENERATIONS',
  'SHELF_SIZE',
  'BLIND_CHECK',
  'LOG_LEVEL',
  'METRICS',
]);
