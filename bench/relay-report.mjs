import { number, printTable } from './table.mjs';

/** @typedef {import('./relay.mjs').Cell} Cell */

/** @param {readonly Cell[]} cells @param {number} connections @param {string} way */
function cellOf(cells, connections, way) {
  return cells.find((cell) => cell.connections === connections && cell.way === way);
}

/** @param {readonly Cell[]} cells */
export function printCells(cells) {
  const headings = [
    ...['', 'req/s', 'of plain', 'p50 ms', 'p99 ms', 'cpu us/req', 'of plain'],
    ...['+p50 ms', '+p99 ms', 'MB paced', 'MB full', 'calls/req', 'errors'],
  ];
  for (const connections of new Set(cells.map((cell) => cell.connections))) {
    const direct = cellOf(cells, connections, 'upstream itself');
    const plain = cellOf(cells, connections, 'plain relay');
    const rows = cells
      .filter((cell) => cell.connections === connections)
      .map(({ way, full, paced, shareOfPlain, pacedMemory, fullMemory, errors }) => [
        way,
        number(full.perSecond),
        number(shareOfPlain, 2),
        number(full.p50, 2),
        number(full.p99, 2),
        number(full.cpu),
        number(full.cpu / (plain?.full.cpu ?? Number.NaN), 2),
        number(paced.p50 - (direct?.paced.p50 ?? Number.NaN), 2),
        number(paced.p99 - (direct?.paced.p99 ?? Number.NaN), 2),
        number(pacedMemory),
        number(fullMemory),
        number(full.calls, 2),
        number(errors),
      ]);
    console.log(`\n${number(connections)} connections`);
    printTable(headings, rows);
  }
}

const leastShareOfPlain = 0.5;
const mostAddedMs = 1;
const mostMemory = 300;

/** @param {Cell} cell */
function noErrors({ way, connections, errors }) {
  const name = `${way}, ${number(connections)} connections: errors`;
  return { name, target: '0', is: number(errors), isMet: errors === 0 };
}

/**
 * What is promised of the relay, which is the feedback; of a quiz, which is read and reviewed besides,
 * all but the requests per second.
 * @param {readonly Cell[]} cells
 * @returns {readonly import('./table.mjs').Target[]}
 */
export function targetsOf(cells) {
  return ['feedback', 'quiz'].flatMap((way) => {
    const plain = cellOf(cells, 50, 'plain relay');
    const at50 = cellOf(cells, 50, way);
    const crowded = cellOf(cells, 2000, way);
    const targets = [];
    if (at50 && way === 'feedback') {
      targets.push({
        name: `${way}, 50 connections: req/s of the plain relay's`,
        target: `>= ${leastShareOfPlain}`,
        is: number(at50.shareOfPlain, 2),
        isMet: at50.shareOfPlain >= leastShareOfPlain,
      });
    }
    if (plain && at50) {
      const added = at50.paced.p50 - plain.paced.p50;
      targets.push(
        {
          name: `${way}, 50 connections: p50 over the plain relay, ms`,
          target: `<= ${mostAddedMs}`,
          is: number(added, 2),
          isMet: added <= mostAddedMs,
        },
        noErrors(at50),
      );
    }
    if (crowded) {
      targets.push(noErrors(crowded), {
        name: `${way}, 2,000 connections: peak memory, MB`,
        target: `< ${mostMemory}`,
        is: number(crowded.fullMemory),
        isMet: crowded.fullMemory < mostMemory,
      });
    }
    return targets;
  });
}
