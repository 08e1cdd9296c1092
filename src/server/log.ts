import { type DestinationStream, type Logger, pino } from 'pino';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = Logger;

/** Anything of the shape of a service key or a bearer token, whoever it belongs to. */
const secretShapes = /\bsk-[\w-]{8,}|\bBearer\s+[\w.~+/-]{8,}=*/g;

/** `text` with each of `secrets`, and whatever looks like a key, struck out. */
export function strikeSecrets(text: string, secrets: readonly string[]): string {
  const struck = secrets
    .filter((secret) => secret !== '')
    // A key with quotes or backslashes stands escaped in a JSON line.
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .reduce((line, secret) => line.replaceAll(secret, '[secret]'), text);
  return struck.replace(secretShapes, '[secret]');
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
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: (line: string) => strikeSecrets(line, secrets) },
  };
  return destination ? pino(options, destination) : pino(options);
}
