import type { EventEmitter } from 'node:events';
import { type DestinationStream, pino } from 'pino';

export interface BatchedOutputParts {
  /** Standard output where it is not given. */
  readonly out?: DestinationStream;
  /** The process, or whatever tells of its end. */
  readonly process: Pick<EventEmitter, 'on'>;
}

/**
 * An output for a log, which writes the lines of one turn of the event loop together: a system call
 * for each of them costs as much as the line itself. What is left when the process ends, in whatever
 * way it ends by itself, is written then.
 */
export function createBatchedOutput(parts: BatchedOutputParts): DestinationStream {
  const { process, out = pino.destination({ sync: true }) } = parts;
  let lines = '';
  const flush = () => {
    const written = lines;
    lines = '';
    if (written !== '') out.write(written);
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}
