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
 * The very requests that our server sends, once it remembers what was asked lately.
 * @param {Upstream} upstream
 */
async function recordRequests(upstream) {
  const server = await ours('0')(upstream);
  for (const request of [feedbackRequest, quizRequest]) {
    const clients = await openClients(server.origin, 1, request);
    await generateLoad(clients, request, { ms: 500 });
    await Promise.all(clients.map((client) => client.close()));
  }
  await server.stop();
  return upstream.control();
}

/**
 * Ways of getting the same reply: the upstream called directly, the plainest relay, which all else
 * is held against, and our server.
 * @typedef {object} Ways
 * @property {Way} direct
 * @property {Way} plain
 * @property {readonly Way[]} ours
 */

/**
 * @param {string} kind
 * @param {import('./load-generator.mjs').LoadRequest} request of a visitor
 * @param {string} body what our server makes of it
 * @param {readonly Way[]} own
 * @returns {Ways}
 */
function waysOf(kind, request, body, own) {
  const relayFile = path.join(import.meta.dirname, 'processes', 'plain-relay.mjs');
  return {
    direct: {
      name: `${kind}: upstream itself`,
      request: { path: '/v1/chat/completions', bodies: [body] },
      start: async (upstream) => ({ ...upstream, stop: async () => {} }),
    },
    plain: {
      name: `${kind}: plain relay`,
      request,
      start: ({ origin }) =>
        startChild(relayFile, { UPSTREAM_ORIGIN: origin, UPSTREAM_REQUEST: body }),
    },
    ours: own,
  };
}

/**
 * The ways to a feedback, and to a quiz.
 * @param {Upstream} upstream
 * @returns {Promise<readonly Ways[]>}
 */
export async function waysTo(upstream) {
  const { lastFeedbackRequest, lastQuizRequest } = await recordRequests(upstream);
  return [
    waysOf('feedback', feedbackRequest, lastFeedbackRequest, [
      { name: 'feedback', request: feedbackRequest, start: ours('0') },
      { name: 'feedback, METRICS=1', request: feedbackRequest, start: ours('1') },
    ]),
    waysOf('quiz', quizRequest, lastQuizRequest, [
      { name: 'quiz', request: quizRequest, start: ours('0') },
    ]),
  ];
}
