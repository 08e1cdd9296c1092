import { Client } from 'undici';

/**
 * @typedef {object} LoadRequest
 * @property {string} path
 * @property {readonly string[]} bodies taken in turn
 */

/**
 * @typedef {object} LoadResult
 * @property {number} perSecond replies within the time
 * @property {number} sent requests in all, those that ended after the time included
 * @property {number} errors replies other than 200, empty ones, and connections that broke
 * @property {number} p50 in ms
 * @property {number} p99 in ms
 */

/** Connections that are opened together: more would overflow a listener's queue. */
const openedAtOnce = 100;

/**
 * The value below which so large a share of the sorted values lie.
 * @param {readonly number[]} sorted
 * @param {number} share 0 to 1
 */
export function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** @param {readonly number[]} values */
export function median(values) {
  return quantile(
    [...values].sort((one, other) => one - other),
    0.5,
  );
}

/** @param {number} ms */
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends one request, and resolves with whether it was answered with 200 and a body.
 * @param {Client} client
 * @param {string} path
 * @param {string} body
 * @returns {Promise<boolean>}
 */
function send(client, path, body) {
  return new Promise((resolve) => {
    let isGood = false;
    client.dispatch(
      { method: 'POST', path, headers: { 'content-type': 'application/json' }, body },
      {
        onRequestStart() {},
        onResponseStart(_controller, status) {
          isGood = status === 200;
        },
        onResponseData() {},
        onResponseEnd: () => resolve(isGood),
        onResponseError: () => resolve(false),
      },
    );
  });
}

/**
 * Opens connections of its own for each of so many clients, a hundred at a time.
 * @param {string} origin
 * @param {number} count
 * @param {LoadRequest} request with which each is opened
 * @returns {Promise<readonly Client[]>}
 */
export async function openClients(origin, count, request) {
  const options = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 60_000 };
  const clients = Array.from({ length: count }, () => new Client(origin, options));
  for (let at = 0; at < count; at += openedAtOnce) {
    const some = clients.slice(at, at + openedAtOnce);
    await Promise.all(some.map((client) => send(client, request.path, request.bodies[0] ?? '')));
  }
  return clients;
}

/**
 * Has each client send its next request as soon as the one before is answered, for a time; resolves
 * when the last is answered.
 * @param {readonly Client[]} clients
 * @param {LoadRequest} request
 * @param {{ ms: number, thinkMs?: number }} time `thinkMs`: how long a client waits before each
 *   request on average; any wait up to twice as long, or requests would come in convoys
 * @returns {Promise<LoadResult>}
 */
export async function generateLoad(clients, { path, bodies }, { ms, thinkMs = 0 }) {
  /** @type {number[]} */
  const latencies = [];
  const startedAt = performance.now();
  const endsAt = startedAt + ms;
  let sent = 0;
  let inTime = 0;
  let errors = 0;

  /** @param {Client} client */
  async function work(client) {
    while (performance.now() < endsAt) {
      if (thinkMs > 0) await sleep(Math.random() * 2 * thinkMs);
      const now = performance.now();
      const body = bodies[sent % bodies.length] ?? '';
      sent += 1;
      const isGood = await send(client, path, body);
      const end = performance.now();
      latencies.push(end - now);
      if (!isGood) errors += 1;
      else if (end <= endsAt) inTime += 1;
    }
  }

  await Promise.all(clients.map(work));
  latencies.sort((one, other) => one - other);
  return {
    perSecond: (inTime * 1000) / ms,
    sent,
    errors,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}
