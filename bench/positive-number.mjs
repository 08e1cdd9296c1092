/**
 * The value of a sub-command's option as a number; throws where it is none above 0.
 * @param {string} option such as `--starts`
 * @param {string} text
 */
export function positiveNumber(option, text) {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new RangeError(`${option} must be a number above 0, not "${text}"`);
}
