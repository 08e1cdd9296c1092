/** The trace that a request belongs to (W3C Trace Context, w3.org/TR/trace-context). */
export interface Trace {
  /** 32 lower-case hexadecimal digits. */
  readonly id: string;
  /**
   * The headers that make a call to another service part of the trace, with a parent id of its own
   * each time. Not there where the request brought no trace: then no call carries a header that the
   * specification does not name (section 7).
   */
  readonly headers?: () => Readonly<Record<string, string>>;
}

/** What a request says of its trace. */
export interface TraceHeaders {
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
}

interface TraceParent {
  readonly id: string;
  /** Two lower-case hexadecimal digits. */
  readonly flags: string;
}

/** version-traceid-parentid-flags; only a version after 00 may have more behind it, ff is none. */
const parentForm =
  /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(-[^,]*)?$/;

/** The flags that version 00 defines, sampled and random; all others are sent as 0. */
const knownFlags = 0b11;

/** Reads a `traceparent` (section 3.2); undefined where it is not valid. */
function readParent(text: string | undefined): TraceParent | undefined {
  const [, version, id, flags = '', rest] = parentForm.exec(text ?? '') ?? [];
  if (id === undefined || (version === '00' && rest !== undefined)) return undefined;
  const known = Number.parseInt(flags, 16) & knownFlags;
  return { id, flags: known.toString(16).padStart(2, '0') };
}

/** Bytes of a list that every service must be able to pass on; a longer one is left out. */
const longestState = 512;
const mostMembers = 32;

/** key=value, where a value has no comma, no equals sign and no space at its end. */
const memberForm =
  /^([\da-z][\da-z_\-*/@]{0,255})=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/** Reads a `tracestate` (section 3.3) as it stands; undefined where it is empty or not valid. */
function readState(text: string | undefined): string | undefined {
  if (text === undefined || text.length > longestState) return undefined;
  const members = text.split(',').map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''));
  const filled = members.filter((member) => member !== '');
  const keys = new Set(filled.map((member) => memberForm.exec(member)?.[1]));
  const isValid = !keys.has(undefined) && keys.size === filled.length;
  return isValid && filled.length > 0 && members.length <= mostMembers ? text : undefined;
}

/**
 * So many hexadecimal digits, the last ones of a UUID: as random as an id has to be (level 2,
 * section 3.2.2.3.1), and never zeros alone, for its variant is among them. Node draws UUIDs from a
 * store of random bytes, where randomBytes asks the system each time.
 */
function newId(digits: 16 | 32, newUuid: () => string): string {
  return newUuid().replaceAll('-', '').slice(-digits);
}

/**
 * The trace of a request: the caller's, where `traceparent` is valid, else a new one. `tracestate`
 * is passed on as it came where it is valid and of at most 512 characters, and is not looked at
 * without a valid `traceparent`. `newUuid` gives a random UUID (version 4).
 */
export function readTrace(given: TraceHeaders, newUuid: () => string): Trace {
  const parent = readParent(given.traceparent);
  if (!parent) return { id: newId(32, newUuid) };
  const { id, flags } = parent;
  const tracestate = readState(given.tracestate);
  return {
    id,
    headers: () => ({
      traceparent: `00-${id}-${newId(16, newUuid)}-${flags}`,
      ...(tracestate !== undefined && { tracestate }),
    }),
  };
}
