import { parseArgs } from 'node:util';
import { generateLoad, median, openClients } from './load-generator.mjs';
import { cpuOf, peakMemoryOf } from './process-figures.mjs';
import { printCells, targetsOf } from './relay-report.mjs';
import { waysTo } from './relay-ways.mjs';
import { number, printMachine, printTargets } from './table.mjs';
import { startUpstream } from './upstream.mjs';

/** @typedef {import('./relay-ways.mjs').Upstream} Upstream */
/** @typedef {import('./relay-ways.mjs').Way} Way */
/** @typedef {import('./load-generator.mjs').LoadResult} LoadResult */
/** @typedef {LoadResult & { cpu: number, calls: number }} FullResult `cpu` in us, of all requests */

/**
 * What one way of getting a reply showed at one number of connections: as fast as it goes, the
 * upstream answering at once (medians of the turns), and paced, everybody taking their time, so that
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

/**
 * A way that is open.
 * @typedef {object} OpenWay
 * @property {Way} way
 * @property {import('./processes.mjs').RunningChild} child
 * @property {readonly import('undici').Client[]} clients
 */

/**
 * How long, in ms, the upstream and (on average) each client wait at so many connections: some 400
 * requests a second in all, or fewer, half of the connections waiting for a reply at any time.
 * @param {number} connections
 */
const pacedWaitMs = (connections) => Math.max(10, Math.round((connections * 1000) / 400 / 2));

/** Code is compiled by how often it runs; whoever needs too long for that is measured as it is. */
const warmUp = { connections: 50, requests: 8000, mostMs: 8000 };

/** Turns of full speed, the plain relay's and then the other way's: a host has better moments. */
const turns = 3;

/** @param {OpenWay} open */
async function warm({ way, clients }) {
  let sent = 0;
  for (const until = performance.now() + warmUp.mostMs; performance.now() < until; ) {
    sent += (await generateLoad(clients, way.request, { ms: 500 })).sent;
    if (sent >= warmUp.requests) return;
  }
}

/**
 * @param {Upstream} upstream
 * @param {Way} way
 * @param {number} connections
 * @returns {Promise<OpenWay>}
 */
async function openWay(upstream, way, connections) {
  await upstream.control({ delayMs: 0 });
  const child = await way.start(upstream);
  const some = Math.min(connections, warmUp.connections);
  const first = await openClients(child.origin, some, way.request);
  await warm({ way, child, clients: first });
  const others = await openClients(child.origin, connections - some, way.request);
  return { way, child, clients: [...first, ...others] };
}

/** @param {OpenWay} open */
async function closeWay({ child, clients }) {
  await Promise.all(clients.map((client) => client.destroy()));
  await child.stop();
}

/**
 * @param {Upstream} upstream
 * @param {OpenWay} open
 * @param {number} ms
 */
async function pace(upstream, { way, child, clients }, ms) {
  const waitMs = pacedWaitMs(clients.length);
  await upstream.control({ delayMs: waitMs });
  const time = { ms: Math.max(ms, 4 * waitMs), thinkMs: waitMs };
  const paced = await generateLoad(clients, way.request, time);
  await upstream.control({ delayMs: 0 });
  return { paced, pacedMemory: peakMemoryOf(child.pid) };
}

/**
 * @param {Upstream} upstream
 * @param {OpenWay} open
 * @param {number} ms
 * @returns {Promise<FullResult>}
 */
async function runFull(upstream, { way, child, clients }, ms) {
  const before = { cpu: cpuOf(child.pid), calls: (await upstream.control()).calls };
  const result = await generateLoad(clients, way.request, { ms });
  const { calls } = await upstream.control();
  return { ...result, cpu: cpuOf(child.pid) - before.cpu, calls: calls - before.calls };
}

/**
 * What a cell is made of.
 * @typedef {object} CellBasis
 * @property {string} way
 * @property {number} connections
 * @property {LoadResult} paced
 * @property {number} pacedMemory in MB
 * @property {readonly FullResult[]} fulls
 * @property {readonly FullResult[]} plainFulls the plain relay's in the same turns
 * @property {number} fullMemory in MB
 */

/** @param {CellBasis} basis */
const cpuOfRequest = ({ fulls }) =>
  fulls.reduce((total, { cpu }) => total + cpu, 0) /
  fulls.reduce((total, { sent }) => total + sent, 0);

/**
 * @param {CellBasis} basis
 * @param {readonly CellBasis[]} bases the plain relay's, the direct one's, and ours
 * @returns {Cell}
 */
function cellFrom(basis, [plain, direct]) {
  const { way, connections, paced, pacedMemory, fulls, plainFulls, fullMemory } = basis;
  const middle = (/** @type {'perSecond' | 'p50' | 'p99'} */ key) =>
    median(fulls.map((full) => full[key]));
  const sum = (/** @type {'sent' | 'errors' | 'calls'} */ key) =>
    fulls.reduce((total, full) => total + full[key], 0);
  const shares = fulls.map(
    (full, turn) => full.perSecond / (plainFulls[turn]?.perSecond ?? Number.NaN),
  );
  return {
    ...{ way, connections, pacedMemory, fullMemory },
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    shareOfPlain: median(shares),
    cpu: cpuOfRequest(basis),
    cpuOfPlain: plain ? cpuOfRequest(basis) / cpuOfRequest(plain) : Number.NaN,
    calls: sum('calls') / sum('sent'),
    addedP50: paced.p50 - (direct?.paced.p50 ?? Number.NaN),
    addedP99: paced.p99 - (direct?.paced.p99 ?? Number.NaN),
    overPlain: paced.p50 - (plain?.paced.p50 ?? Number.NaN),
    errors: paced.errors + sum('errors'),
  };
}

/**
 * Measures some ways to the same reply at one number of connections; the plain relay stays open
 * beside each other one.
 * @param {Upstream} upstream
 * @param {import('./relay-ways.mjs').Ways} ways
 * @param {{ connections: number, ms: number }} load
 * @returns {Promise<readonly Cell[]>} the plain relay's, the direct one, and ours
 */
async function measure(upstream, ways, { connections, ms }) {
  const plain = await openWay(upstream, ways.plain, connections);
  const plainPacing = await pace(upstream, plain, ms);
  /** @type {FullResult[]} */
  const allOfPlain = [];
  /** @type {CellBasis[]} */
  const bases = [];
  for (const way of [ways.direct, ...ways.ours]) {
    const other = await openWay(upstream, way, connections);
    const pacing = await pace(upstream, other, ms);
    /** @type {FullResult[]} */
    const plainFulls = [];
    /** @type {FullResult[]} */
    const fulls = [];
    for (let turn = 0; turn < turns; turn += 1) {
      plainFulls.push(await runFull(upstream, plain, ms / turns));
      fulls.push(await runFull(upstream, other, ms / turns));
    }
    const fullMemory = peakMemoryOf(other.child.pid);
    bases.push({ way: way.name, connections, ...pacing, fulls, plainFulls, fullMemory });
    allOfPlain.push(...plainFulls);
    await closeWay(other);
  }
  const fulls = { fulls: allOfPlain, plainFulls: allOfPlain };
  const fullMemory = peakMemoryOf(plain.child.pid);
  bases.unshift({ way: ways.plain.name, connections, ...plainPacing, ...fulls, fullMemory });
  await closeWay(plain);
  return bases.map((basis) => cellFrom(basis, bases));
}

/**
 * `npm run bench -- relay`: what a request costs, beside the upstream called directly and the
 * plainest relay. `--connections 1,50` and `--seconds 3` (of full speed for each row of the table)
 * make it another size.
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether the targets are met
 */
export async function run(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      connections: { type: 'string', default: '1,50,500,2000' },
      seconds: { type: 'string', default: '3' },
    },
  });
  const ms = Number(values.seconds) * 1000;
  printMachine();
  console.log(`Each row: ${number(warmUp.requests)} requests of warm-up (${warmUp.mostMs / 1000} s at most); then paced, each client thinking
and the upstream taking its time, for what a relay adds to it (+p50, +p99); then ${number(ms / 1000)} s at full speed,
the upstream answering at once (req/s, p50, p99, cpu), in ${turns} turns with the plain relay, which "of plain"
holds each turn against: the plainest there is, with the same calls. Every guard is on, the limits
out of reach, the shelf and the blind check off; lines of the log go to /dev/null. Feedback is the
relay with its guards; a quiz is read, reviewed, shuffled and held against the recent ones besides.`);
  const upstream = await startUpstream();
  try {
    const kinds = await waysTo(upstream);
    /** @type {Cell[]} */
    const cells = [];
    for (const connections of values.connections.split(',').map(Number)) {
      for (const ways of kinds) {
        cells.push(...(await measure(upstream, ways, { connections, ms })));
      }
    }
    printCells(cells);
    return printTargets(targetsOf(cells));
  } finally {
    await upstream.stop();
  }
}
