import * as v from 'valibot';
import { fail, ok, type Result } from '../domain/result.ts';
import { type LogLevel, strikeSecrets } from './log.ts';
import type { ModelSettings } from './model/settings.ts';
import {
  printableSettings,
  type SettingName,
  type Settings,
  settingNames,
  settingsSchema,
} from './settings-schema.ts';

/** The server's settings as its parts take them. */
export interface Config {
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
  readonly logLevel: LogLevel;
  /** The chat-completions service; null where none is configured, so that the samples serve. */
  readonly model: ModelSettings | null;
  /** Quizzes kept ready per topic; 0 turns the shelf off. */
  readonly shelfSize: number;
  /** When a quiz is solved again without its key. */
  readonly blindCheck: Settings['BLIND_CHECK'];
  /** Model calls per day (UTC) for the whole service; 0 is no limit. */
  readonly callsPerDay: number;
  /** Model calls under way at once, at least 1. */
  readonly maxCalls: number;
  /** Requests for quizzes per client address, and for feedback as many again; 0 is no limit. */
  readonly requestsPerMinute: number;
  readonly requestsPerDay: number;
  /** How many proxies in front are believed for the client address. */
  readonly trustProxy: number;
  /** The address that visitors know. */
  readonly appUrl: string;
  /** The Redis that instances share; null where everything lives in this process's memory. */
  readonly redisUrl: string | null;
  /** Whether `GET /metrics` answers. */
  readonly metrics: boolean;
  /** What the operator should know at start although nothing is wrong enough to stop it. */
  readonly warnings: readonly string[];
  /** Texts that no log line may contain. */
  readonly secrets: readonly string[];
}

type Given = Partial<Record<SettingName, string>>;
type Environment = Readonly<Record<string, string | undefined>>;

const openRouterUrl = 'https://openrouter.ai/api/v1';
const defaultQuizModel = 'google/gemini-3-flash-preview';
const defaultFeedbackModel = 'google/gemini-3.1-pro-preview';

/** A shorter text is a stand-in such as `none`: striking it out would garble every log line. */
const shortestSecret = 8;

/** The settings that are given: an empty or blank variable counts as not set. */
function givenSettings(env: Environment): Given {
  const given: Given = {};
  for (const name of settingNames) {
    const value = env[name]?.trim();
    if (value) given[name] = value;
  }
  return given;
}

function secretsOf(given: Given): readonly string[] {
  const redis = given.REDIS_URL;
  const password = redis && URL.canParse(redis) ? new URL(redis).password : '';
  return [given.OPENROUTER_API_KEY, given.LLM_API_KEY, redis, password].filter(
    (secret) => secret !== undefined && secret.length >= shortestSecret,
  ) as readonly string[];
}

function errorOf(issue: v.BaseIssue<unknown>, given: Given): string {
  const name = issue.path?.[0]?.key as SettingName;
  const value = printableSettings.has(name) ? `, not ${JSON.stringify(given[name])}` : '';
  return `${name} must be ${issue.message}${value}`;
}

/** Whether a key for OpenRouter may travel to this address: its own hosts, and never in clear. */
function isOpenRouter(url: URL): boolean {
  const host = url.hostname;
  return url.protocol === 'https:' && (host === 'openrouter.ai' || host.endsWith('.openrouter.ai'));
}

function modelsOf(first: string, fallbacks: readonly string[]): readonly [string, ...string[]] {
  return [first, ...new Set(fallbacks.filter((id) => id !== first))];
}

function modelSettings(settings: Settings): ModelSettings | null {
  if (!(settings.OPENROUTER_API_KEY || settings.LLM_BASE_URL)) return null;
  const url = new URL(settings.LLM_BASE_URL ?? openRouterUrl);
  const openRouter = isOpenRouter(url);
  const apiKey = settings.LLM_API_KEY ?? (openRouter ? settings.OPENROUTER_API_KEY : undefined);
  return {
    baseUrl: url.origin + url.pathname.replace(/\/+$/, ''),
    ...(apiKey !== undefined && { apiKey }),
    dialect: settings.LLM_DIALECT ?? (openRouter ? 'openrouter' : 'openai'),
    quizModels: modelsOf(settings.QUIZ_MODEL ?? defaultQuizModel, settings.QUIZ_FALLBACK_MODELS),
    feedbackModels: modelsOf(
      settings.FEEDBACK_MODEL ?? defaultFeedbackModel,
      settings.FEEDBACK_FALLBACK_MODELS,
    ),
    appUrl: settings.APP_URL,
    appTitle: settings.APP_TITLE,
    timeoutMs: settings.LLM_TIMEOUT_MS,
  };
}

function warningsOf(settings: Settings): readonly string[] {
  const warnings: string[] = [];
  if (!settings.LLM_BASE_URL) return warnings;
  const openRouter = isOpenRouter(new URL(settings.LLM_BASE_URL));
  if (settings.OPENROUTER_API_KEY && settings.LLM_API_KEY) {
    warnings.push('LLM_API_KEY is the key that is sent to LLM_BASE_URL; OPENROUTER_API_KEY is not');
  } else if (settings.OPENROUTER_API_KEY && !openRouter) {
    warnings.push(
      'OPENROUTER_API_KEY is not sent to LLM_BASE_URL: it goes to https://openrouter.ai only. ' +
        'Give the key of another service in LLM_API_KEY',
    );
  }
  for (const name of ['QUIZ_MODEL', 'FEEDBACK_MODEL'] as const) {
    if (openRouter || settings[name]) continue;
    warnings.push(`${name} is not set: the service at LLM_BASE_URL is asked for OpenRouter's id`);
  }
  return warnings;
}

/**
 * Reads the settings of design, section 2. Values are trimmed, and an empty one counts as not set.
 * Each error names the variable and says what is expected; none holds a key.
 */
export function readConfig(env: Environment): Result<Config, readonly string[]> {
  const given = givenSettings(env);
  const secrets = secretsOf(given);
  const read = v.safeParse(settingsSchema, given, { abortPipeEarly: true });
  const errors = (read.issues ?? []).map((issue) => errorOf(issue, given));
  if (given.LLM_API_KEY && !given.LLM_BASE_URL) {
    errors.push(
      'LLM_API_KEY must be set together with LLM_BASE_URL, the address of the service it is for; ' +
        'a key for OpenRouter goes into OPENROUTER_API_KEY',
    );
  }
  if (!read.success || errors.length > 0) {
    return fail(errors.map((error) => strikeSecrets(error, secrets)));
  }
  const settings = read.output;
  return ok({
    host: settings.HOST,
    port: settings.PORT,
    logLevel: settings.LOG_LEVEL,
    model: modelSettings(settings),
    shelfSize: settings.SHELF_SIZE,
    blindCheck: settings.BLIND_CHECK,
    callsPerDay: settings.MODEL_CALLS_PER_DAY,
    maxCalls: settings.MAX_GENERATIONS,
    requestsPerMinute: settings.QUIZZES_PER_MINUTE,
    requestsPerDay: settings.QUIZZES_PER_DAY,
    trustProxy: settings.TRUST_PROXY,
    appUrl: settings.APP_URL,
    redisUrl: settings.REDIS_URL ?? null,
    metrics: settings.METRICS === '1',
    warnings: warningsOf(settings),
    secrets,
  });
}
