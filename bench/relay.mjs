import path from 'node:path';
import { parseArgs } from 'node:util';
import { generateLoad, openClients } from './load-generator.mjs';
import { cpuOf, peakMemoryOf } from './process-figures.mjs';
import { serverFile, startChild } from './processes.mjs';
import { number, printMachine, printTable, printTargets } from './table.mjs';
import { topics } from './topics.mjs';
import { startUpstream, unhinderedSettings } from './upstream.mjs';

/** @typedef {Awaited<ReturnType<typeof startUpstream>>} Upstream */
/** @typedef {import('./load-generator.mjs').LoadRequest} LoadRequest */
/** @typedef {import('./load-generator.mjs').LoadResult} LoadResult */

/**
 * One way of getting a reply.
 * @typedef {object} Side
 * @property {string} name
 * @property {LoadRequest} request
 * @property {(upstream: Upstream) => Promise<import('./processes.mjs').RunningChild>} start
 */

/**
 * What one way of getting a reply showed at one number of connections.
 * @typedef {object} Cell
 * @property {number} connections
 * @property {string} side
 * @property {LoadResult} full as fast as it goes, the upstream answering at once
 * @property {LoadResult} paced everybody taking their time, so that hardly anything has to queue
 * @property {number} cpu microseconds per request
 * @property {number} pacedMemory in MB, the most until the end of the paced part
 * @property {number} fullMemory in MB, the most until the end
 * @property {number} callsPerRequest
 */

const quizRequest = {
  path: '/api/quizzes',
  bodies: topics.map((topic) => JSON.stringify({ topic })),
};
const feedbackRequest = {
  path: '/api/feedback',
  bodies: topics.map((topic) => JSON.stringify({ topic, score: 3, total: 5 })),
};

/**
 * How long, in ms, the upstream and (on average) each client wait at so many connections: some 400
 * requests a second in all, or fewer, half of the connections waiting for a reply at any time.
 * @param {number} connections
 */
const pacedWaitMs = (connections) => Math.max(10, Math.round((connections * 1000) / 400 / 2));

/** Code is compiled by how often it runs; whoever needs too long for that is measured as it is. */
const warmUp = { connections: 50, requests: 8000, mostMs: 8000 };

/**
 * @param {readonly import('undici').Client[]} clients
 * @param {LoadRequest} request
 */
async function warm(clients, request) {
  let sent = 0;
  for (const until = performance.now() + warmUp.mostMs; performance.now() < until; ) {
    sent += (await generateLoad(clients, request, { ms: 500 })).sent;
    if (sent >= warmUp.requests) return;
  }
}

/**
 * How our server is started.
 * @typedef {(upstream: Upstream) => Promise<import('./processes.mjs').RunningChild>} StartOurs
 */

/** @param {string} metrics `METRICS` @returns {StartOurs} */
const ourStart =
  (metrics) =>
  ({ baseUrl }) =>
    startChild(serverFile, {
      ...unhinderedSettings,
      METRICS: metrics,
      LLM_BASE_URL: baseUrl,
      SHELF_SIZE: '0',
      BLIND_CHECK: 'off',
    });

/**
 * The very request that our server sends once it remembers what was asked lately.
 * @param {Upstream} upstream
 * @param {StartOurs} startOurs
 */
async function recordRequest(upstream, startOurs) {
  const server = await startOurs(upstream);
  const clients = await openClients(server.origin, 1, quizRequest);
  await generateLoad(clients, quizRequest, { ms: 500 });
  await Promise.all(clients.map((client) => client.close()));
  await server.stop();
  return (await upstream.control()).lastQuizRequest;
}

/**
 * @param {string} request the body that reaches the upstream
 * @param {StartOurs} startOurs
 * @returns {readonly Side[]}
 */
function sidesFor(request, startOurs) {
  const relayFile = path.join(import.meta.dirname, 'processes', 'plain-relay.mjs');
  return [
    {
      name: 'upstream itself',
      request: { path: '/v1/chat/completions', bodies: [request] },
      start: async (upstream) => ({ ...upstream, stop: async () => {} }),
    },
    {
      name: 'plain relay',
      request: quizRequest,
      start: ({ origin }) =>
        startChild(relayFile, { UPSTREAM_ORIGIN: origin, UPSTREAM_REQUEST: request }),
    },
    { name: 'ours, quiz', request: quizRequest, start: startOurs },
    { name: 'ours, feedback', request: feedbackRequest, start: startOurs },
  ];
}

/**
 * @param {Upstream} upstream
 * @param {Side} side
 * @param {{ connections: number, ms: number }} load
 * @returns {Promise<Cell>}
 */
async function measure(upstream, { name, request, start }, { connections, ms }) {
  await upstream.control({ delayMs: 0 });
  const child = await start(upstream);
  const first = await openClients(child.origin, Math.min(connections, warmUp.connections), request);
  await warm(first, request);
  const others = await openClients(child.origin, connections - first.length, request);
  const clients = [...first, ...others];

  const waitMs = pacedWaitMs(connections);
  await upstream.control({ delayMs: waitMs });
  const paced = await generateLoad(clients, request, {
    ms: Math.max(ms, 4 * waitMs),
    thinkMs: waitMs,
  });
  const pacedMemory = peakMemoryOf(child.pid);

  await upstream.control({ delayMs: 0 });
  const before = { cpu: cpuOf(child.pid), calls: (await upstream.control()).calls };
  const full = await generateLoad(clients, request, { ms });
  const after = { cpu: cpuOf(child.pid), calls: (await upstream.control()).calls };
  const fullMemory = peakMemoryOf(child.pid);
  await Promise.all(clients.map((client) => client.destroy()));
  await child.stop();
  return {
    connections,
    side: name,
    full,
    paced,
    cpu: (after.cpu - before.cpu) / full.sent,
    pacedMemory,
    fullMemory,
    callsPerRequest: (after.calls - before.calls) / full.sent,
  };
}

/** @param {readonly Cell[]} cells @param {number} connections @param {string} side */
function cellOf(cells, connections, side) {
  return cells.find((cell) => cell.connections === connections && cell.side === side);
}

/** @param {Cell} cell */
const errorsOf = ({ full, paced }) => full.errors + paced.errors;

/** @param {readonly Cell[]} cells */
function printCells(cells) {
  const headings = [
    ...['', 'req/s', 'of plain', 'p50 ms', 'p99 ms', 'cpu us/req', 'of plain'],
    ...['+p50 ms', '+p99 ms', 'MB paced', 'MB full', 'calls/req', 'errors'],
  ];
  for (const connections of new Set(cells.map((cell) => cell.connections))) {
    const direct = cellOf(cells, connections, 'upstream itself');
    const plain = cellOf(cells, connections, 'plain relay');
    const rows = cells
      .filter((cell) => cell.connections === connections)
      .map((cell) => [
        cell.side,
        number(cell.full.perSecond),
        number(cell.full.perSecond / (plain?.full.perSecond ?? Number.NaN), 2),
        number(cell.full.p50, 2),
        number(cell.full.p99, 2),
        number(cell.cpu),
        number(cell.cpu / (plain?.cpu ?? Number.NaN), 2),
        number(cell.paced.p50 - (direct?.paced.p50 ?? Number.NaN), 2),
        number(cell.paced.p99 - (direct?.paced.p99 ?? Number.NaN), 2),
        number(cell.pacedMemory),
        number(cell.fullMemory),
        number(cell.callsPerRequest, 2),
        number(errorsOf(cell)),
      ]);
    console.log(`\n${number(connections)} connections; paced: ${pacedWaitMs(connections)} ms`);
    printTable(headings, rows);
  }
}

const leastShareOfPlain = 0.5;
const mostAddedMs = 1;
const mostMemory = 300;

/**
 * @param {readonly Cell[]} cells
 * @returns {readonly import('./table.mjs').Target[]}
 */
function targetsOf(cells) {
  return ['ours, quiz', 'ours, feedback'].flatMap((side) => {
    const plain = cellOf(cells, 50, 'plain relay');
    const ours = cellOf(cells, 50, side);
    const crowded = cellOf(cells, 2000, side);
    const targets = [];
    if (plain && ours) {
      const share = ours.full.perSecond / plain.full.perSecond;
      const added = ours.paced.p50 - plain.paced.p50;
      targets.push(
        {
          name: `${side}, 50 connections: req/s of the plain relay's`,
          target: `>= ${leastShareOfPlain}`,
          is: number(share, 2),
          isMet: share >= leastShareOfPlain,
        },
        {
          name: `${side}, 50 connections: p50 over the plain relay, ms`,
          target: `<= ${mostAddedMs}`,
          is: number(added, 2),
          isMet: added <= mostAddedMs,
        },
        noErrors(ours),
      );
    }
    if (crowded) {
      targets.push(noErrors(crowded), {
        name: `${side}, 2,000 connections: peak memory, MB`,
        target: `< ${mostMemory}`,
        is: number(crowded.fullMemory),
        isMet: crowded.fullMemory < mostMemory,
      });
    }
    return targets;
  });
}

/** @param {Cell} cell */
function noErrors(cell) {
  const errors = errorsOf(cell);
  const name = `${cell.side}, ${number(cell.connections)} connections: errors`;
  return { name, target: '0', is: number(errors), isMet: errors === 0 };
}

/**
 * `npm run bench -- relay`: what a request costs, beside the upstream called directly and the
 * plainest relay. `--connections 1,50` and `--seconds 3` (for each cell of the table) make it
 * another size; `--metrics 0` has our server count nothing, as it does where nobody asks for it.
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether the targets are met
 */
export async function run(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      connections: { type: 'string', default: '1,50,500,2000' },
      seconds: { type: 'string', default: '3' },
      metrics: { type: 'string', default: '1' },
    },
  });
  const ms = Number(values.seconds) * 1000;
  printMachine();
  console.log(`Each row: ${number(warmUp.requests)} requests of warm-up (${warmUp.mostMs / 1000} s at most); then paced, each client thinking
and the upstream taking its time, for what a relay adds to it (+p50, +p99); then ${number(ms / 1000)} s at full speed,
the upstream answering at once (req/s, p50, p99, cpu). Every guard is on, METRICS=${values.metrics}, the limits out of
reach, the shelf and the blind check off; lines of the log go to /dev/null. Feedback is the relay with its
guards; a quiz is read, reviewed, shuffled and held against the recent ones besides.`);
  const upstream = await startUpstream();
  try {
    const startOurs = ourStart(values.metrics);
    const sides = sidesFor(await recordRequest(upstream, startOurs), startOurs);
    /** @type {Cell[]} */
    const cells = [];
    for (const connections of values.connections.split(',').map(Number)) {
      for (const side of sides) {
        cells.push(await measure(upstream, side, { connections, ms }));
      }
    }
    printCells(cells);
    return printTargets(targetsOf(cells));
  } finally {
    await upstream.stop();
  }
}
