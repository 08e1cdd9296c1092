import { type DestinationStream, pino } from 'pino';
import type { Later } from './after-turn.ts';

export interface BatchedOutputParts {
  readonly later: Later;
  /** Standard output where it is not given. */
  readonly out?: DestinationStream;
}

/**
 * An output for a log, which writes the lines of one turn of the event loop together: a system call
 * for each of them costs as much as the line itself.
 */
export function createBatchedOutput(parts: BatchedOutputParts): DestinationStream {
  const { later, out = pino.destination({ sync: true }) } = parts;
  let lines = '';
  const flush = () => {
    const written = lines;
    lines = '';
    out.write(written);
  };
  return {
    write(line) {
      if (lines === '') later(flush);
      lines += line;
    },
  };
}
