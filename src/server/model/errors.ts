/**
 * A call to the model that failed for a reason outside this program: the service, the network or
 * the text that the model wrote. Such a call is worth another attempt; any other error is a bug.
 */
export abstract class ModelCallError extends Error {}

export interface ApiRequestErrorOptions {
  /** The HTTP status, or the code of an error that came inside a reply. */
  readonly status: number;
  /** The body, or the JSON of an error that came inside a reply; cut to a bound. */
  readonly body: string;
  /** How long the service asks to be left alone, in ms. */
  readonly retryAfterMs?: number | undefined;
}

/** The service answered with an error, by status or inside a reply (specification, section 8). */
export class ApiRequestError extends ModelCallError {
  override readonly name = 'ApiRequestError';
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs: number | undefined;

  constructor({ status, body, retryAfterMs }: ApiRequestErrorOptions) {
    super(`API request failed: ${status} - ${body}`);
    this.status = status;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No connection to the service could be made. */
export class ConnectionFailedError extends ModelCallError {
  override readonly name = 'ConnectionFailedError';

  constructor(origin: string, code: string, cause: unknown) {
    super(`Could not connect to ${origin}: ${code}`, { cause });
  }
}

/** The connection ended before the reply was whole. */
export class ConnectionLostError extends ModelCallError {
  override readonly name = 'ConnectionLostError';

  constructor(detail: string, cause?: unknown) {
    super(`The connection ended before the reply was whole: ${detail}`, { cause });
  }
}

/** The attempt reached its bound. */
export class AttemptTimeoutError extends ModelCallError {
  override readonly name = 'AttemptTimeoutError';

  constructor(timeoutMs: number) {
    super(`No whole reply within ${timeoutMs} ms`);
  }
}

/** The service refused to write for reasons of content (`finish_reason: "content_filter"`). */
export class ContentRefusedError extends ModelCallError {
  override readonly name = 'ContentRefusedError';

  constructor() {
    super('The service refused the content (content_filter)');
  }
}

/** Nothing stands at choices[0].message.content (specification, section 8). */
export class NoContentError extends ModelCallError {
  override readonly name = 'NoContentError';

  constructor() {
    super('No content in response');
  }
}

/** A reply of status 2xx that is no JSON. */
export class UnreadableReplyError extends ModelCallError {
  override readonly name = 'UnreadableReplyError';

  constructor(cause?: unknown) {
    super('The reply is not JSON', { cause });
  }
}

/** The reply is longer than any quiz could be. */
export class ReplyTooLargeError extends ModelCallError {
  override readonly name = 'ReplyTooLargeError';

  constructor(limitBytes: number) {
    super(`The reply is larger than ${limitBytes} bytes`);
  }
}

/** The model's text cannot be read as a quiz; message and code are the domain's (section 8). */
export class QuizReplyInvalidError extends ModelCallError {
  override readonly name = 'QuizReplyInvalidError';
  readonly code: string;

  constructor({ message, code }: { readonly message: string; readonly code: string }) {
    super(message);
    this.code = code;
  }
}
