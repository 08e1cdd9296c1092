import { type DestinationStream, type Logger, pino } from 'pino';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = Logger;

/** Anything of the shape of a service key or a bearer token, whoever it belongs to. */
const secretShapes = /\bsk-[\w-]{8,}|\bBearer\s+[\w.~+/-]{8,}=*/g;

/** How deep JSON stands in JSON: a line, a service's body in it, a provider's error in that. */
const deepestJson = 3;

/** A secret as it is, and as it stands in JSON at any depth: quotes and backslashes are escaped. */
function formsOf(secret: string): ReadonlySet<string> {
  const forms = [secret];
  for (let form = secret; forms.length <= deepestJson; forms.push(form)) {
    form = JSON.stringify(form).slice(1, -1);
  }
  return new Set(forms);
}

/** Gives a text back with each of `secrets`, and whatever looks like a key, struck out. */
function createStriker(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.filter((secret) => secret !== '').flatMap((one) => [...formsOf(one)]);
  return (text) =>
    forms
      .reduce((line, form) => line.replaceAll(form, '[secret]'), text)
      .replace(secretShapes, '[secret]');
}

/** `text` with each of `secrets`, and whatever looks like a key, struck out. */
export function strikeSecrets(text: string, secrets: readonly string[]): string {
  return createStriker(secrets)(text);
}

/** Gives the time of a line, written out once a millisecond: most lines of a turn share theirs. */
function createTimestamp(): () => string {
  let at = Number.NaN;
  let field = '';
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      field = `,"time":"${new Date(now).toISOString()}"`;
    }
    return field;
  };
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Texts that no line may contain, such as the model key. */
  readonly secrets: readonly string[];
  /** Where lines go; standard output where it is not given. */
  readonly destination?: DestinationStream;
}

/** A log of JSON lines from which every secret is struck, wherever in a line it stands. */
export function createLog({ level, secrets, destination }: LogOptions): Log {
  const options = {
    level,
    base: null,
    timestamp: createTimestamp(),
    hooks: { streamWrite: createStriker(secrets) },
  };
  return destination ? pino(options, destination) : pino(options);
}
