import { countAndShare } from './format.ts';
import type { Rate } from './rate.ts';

const labelWidth = 34;
const columnWidth = 14;

function columns(label: string, cells: readonly (string | number)[]): string {
  const padded = cells.map((cell) => String(cell).padStart(columnWidth));
  return `${label.padEnd(labelWidth)}${padded.join('')}`.trimEnd();
}

/** The first line of a section: its name, and the names of its columns. */
export function heading(name: string, ...names: readonly string[]): string {
  return columns(name, names);
}

/** A line of a section: a label, then its cells, each flush right in its column. */
export function row(label: string, ...cells: readonly (string | number)[]): string {
  return columns(`  ${label}`, cells);
}

/** A line of one rate, with what it is a share of. */
export function rateRow(label: string, rate: Rate, ofWhat = ''): string {
  const base = rate.of === 0 ? '' : `  of ${rate.of} ${ofWhat}`.trimEnd();
  return row(label, countAndShare(rate)) + base;
}
