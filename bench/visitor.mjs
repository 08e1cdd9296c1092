import { createParser } from 'eventsource-parser';
import { request } from 'undici';

/**
 * How a visitor's wait ended: `quiz`, the code of a problem, or what should never be: `odd: …`.
 * @typedef {object} Visit
 * @property {string} quiz
 * @property {string | null} feedback `model`, `fallback`, a problem's code, or null without a quiz
 * @property {number} ms from the click to the quiz or the problem
 */

/**
 * @param {string} origin
 * @param {string} path
 * @param {unknown} body
 * @param {Readonly<Record<string, string>>} headers
 */
function post(origin, path, body, headers) {
  return request(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** @param {import('undici').Dispatcher.ResponseData} reply */
async function codeOf(reply) {
  const problem = /** @type {any} */ (await reply.body.json());
  return typeof problem.code === 'string' ? problem.code : `odd: status ${reply.statusCode}`;
}

/**
 * Whether what came is a quiz that a visitor can take.
 * @param {any} quiz
 */
function isQuiz(quiz) {
  const { questions } = quiz;
  return (
    Array.isArray(questions) &&
    questions.length > 0 &&
    questions.every(({ text, answers }) => typeof text === 'string' && answers.length > 1)
  );
}

/**
 * How a stream ended, by its last event.
 * @param {import('undici').Dispatcher.ResponseData} reply
 */
async function endOfStream(reply) {
  let end = 'odd: a stream without an end';
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'quiz') end = isQuiz(JSON.parse(data)) ? 'quiz' : 'odd: no quiz';
      if (event === 'problem') end = String(JSON.parse(data).code);
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of reply.body) parser.feed(decoder.decode(bytes, { stream: true }));
  return end;
}

/**
 * Asks for a quiz as a stream, as the page does, and then for feedback.
 * @param {string} origin
 * @param {{ topic: string, address: string, thinkMs?: number }} visitor `address` as a proxy would
 *   tell it; `thinkMs` between quiz and feedback
 * @returns {Promise<Visit>}
 */
export async function visit(origin, { topic, address, thinkMs = 0 }) {
  const headers = { 'x-forwarded-for': address };
  const startedAt = performance.now();
  let quiz = 'odd';
  try {
    const accept = { ...headers, accept: 'text/event-stream' };
    const reply = await post(origin, '/api/quizzes', { topic }, accept);
    quiz = await (reply.statusCode === 200 ? endOfStream(reply) : codeOf(reply));
  } catch (error) {
    quiz = `odd: ${error}`;
  }
  const ms = performance.now() - startedAt;
  if (quiz !== 'quiz') return { quiz, feedback: null, ms };
  if (thinkMs > 0) await new Promise((resolve) => setTimeout(resolve, thinkMs));
  try {
    const reply = await post(origin, '/api/feedback', { topic, score: 3, total: 5 }, headers);
    if (reply.statusCode !== 200) return { quiz, feedback: await codeOf(reply), ms };
    const { feedback, source } = /** @type {any} */ (await reply.body.json());
    return { quiz, feedback: feedback ? String(source) : 'odd: empty', ms };
  } catch (error) {
    return { quiz, feedback: `odd: ${error}`, ms };
  }
}

/**
 * An address of its own for each visitor.
 * @param {number} number
 */
export const addressOf = (number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
