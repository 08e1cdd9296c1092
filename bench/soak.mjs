import { parseArgs } from 'node:util';
import { quantile, sleep } from './load-generator.mjs';
import { positiveNumber } from './positive-number.mjs';
import { serverFile, startChild } from './processes.mjs';
import { readMetrics } from './server-metrics.mjs';
import { number, printMachine, printTable, printTargets } from './table.mjs';
import { topicAt } from './topics.mjs';
import { startUpstream, unhinderedSettings } from './upstream.mjs';
import { addressOf, visit } from './visitor.mjs';

/** @typedef {Awaited<ReturnType<typeof startUpstream>>} Upstream */
/** @typedef {import('./visitor.mjs').Visit} Visit */

/** How the server's memory stood, in MB, after a round and a collection of its garbage. */
/** @typedef {{ rss: number, peakRss: number, heap: number }} Memory */

/** One round of all visitors. */
/** @typedef {{ visits: readonly Visit[], memory: Memory, seconds: number }} Round */

const upstreamDelayMs = 3000;
const faultShare = 0.05;

/** Of all visitors, so many may have a call under way, and as many again may wait. */
const placesShare = 0.45;

/** A reply that does not come is given up after 5 s; limits of an address are as by default. */
const soakSettings = {
  ...unhinderedSettings,
  QUIZZES_PER_MINUTE: '30',
  QUIZZES_PER_DAY: '300',
  LLM_TIMEOUT_MS: '5000',
  TRUST_PROXY: '1',
  SHELF_SIZE: '1',
  BLIND_CHECK: 'background',
};

/** How much more the heap may hold after the last round than after the first, in MB. */
const mostHeapGrowth = 8;
/** How much more memory the process may take in the last round than in the first, as a share. */
const mostRssGrowth = 0.2;

const honest = new Set(['over-capacity', 'generation-failed', 'too-many-requests']);

const megabytes = (/** @type {number} */ bytes) => bytes / 1e6;

/**
 * All visitors at once, each with a quiz and its feedback.
 * @param {import('./processes.mjs').RunningChild} server
 * @param {number} visitors
 * @returns {Promise<Round>}
 */
async function playRound(server, visitors) {
  const startedAt = performance.now();
  let peakRss = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const metrics = await readMetrics(server.origin);
      peakRss = Math.max(peakRss, metrics.one('process_resident_memory_bytes'));
      await sleep(500);
    }
  })();
  const visits = await Promise.all(
    Array.from({ length: visitors }, (_, index) =>
      visit(server.origin, { topic: topicAt(index), address: addressOf(index) }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  await watching;
  await untilQuiet(server.origin);
  await server.collectGarbage();
  const metrics = await readMetrics(server.origin);
  const memory = {
    rss: megabytes(metrics.one('process_resident_memory_bytes')),
    peakRss: megabytes(peakRss),
    heap: megabytes(metrics.one('nodejs_heap_size_used_bytes')),
  };
  return { visits, memory, seconds };
}

const longestQuietMs = 30_000;

/**
 * Waits until no call to the model is under way, those for the shelf included.
 * @param {string} origin
 */
async function untilQuiet(origin) {
  for (const giveUpAt = performance.now() + longestQuietMs; performance.now() < giveUpAt; ) {
    const metrics = await readMetrics(origin);
    if (callsUnderWay(metrics) === 0) return;
    await sleep(200);
  }
}

/** @param {Awaited<ReturnType<typeof readMetrics>>} metrics */
function callsUnderWay(metrics) {
  return metrics.one('quiz_model_calls_in_progress') + metrics.one('quiz_model_queue_length');
}

/**
 * How often each thing happened, in words, the most frequent first.
 * @param {readonly (string | null)[]} kinds
 */
function tally(kinds) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const kind of kinds) if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.map(([kind, count]) => `${kind} ${number(count)}`).join(', ') || 'none';
}

/** @param {readonly Round[]} rounds */
function printRounds(rounds) {
  const headings = ['round', 's', 'p50 s', 'p95 s', 'quizzes', 'peak RSS', 'RSS', 'heap, MB'];
  const rows = rounds.map(({ visits, memory, seconds }, index) => {
    const served = visits.filter(({ quiz }) => quiz === 'quiz').map(({ ms }) => ms / 1000);
    served.sort((one, other) => one - other);
    return [
      index === 0 ? '1 (warm-up)' : String(index + 1),
      number(seconds, 1),
      number(quantile(served, 0.5), 1),
      number(quantile(served, 0.95), 1),
      number(served.length),
      number(memory.peakRss),
      number(memory.rss),
      number(memory.heap, 1),
    ];
  });
  printTable(headings, rows);
}

/**
 * @param {readonly Round[]} rounds
 * @param {number} left calls to the model that are still under way at the end
 */
function targetsOf(rounds, left) {
  const visits = rounds.flatMap((round) => round.visits);
  const odd = visits.filter(
    ({ quiz, feedback }) =>
      !(quiz === 'quiz' || honest.has(quiz)) || (feedback ?? '').startsWith('odd'),
  );
  const first = rounds[0]?.memory ?? { rss: 0, peakRss: 0, heap: 0 };
  const last = rounds.at(-1)?.memory ?? first;
  const heapGrowth = last.heap - first.heap;
  const rssGrowth = last.peakRss / first.peakRss - 1;
  return [
    {
      name: 'visits that ended in neither a quiz nor an honest problem',
      target: '0',
      is: number(odd.length),
      isMet: odd.length === 0,
    },
    {
      name: 'heap after the last round over that after the first, MB',
      target: `<= ${mostHeapGrowth}`,
      is: number(heapGrowth, 1),
      isMet: heapGrowth <= mostHeapGrowth,
    },
    {
      name: 'peak memory of the last round over that of the first, %',
      target: `<= ${mostRssGrowth * 100}`,
      is: number(rssGrowth * 100),
      isMet: rssGrowth <= mostRssGrowth,
    },
    {
      name: 'calls still under way or waiting at the end',
      target: '0',
      is: number(left),
      isMet: left === 0,
    },
  ];
}

/**
 * @param {Upstream} upstream
 * @param {{ visitors: number, rounds: number }} size
 */
async function soak(upstream, { visitors, rounds: count }) {
  await upstream.control({ delayMs: upstreamDelayMs, faultShare });
  const places = Math.ceil(visitors * placesShare);
  const server = await startChild(serverFile, {
    ...soakSettings,
    MAX_GENERATIONS: String(places),
    LLM_BASE_URL: upstream.baseUrl,
  });
  console.log(`
${number(visitors)} visitors at once, ${count} times after a warm-up: a quiz as a stream, then feedback. The
upstream takes ${upstreamDelayMs / 1000} s and fails ${faultShare * 100} % of its calls; ${number(places)} calls may be under way, as many wait.
Memory as /metrics tells it: its peak in the round, then after it with the garbage collected.`);
  const rounds = [];
  for (let round = 0; round <= count; round += 1) rounds.push(await playRound(server, visitors));
  const metrics = await readMetrics(server.origin);
  const { calls, faults } = await upstream.control();
  await server.stop();
  printRounds(rounds);
  const visits = rounds.flatMap((round) => round.visits);
  console.log(`quizzes: ${tally(visits.map(({ quiz }) => quiz))}`);
  console.log(`feedback: ${tally(visits.map(({ feedback }) => feedback))}`);
  const faultWords = Object.entries(faults).map(([kind, times]) => `${kind} ${number(times)}`);
  console.log(`upstream calls: ${number(calls)}, failed on purpose: ${faultWords.join(', ')}`);
  return printTargets(targetsOf(rounds, callsUnderWay(metrics)));
}

const costDelayMs = 1000;
const thinkMs = 2000;

/**
 * So many visitors, each with one quiz after the other for a time; what it took, per 1,000 quizzes.
 * @param {Upstream} upstream
 * @param {{ visitors: number, shelf: number, seconds: number }} size
 */
async function costOf(upstream, { visitors, shelf, seconds }) {
  const server = await startChild(serverFile, {
    ...unhinderedSettings,
    TRUST_PROXY: '1',
    SHELF_SIZE: String(shelf),
    BLIND_CHECK: 'background',
    LLM_BASE_URL: upstream.baseUrl,
  });
  await warmUp(upstream, server.origin);
  const before = await readMetrics(server.origin);
  await upstream.control({ delayMs: costDelayMs });
  const visits = await playFor(server.origin, { visitors, seconds });
  await untilQuiet(server.origin);
  const after = await readMetrics(server.origin);
  await server.stop();
  const served = visits.filter(({ quiz }) => quiz === 'quiz');
  const waits = served.map(({ ms }) => ms).sort((one, other) => one - other);
  const per = (/** @type {number} */ count, /** @type {number} */ of) =>
    (count * of) / served.length;
  const calls = (/** @type {string} */ name) => {
    const countIn = (/** @type {typeof before} */ metrics) =>
      metrics.sum('quiz_attempts_total', `call="${name}"`);
    return number(per(countIn(after) - countIn(before), 1000));
  };
  const grown = (/** @type {string} */ name) => after.one(name) - before.one(name);
  return [
    `${number(visitors)} visitors, shelf ${shelf}`,
    number(served.length),
    number(per(grown('process_cpu_seconds_total'), 1000), 2),
    number(megabytes(after.one('process_resident_memory_bytes'))),
    calls('quiz'),
    calls('blind-check'),
    calls('feedback'),
    number(per(grown('quiz_shelf_hits_total'), 100)),
    number(quantile(waits, 0.5)),
    number(quantile(waits, 0.95)),
  ];
}

const warmUpVisits = 300;

/**
 * Has quizzes written on every topic, so that code is compiled and a shelf is filled.
 * @param {Upstream} upstream
 * @param {string} origin
 */
async function warmUp(upstream, origin) {
  await upstream.control({ delayMs: 0, faultShare: 0 });
  for (let index = 0; index < warmUpVisits; index += 1) {
    await visit(origin, { topic: topicAt(index), address: addressOf(index) });
  }
  await untilQuiet(origin);
}

/**
 * Visitors who take one quiz after the other, and think in between.
 * @param {string} origin
 * @param {{ visitors: number, seconds: number }} size
 * @returns {Promise<readonly Visit[]>}
 */
async function playFor(origin, { visitors, seconds }) {
  const endsAt = performance.now() + seconds * 1000;
  /** @type {Visit[]} */
  const visits = [];
  /** @param {number} index */
  async function play(index) {
    await sleep((thinkMs * index) / visitors);
    for (let number = index; performance.now() < endsAt; number += 7) {
      const visitor = { topic: topicAt(number), address: addressOf(index), thinkMs };
      visits.push(await visit(origin, visitor));
    }
  }
  await Promise.all(Array.from({ length: visitors }, (_, index) => play(index)));
  return visits;
}

/**
 * @param {Upstream} upstream
 * @param {{ visitors: readonly number[], seconds: number }} size
 */
async function printCosts(upstream, { visitors, seconds }) {
  console.log(`
What 1,000 quizzes cost, by visitors and shelf, each with its feedback: ${seconds} s of visitors who take
one quiz after the other, ${thinkMs / 1000} s each, from an upstream of ${costDelayMs / 1000} s without faults.`);
  const rows = [];
  for (const count of visitors) {
    for (const shelf of [0, 1]) {
      rows.push(await costOf(upstream, { visitors: count, shelf, seconds }));
    }
  }
  printTable(
    [
      ...['', 'quizzes', 'CPU s per 1,000', 'RSS MB', 'quiz calls', 'checks', 'feedback'],
      ...['% of shelf', 'p50 ms', 'p95 ms'],
    ],
    rows,
  );
}

/**
 * `npm run bench -- soak`: many visitors against an upstream that is slow and fails now and then,
 * and what quizzes cost. `--visitors 1000`, `--rounds 3` and `--seconds 15` (for each row of the
 * costs) make it another size.
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether everybody was served honestly, in memory that stays the same
 */
export async function run(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      visitors: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '15' },
    },
  });
  const visitors = positiveNumber('--visitors', values.visitors);
  const rounds = positiveNumber('--rounds', values.rounds);
  const seconds = positiveNumber('--seconds', values.seconds);
  printMachine();
  const upstream = await startUpstream();
  try {
    const isMet = await soak(upstream, { visitors, rounds });
    const some = [visitors / 100, visitors / 10, visitors].map((count) => Math.max(1, count));
    await printCosts(upstream, { visitors: some, seconds });
    return isMet;
  } finally {
    await upstream.stop();
  }
}
