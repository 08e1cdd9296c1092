/** An object of a reply. Only its own fields are ever read, whatever their names. */
export type Fields = Readonly<Record<string, unknown>>;

/** Kept while a reply is read: whether something beyond the specification's reading was needed. */
export interface Notes {
  mended: boolean;
}

/** Whether a value of parsed JSON is an object, and neither null nor an array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a field of the object's own; undefined where it has none. */
export function fieldOf(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Whether a value counts as not given: absent, null or a blank string. */
export function isLacking(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/** A string exactly as it is, a finite number in its decimal form; undefined for anything else. */
export function textOf(value: unknown, notes: Notes): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  notes.mended = true;
  return String(value);
}

/** The id that is given, or `fallback` where none is, or none that can be read (section 5). */
export function idOf(value: unknown, fallback: string, notes: Notes): string {
  return isLacking(value) ? fallback : (textOf(value, notes) ?? fallback);
}

/** A boolean; also "true" and "false" in any case, 1 and 0. Undefined for anything else. */
export function booleanOf(value: unknown, notes: Notes): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word !== 'true' && word !== 'false' && word !== 1 && word !== 0) return undefined;
  notes.mended = true;
  return word === 'true' || word === 1;
}
