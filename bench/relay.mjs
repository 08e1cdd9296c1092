import { parseArgs } from 'node:util';
import { median } from './load-generator.mjs';
import { positiveNumber } from './positive-number.mjs';
import { printCells, targetsOf } from './relay-report.mjs';
import { runWays, turns, warmUp } from './relay-runs.mjs';
import { waysTo } from './relay-ways.mjs';
import { number, printMachine, printTargets } from './table.mjs';
import { startUpstream } from './upstream.mjs';

/** @typedef {import('./relay-ways.mjs').Upstream} Upstream */
/** @typedef {import('./relay-runs.mjs').Run} Run */
/** @typedef {import('./relay-runs.mjs').FullResult} FullResult */

/**
 * What one way of getting a reply showed at one number of connections: as fast as it goes, the
 * upstream answering at once (medians of all turns), and paced, everybody taking their time, so that
 * hardly anything has to queue.
 * @typedef {object} Cell
 * @property {string} way
 * @property {number} connections
 * @property {number} perSecond requests at full speed
 * @property {number} p50 in ms, at full speed
 * @property {number} p99 in ms, at full speed
 * @property {number} shareOfPlain of the plain relay's requests per second in the turn before
 * @property {number} cpu microseconds of processor time per request at full speed
 * @property {number} cpuOfPlain of what the plain relay takes
 * @property {number} calls of the upstream per request
 * @property {number} addedP50 in ms to the upstream's own, paced
 * @property {number} addedP99 in ms to the upstream's own, paced
 * @property {number} overPlain in ms, p50 to the plain relay's, paced
 * @property {number} pacedMemory in MB, the most until the end of the paced part
 * @property {number} fullMemory in MB, the most until the end
 * @property {number} errors
 */

/** @param {readonly FullResult[]} fulls */
const cpuOfRequest = (fulls) =>
  fulls.reduce((total, { cpu }) => total + cpu, 0) /
  fulls.reduce((total, { sent }) => total + sent, 0);

/** @param {readonly Run[]} runs */
const fullsOf = (runs) => runs.flatMap(({ fulls }) => fulls);

/** @param {readonly Run[]} runs @param {'p50' | 'p99'} key */
const pacedOf = (runs, key) => median(runs.map(({ paced }) => paced[key]));

/** @param {Run} run */
const sharesOfPlain = ({ fulls, plainFulls }) =>
  fulls.map((full, turn) => full.perSecond / (plainFulls[turn]?.perSecond ?? Number.NaN));

/**
 * @param {number} connections
 * @param {readonly Run[]} runs of one way
 * @param {readonly Run[]} plainRuns
 * @param {readonly Run[]} directRuns
 * @returns {Cell}
 */
function cellFrom(connections, runs, plainRuns, directRuns) {
  const fulls = fullsOf(runs);
  const middle = (/** @type {'perSecond' | 'p50' | 'p99'} */ key) =>
    median(fulls.map((full) => full[key]));
  const sum = (/** @type {'sent' | 'errors' | 'calls'} */ key) =>
    fulls.reduce((total, full) => total + full[key], 0);
  return {
    way: runs[0]?.way ?? '',
    connections,
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    shareOfPlain: median(runs.flatMap(sharesOfPlain)),
    cpu: cpuOfRequest(fulls),
    cpuOfPlain: cpuOfRequest(fulls) / cpuOfRequest(fullsOf(plainRuns)),
    calls: sum('calls') / sum('sent'),
    addedP50: pacedOf(runs, 'p50') - pacedOf(directRuns, 'p50'),
    addedP99: pacedOf(runs, 'p99') - pacedOf(directRuns, 'p99'),
    overPlain: pacedOf(runs, 'p50') - pacedOf(plainRuns, 'p50'),
    pacedMemory: Math.max(...runs.map(({ pacedMemory }) => pacedMemory)),
    fullMemory: Math.max(...runs.map(({ fullMemory }) => fullMemory)),
    errors: sum('errors') + runs.reduce((total, { paced }) => total + paced.errors, 0),
  };
}

/**
 * Measures some ways to the same reply at one number of connections, start after start: one and the
 * same program is up to a tenth faster after one than after another.
 * @param {Upstream} upstream
 * @param {import('./relay-ways.mjs').Ways} ways
 * @param {{ connections: number, ms: number, starts: number }} load `ms` of full speed for each start
 * @returns {Promise<readonly Cell[]>} the plain relay's, the direct one, and ours
 */
async function measure(upstream, ways, load) {
  /** @type {(readonly Run[])[]} */
  const started = [];
  while (started.length < load.starts) started.push(await runWays(upstream, ways, load));
  const runsOf = (/** @type {import('./relay-ways.mjs').Way} */ { name }) =>
    started.flat().filter(({ way }) => way === name);
  return [ways.plain, ways.direct, ...ways.ours].map((way) =>
    cellFrom(load.connections, runsOf(way), runsOf(ways.plain), runsOf(ways.direct)),
  );
}

/**
 * `npm run bench -- relay`: what a request costs, beside the upstream called directly and the
 * plainest relay. `--connections 1,50`, `--starts 1` and `--seconds 3` (of full speed, for each row and
 * start) make it another size.
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether the targets are met
 */
export async function run(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      connections: { type: 'string', default: '1,50,500,2000' },
      starts: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '3' },
    },
  });
  const sizes = values.connections.split(',').map((text) => positiveNumber('--connections', text));
  const starts = positiveNumber('--starts', values.starts);
  const ms = positiveNumber('--seconds', values.seconds) * 1000;
  printMachine();
  console.log(`Each row, for ${starts} starts of it: ${number(warmUp.requests)} requests of warm-up (${warmUp.mostMs / 1000} s at most); then paced,
each client thinking and the upstream taking its time, for what a relay adds to it (+p50, +p99); then
${number(ms / 1000)} s at full speed, the upstream answering at once (req/s, p50, p99, cpu), in ${turns} turns with the plain
relay, which "of plain" holds each turn against: the plainest there is, with the same calls. Medians
of all turns; memory is the most of any start. Every guard is on, the limits out of reach, the shelf
and the blind check off; lines of the log go to /dev/null. Feedback is the relay with its guards; a
quiz is read, reviewed, shuffled and held against the recent ones besides.`);
  const upstream = await startUpstream();
  try {
    const kinds = await waysTo(upstream);
    /** @type {Cell[]} */
    const cells = [];
    for (const connections of sizes) {
      for (const ways of kinds) {
        cells.push(...(await measure(upstream, ways, { connections, ms, starts })));
      }
    }
    printCells(cells);
    return printTargets(targetsOf(cells));
  } finally {
    await upstream.stop();
  }
}
