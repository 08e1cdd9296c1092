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

/**
 * A body of server-sent events, closed when `write` settles; `write` must not reject. Events are a
 * few short lines, so they are queued rather than held back for a slow reader. (Hono's streamSSE
 * fixes headers of its own, keep-alive among them, which a server that is stopping must not send.)
 */
export function eventStream(write: (send: SendEvent) => Promise<void>): EventStream {
  const encoder = new TextEncoder();
  let isOpen = true;
  let done = Promise.resolve();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send: SendEvent = (event, data) => {
        if (!isOpen) return;
        // JSON has no raw line breaks, so one data line holds it.
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      };
      done = write(send).finally(() => {
        if (isOpen) controller.close();
        isOpen = false;
      });
    },
    cancel() {
      isOpen = false;
    },
  });
  return { body, done };
}
