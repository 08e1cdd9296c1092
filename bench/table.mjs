import os from 'node:os';

/**
 * Says when and on what a table was made.
 * @param {readonly string[]} [more] versions of other programs that took part
 */
export function printMachine(more = []) {
  const memory = Math.round(os.totalmem() / 1e9);
  const kind = `${os.availableParallelism()} cores, ${memory} GB, ${os.platform()} ${os.arch()}`;
  const versions = [`Node ${process.versions.node}`, ...more].join(', ');
  console.log(`${new Date().toISOString().slice(0, 10)}, ${kind}, ${versions}`);
}

/**
 * A number with as many digits as are worth reading.
 * @param {number} value
 * @param {number} [digits] behind the point
 */
export function number(value, digits = 0) {
  if (Number.isNaN(value)) return '-';
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString('en', format);
}

/**
 * Prints rows under their headings, the first column to the left and the others to the right.
 * @param {readonly string[]} headings
 * @param {readonly (readonly string[])[]} rows
 */
export function printTable(headings, rows) {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of lines) {
    const cells = line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    console.log(cells.join('  '));
  }
}

/**
 * What is promised, and whether it is kept.
 * @typedef {object} Target
 * @property {string} name
 * @property {string} target
 * @property {string} is
 * @property {boolean} isMet
 */

/**
 * Prints the targets, and gives whether all are met.
 * @param {readonly Target[]} targets
 */
export function printTargets(targets) {
  console.log();
  printTable(
    ['target', 'should be', 'is', ''],
    targets.map(({ name, target, is, isMet }) => [name, target, is, isMet ? 'met' : 'NOT MET']),
  );
  return targets.every(({ isMet }) => isMet);
}
