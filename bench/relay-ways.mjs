import path from 'node:path';
import { generateLoad, openClients } from './load-generator.mjs';
import { serverFile, startChild } from './processes.mjs';
import { topics } from './topics.mjs';
import { unhinderedSettings } from './upstream.mjs';

/** @typedef {Awaited<ReturnType<typeof import('./upstream.mjs').startUpstream>>} Upstream */

/**
 * One way of getting a reply.
 * @typedef {object} Way
 * @property {string} name
 * @property {import('./load-generator.mjs').LoadRequest} request
 * @property {(upstream: Upstream) => Promise<import('./processes.mjs').RunningChild>} start
 */

const quizRequest = {
  path: '/api/quizzes',
  bodies: topics.map((topic) => JSON.stringify({ topic })),
};
const feedbackRequest = {
  path: '/api/feedback',
  bodies: topics.map((topic) => JSON.stringify({ topic, score: 3, total: 5 })),
};

/** @param {string} metrics `METRICS` @returns {Way['start']} */
const ours =
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
 */
async function recordRequest(upstream) {
  const server = await ours('0')(upstream);
  const clients = await openClients(server.origin, 1, quizRequest);
  await generateLoad(clients, quizRequest, { ms: 500 });
  await Promise.all(clients.map((client) => client.close()));
  await server.stop();
  return (await upstream.control()).lastQuizRequest;
}

/**
 * The plainest relay, which all else is held against, and the other ways: the upstream called
 * directly, and our server as it is where nothing is set but the service.
 * @param {Upstream} upstream
 * @returns {Promise<{ plain: Way, others: readonly Way[] }>}
 */
export async function waysTo(upstream) {
  const request = await recordRequest(upstream);
  const relayFile = path.join(import.meta.dirname, 'processes', 'plain-relay.mjs');
  return {
    plain: {
      name: 'plain relay',
      request: quizRequest,
      start: ({ origin }) =>
        startChild(relayFile, { UPSTREAM_ORIGIN: origin, UPSTREAM_REQUEST: request }),
    },
    others: [
      {
        name: 'upstream itself',
        request: { path: '/v1/chat/completions', bodies: [request] },
        start: async (there) => ({ ...there, stop: async () => {} }),
      },
      { name: 'feedback', request: feedbackRequest, start: ours('0') },
      { name: 'feedback, METRICS=1', request: feedbackRequest, start: ours('1') },
      { name: 'quiz', request: quizRequest, start: ours('0') },
    ],
  };
}
