import type { EventEmitter } from 'node:events';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

export type StopSignal = 'SIGTERM' | 'SIGINT';

/**
 * Within this time in ms of the first signal another one is the same: npm hands on the SIGINT that a
 * terminal has sent to it and to its child alike.
 */
export const sameSignalMs = 1000;

export interface StopSignalParts {
  /** The process, or whatever tells of its signals. */
  readonly process: Pick<EventEmitter, 'on'>;
  readonly stop: (signal: StopSignal) => Promise<void>;
  readonly exit: (code: number) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Runs `stop` at the first SIGTERM or SIGINT and ends with code 0, or with 1 when the stop fails; a
 * second signal that is meant ends at once, with 1.
 */
export function onStopSignal({ process, stop, exit, clock, log }: StopSignalParts): void {
  let firstAt: number | undefined;

  async function handle(signal: StopSignal): Promise<void> {
    if (firstAt !== undefined) {
      if (clock.now() - firstAt >= sameSignalMs) exit(1);
      return;
    }
    firstAt = clock.now();
    try {
      await stop(signal);
      exit(0);
    } catch (err) {
      log.error({ err }, 'the stop failed');
      exit(1);
    }
  }

  process.on('SIGTERM', () => void handle('SIGTERM'));
  process.on('SIGINT', () => void handle('SIGINT'));
}
