import { type Dispatcher, errors } from 'undici';
import type { AbortSignalLike } from '../abort-signal.ts';
import { ConnectionFailedError, ConnectionLostError, ReplyTooLargeError } from './errors.ts';

/** Bytes of a reply: some hundred times what 2,000 tokens take, streamed with all their framing. */
const replyLimitBytes = 1024 * 1024;

/** The headers of a reply, by their names in small letters. */
export type ReplyHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Makes something of a reply's body, which it is given piece by piece. */
export interface BodyReader<T> {
  /** Takes the next bytes; throws what makes all that may follow worthless. */
  add(bytes: Uint8Array): void;
  /** What the body comes to, or throws why to nothing; `lost` is how it broke off, where it did. */
  end(lost?: ConnectionLostError): T;
}

export interface ExchangeOptions<T> {
  /** Ends the exchange, which then rejects with its reason. */
  readonly signal: AbortSignalLike;
  /** Gives the reader of the body that belongs to a status and its headers. */
  readonly readerOf: (status: number, headers: ReplyHeaders) => BodyReader<T>;
}

/** Codes of a call that this program should not have made. */
const misuse = /^(UND_ERR_(INVALID_ARG|DESTROYED|CLOSED)|ERR_(?!TLS|SSL))/;

/** Codes of a connection that was there and broke. */
const broken = /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_(?!CONNECT_TIMEOUT))/;

/** What went wrong on the wire, in a word: the code of a system or protocol error. */
function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : String(error);
}

/** An error of the wire, before any header came, as the one that the caller knows. */
function failureOf(error: Error, origin: string): Error {
  const code = codeOf(error);
  if (!('code' in error) || misuse.test(code)) return error;
  return broken.test(code) || error instanceof errors.HTTPParserError
    ? new ConnectionLostError(code, error)
    : new ConnectionFailedError(origin, code, error);
}

/**
 * Sends a request and resolves to what its reader makes of the reply; the connection is then free for
 * the next. Rejects with what the reader throws, ReplyTooLargeError beyond `replyLimitBytes`,
 * ConnectionFailedError and ConnectionLostError where no reply came, and with what is no failure of
 * the service as it is. By `dispatch`: `request` makes a stream of every body and an AsyncResource of
 * every call, which takes 4 % of a whole short request (decision 006).
 */
export function exchange<T>(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  request: Dispatcher.DispatchOptions & { readonly origin: string },
  { signal, readerOf }: ExchangeOptions<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let reader: BodyReader<T> | undefined;
    let bytes = 0;
    const giveUp = (controller: Dispatcher.DispatchController, reason: unknown) => {
      reject(reason);
      controller.abort(new errors.RequestAbortedError());
    };
    const settle = (from: BodyReader<T>, lost?: ConnectionLostError) => {
      try {
        resolve(from.end(lost));
      } catch (error) {
        reject(error);
      }
    };
    dispatcher.dispatch(request, {
      onRequestStart(controller) {
        if (signal.aborted) giveUp(controller, signal.reason);
        else signal.addEventListener('abort', () => giveUp(controller, signal.reason));
      },
      onResponseStart(_controller, status, headers) {
        // Others are in advance of the reply (RFC 9110, section 15.2).
        if (status >= 200) reader = readerOf(status, headers);
      },
      onResponseData(controller, chunk) {
        bytes += chunk.byteLength;
        try {
          if (bytes > replyLimitBytes) throw new ReplyTooLargeError(replyLimitBytes);
          reader?.add(chunk);
        } catch (error) {
          giveUp(controller, error);
        }
      },
      onResponseEnd() {
        if (reader) settle(reader);
      },
      onResponseError(_controller, error) {
        if (reader) settle(reader, new ConnectionLostError(codeOf(error), error));
        else reject(failureOf(error, request.origin));
      },
    });
  });
}
