import type { EventEmitter } from 'node:events';
import type { Log } from './log.ts';

export interface GuardParts {
  /** The process, or whatever tells of its failures. */
  readonly process: Pick<EventEmitter, 'on'>;
  readonly log: Log;
  readonly exit: (code: number) => void;
}

/**
 * A rejection that nobody handles is a fault in one request: it is logged and the others go on.
 * After an exception that nobody caught the state is unknown (Node's documentation of
 * `uncaughtException`): it is logged and the process ends with code 1.
 */
export function guardProcess({ process, log, exit }: GuardParts): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'));
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception');
    exit(1);
  });
}
