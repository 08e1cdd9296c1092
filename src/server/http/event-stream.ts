import { heartbeatMs } from '../../domain/limits.ts';
import type { Clock } from '../clock.ts';

/** Sends one server-sent event with its data as JSON; does nothing once the visitor is gone. */
export type SendEvent = (event: string, data: unknown) => void;

export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Resolves when the last event is written or the visitor is gone. */
  readonly done: Promise<void>;
}

/** Keeps every cache and buffering proxy on the way from holding events back. */
export const eventStreamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
} as const;

/** A comment, which readers of event streams pass over. */
const heartbeat = ': at work\n\n';

/** Calls `beat` every heartbeatMs until the signal aborts. */
async function keepAlive(beat: () => void, clock: Clock, ended: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await clock.sleep(heartbeatMs, ended);
      beat();
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  }
}

/**
 * A body of server-sent events, closed when `write` settles; `write` must not reject. While there is
 * nothing to tell, a comment every heartbeatMs shows that the connection lives. Events are a
 * few short lines, so they are queued rather than held back for a slow reader. (Hono's streamSSE
 * fixes headers of its own, keep-alive among them, which a server that is stopping must not send.)
 */
export function eventStream(write: (send: SendEvent) => Promise<void>, clock: Clock): EventStream {
  const encoder = new TextEncoder();
  const ended = new AbortController();
  let done = Promise.resolve();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const put = (text: string) => {
        if (!ended.signal.aborted) controller.enqueue(encoder.encode(text));
      };
      // JSON has no raw line breaks, so one data line holds it.
      const send: SendEvent = (event, data) =>
        put(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      void keepAlive(() => put(heartbeat), clock, ended.signal);
      done = write(send).finally(() => {
        if (!ended.signal.aborted) controller.close();
        ended.abort();
      });
    },
    cancel() {
      ended.abort();
    },
  });
  return { body, done };
}
