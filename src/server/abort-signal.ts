import { EventEmitter } from 'node:events';

/** What is asked of a signal here; every AbortSignal is one. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * A signal that its maker aborts, made of an emitter, which undici takes as it takes an AbortSignal
 * (its documentation of `request`). Node 20 makes an AbortSignal of an EventTarget whose prototype it
 * exchanges: one for each request costs as much as reading the request.
 */
export class EmitterSignal extends EventEmitter implements AbortSignalLike {
  aborted = false;
  reason: unknown;

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(type: 'abort', listener: () => void): void {
    this.on(type, listener);
  }

  removeEventListener(type: 'abort', listener: () => void): void {
    this.off(type, listener);
  }

  /** Aborts with a reason; a second time changes nothing. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.emit('abort');
  }
}
