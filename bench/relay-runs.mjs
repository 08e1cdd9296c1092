import { generateLoad, openClients } from './load-generator.mjs';
import { cpuOf, peakMemoryOf } from './process-figures.mjs';

/** @typedef {import('./relay-ways.mjs').Upstream} Upstream */
/** @typedef {import('./relay-ways.mjs').Way} Way */
/** @typedef {import('./load-generator.mjs').LoadResult} LoadResult */
/** @typedef {LoadResult & { cpu: number, calls: number }} FullResult `cpu` in us, of all requests */

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
export const warmUp = { connections: 50, requests: 8000, mostMs: 8000 };

/** Turns of full speed, the plain relay's and then the other way's: a host has better moments. */
export const turns = 3;

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
 * What one start of a way showed.
 * @typedef {object} Run
 * @property {string} way
 * @property {LoadResult} paced
 * @property {number} pacedMemory in MB, the most until the end of the paced part
 * @property {readonly FullResult[]} fulls
 * @property {readonly FullResult[]} plainFulls the plain relay's in the same turns
 * @property {number} fullMemory in MB, the most until the end
 */

/**
 * Starts some ways to the same reply and measures each at one number of connections; the plain relay
 * stays open beside each other one.
 * @param {Upstream} upstream
 * @param {import('./relay-ways.mjs').Ways} ways
 * @param {{ connections: number, ms: number }} load `ms` of each way at full speed
 * @returns {Promise<readonly Run[]>} the plain relay's, the direct one, and ours
 */
export async function runWays(upstream, ways, { connections, ms }) {
  const plain = await openWay(upstream, ways.plain, connections);
  const plainPacing = await pace(upstream, plain, ms);
  /** @type {FullResult[]} */
  const allOfPlain = [];
  /** @type {Run[]} */
  const runs = [];
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
    runs.push({ way: way.name, ...pacing, fulls, plainFulls, fullMemory });
    allOfPlain.push(...plainFulls);
    await closeWay(other);
  }
  const fulls = { fulls: allOfPlain, plainFulls: allOfPlain };
  const fullMemory = peakMemoryOf(plain.child.pid);
  runs.unshift({ way: ways.plain.name, ...plainPacing, ...fulls, fullMemory });
  await closeWay(plain);
  return runs;
}
