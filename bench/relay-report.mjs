import { number, printTable } from './table.mjs';

/** @typedef {import('./relay.mjs').Cell} Cell */

/** @param {readonly Cell[]} cells */
export function printCells(cells) {
  const headings = [
    ...['', 'req/s', 'of plain', 'p50 ms', 'p99 ms', 'cpu us/req', 'of plain'],
    ...['+p50 ms', '+p99 ms', 'MB paced', 'MB full', 'calls/req', 'errors'],
  ];
  for (const connections of new Set(cells.map((cell) => cell.connections))) {
    const rows = cells
      .filter((cell) => cell.connections === connections)
      .map((cell) => [
        cell.way,
        number(cell.perSecond),
        number(cell.shareOfPlain, 2),
        number(cell.p50, 2),
        number(cell.p99, 2),
        number(cell.cpu),
        number(cell.cpuOfPlain, 2),
        number(cell.addedP50, 2),
        number(cell.addedP99, 2),
        number(cell.pacedMemory),
        number(cell.fullMemory),
        number(cell.calls, 2),
        number(cell.errors),
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
    const at50 = cells.find((cell) => cell.connections === 50 && cell.way === way);
    const crowded = cells.find((cell) => cell.connections === 2000 && cell.way === way);
    const targets = [];
    if (at50 && way === 'feedback') {
      targets.push({
        name: `${way}, 50 connections: req/s of the plain relay's`,
        target: `>= ${leastShareOfPlain}`,
        is: number(at50.shareOfPlain, 2),
        isMet: at50.shareOfPlain >= leastShareOfPlain,
      });
    }
    if (at50) {
      targets.push(
        {
          name: `${way}, 50 connections: p50 over the plain relay, ms`,
          target: `<= ${mostAddedMs}`,
          is: number(at50.overPlain, 2),
          isMet: at50.overPlain <= mostAddedMs,
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
