/** Outcome of reading something that may be wrong: a value, or an error that says why. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** A successful result holding `value`. */
export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** A failed result holding `error`. */
export function fail<E>(error: E): Result<never, E> {
  return { ok: false, error };
}
