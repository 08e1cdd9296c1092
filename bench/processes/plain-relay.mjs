import { createServer } from 'node:http';
import { Pool } from 'undici';

/**
 * The plainest relay: no guard, no log, no reading of what passes through. Every request becomes
 * `UPSTREAM_REQUEST` to `UPSTREAM_ORIGIN`, and the reply goes back as it came.
 */
const { PORT, UPSTREAM_ORIGIN = '', UPSTREAM_REQUEST = '' } = process.env;

const pool = new Pool(UPSTREAM_ORIGIN);
const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer bench-bench-bench' };

/** @param {import('node:http').ServerResponse} response */
async function relay(response) {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers,
    body: UPSTREAM_REQUEST,
  });
  const text = await body.text();
  response.writeHead(statusCode, { 'Content-Type': 'application/json' });
  response.end(text);
}

const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  if (request.url === '/healthz') {
    response.end();
    return;
  }
  request.resume();
  request.on('end', () => {
    relay(response).catch(() => {
      response.writeHead(502);
      response.end();
    });
  });
});
server.listen(Number(PORT), '127.0.0.1');
