import { createServer } from 'node:http';
import { quizText, rightAnswers } from '../quizzes.mjs';

/**
 * A chat-completions service that answers at once, or after a wait, and fails when it is told to.
 * `POST /control` with some of the settings sets them, and answers with what was counted.
 */

const settings = {
  /** In ms, from the request to the end of the reply. */
  delayMs: 0,
  /** Of all calls, how many fail, 0 to 1. */
  faultShare: 0,
};

const counted = {
  calls: 0,
  faults: { status500: 0, reset: 0, hang: 0, halfJson: 0 },
  lastQuizRequest: '',
  lastFeedbackRequest: '',
};

/** More than are under way at once, so that no quiz comes back while it counts as recent. */
const quizTexts = Array.from({ length: 8192 }, (_, number) => quizText(number));
const feedbackText =
  'Well done! You know this topic, and the questions that you missed are a fine place to go on ' +
  'from. A book or a museum on it would be time well spent.';

/** @param {string} content */
function wholeReply(content) {
  return Buffer.from(
    JSON.stringify({
      id: 'bench',
      object: 'chat.completion',
      model: 'bench',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 900, completion_tokens: 600, total_tokens: 1500 },
    }),
  );
}

const wholeQuizzes = quizTexts.map(wholeReply);
const wholeFeedback = wholeReply(feedbackText);
let nextQuiz = 0;

/** @param {string} body of a request for a blind check */
function solved(body) {
  const { messages } = JSON.parse(body);
  const blocks = messages[1].content.split(/\n\n(?=\d+\. )/).slice(1);
  const letters = blocks.map((/** @type {string} */ block, /** @type {number} */ index) => {
    const lines = [...block.matchAll(/^([a-d])\) (.*)$/gm)];
    const right = lines.find(([, , text = '']) => rightAnswers.has(text));
    return [index + 1, right?.[1]];
  });
  return JSON.stringify(Object.fromEntries(letters));
}

/**
 * What a call is for, by what only its kind of prompt says.
 * @param {string} body
 * @returns {{ content: string, whole: Buffer }}
 */
function replyTo(body) {
  if (body.includes('multiple-choice questions on the topic')) {
    counted.lastQuizRequest = body;
    const number = nextQuiz++ % quizTexts.length;
    return { content: quizTexts[number] ?? '', whole: wholeQuizzes[number] ?? Buffer.alloc(0) };
  }
  if (body.includes('Choose the correct answer')) {
    const content = solved(body);
    return { content, whole: wholeReply(content) };
  }
  counted.lastFeedbackRequest = body;
  return { content: feedbackText, whole: wholeFeedback };
}

/** @param {unknown} data */
const event = (data) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const piecesPerReply = 5;

/**
 * Streams a reply in pieces that are spread over the wait.
 * @param {import('node:http').ServerResponse} response
 * @param {string} content
 * @param {number} share of the reply that is sent before it breaks off, 1 for all of it
 */
async function stream(response, content, share) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const size = Math.ceil(content.length / piecesPerReply);
  for (let piece = 0; piece < piecesPerReply * share; piece += 1) {
    await wait(settings.delayMs / piecesPerReply);
    const text = content.slice(piece * size, (piece + 1) * size);
    response.write(event({ choices: [{ index: 0, delta: { content: text } }] }));
  }
  if (share < 1) return;
  const choices = [{ index: 0, delta: {}, finish_reason: 'stop' }];
  response.end(event({ model: 'bench', choices }) + event('[DONE]'));
}

/** The state of a generator of numbers that is the same in every run (mulberry32). */
let seed = 20_261_120;

function random() {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/**
 * @typedef {object} Call
 * @property {import('node:http').ServerResponse} response
 * @property {string} content
 * @property {boolean} isStream
 */

/** @type {Readonly<Record<keyof typeof counted.faults, (call: Call) => Promise<void>>>} */
const faults = {
  async status500({ response }) {
    response.writeHead(500, { 'Content-Type': 'application/json' });
    response.end('{"error":{"code":500,"message":"overloaded"}}');
  },
  async reset({ response, content, isStream }) {
    if (isStream) await stream(response, content, 0.4);
    else await wait(settings.delayMs / 2);
    response.socket?.resetAndDestroy();
  },
  // Whoever asked gives up and closes the connection.
  async hang() {},
  async halfJson({ response, content, isStream }) {
    const half = content.slice(0, content.length / 2);
    if (isStream) return stream(response, half, 1);
    await wait(settings.delayMs);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(wholeReply(half).subarray(0, 200));
  },
};
const faultNames = /** @type {(keyof typeof faults)[]} */ (Object.keys(faults));

/**
 * @param {string} body
 * @param {import('node:http').ServerResponse} response
 */
async function answer(body, response) {
  counted.calls += 1;
  const { content, whole } = replyTo(body);
  const isStream = body.endsWith('"stream":true}');
  const fault = random() < settings.faultShare && faultNames[Math.floor(random() * 4)];
  if (fault) {
    counted.faults[fault] += 1;
    return faults[fault]({ response, content, isStream });
  }
  if (isStream) return stream(response, content, 1);
  if (settings.delayMs > 0) await wait(settings.delayMs);
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': whole.byteLength,
  });
  response.end(whole);
}

const server = createServer({ keepAliveTimeout: 300_000 }, (request, response) => {
  if (request.url === '/healthz') {
    response.end();
    return;
  }
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (text) => {
    body += text;
  });
  request.on('end', () => {
    if (request.url !== '/control') {
      void answer(body, response);
      return;
    }
    Object.assign(settings, JSON.parse(body));
    response.end(JSON.stringify(counted));
  });
});
server.listen({ port: Number(process.env.PORT), host: '127.0.0.1', backlog: 4096 });
