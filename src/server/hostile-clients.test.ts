import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { feedbackPath, parseQuiz, quizzesPath } from '../domain/api.ts';
import { jsonPost } from './http/test-app.ts';
import { createMemoryCounter } from './limits/memory-counter.ts';
import { createRequestLimits } from './limits/request-limits.ts';
import { type Build, buildServer } from './test-built-server.ts';
import { type RawExchange, type RawReply, rawExchange } from './test-raw-http.ts';
import { startTestServer } from './test-server.ts';

// What clients may send that mean no good, byte by byte. Each row ends in its status, or in a closed
// connection without a word (`closed`), and after each the server answers a good request.

type Outcome = number | 'closed';
type Row = readonly [name: string, pieces: readonly string[], outcome: Outcome];

/** A server that the clients turn to. */
interface Target {
  readonly url: string;
  readonly port: number;
  /** The lines that it has logged, as text. */
  lines(): readonly string[];
  /** Ends it, and gives its exit code where it is a process of its own. */
  stop(): Promise<number | null>;
}

/** Starts a target that takes so many requests a minute from one address. */
type StartTarget = (perMinute: number) => Promise<Target>;

const appUrl = 'https://quiz.example';

async function startHere(perMinute: number): Promise<Target> {
  const limits = createRequestLimits({
    perMinute,
    perDay: 0,
    newCounter: (_kind, policy) => createMemoryCounter(policy),
  });
  const { url, port, lines, close } = await startTestServer({
    guard: { limits, trustProxy: 0, appUrl },
  });
  const stop = async () => {
    close();
    return 0;
  };
  return { url, port, lines: () => lines, stop };
}

let built: Build;

async function startBuilt(perMinute: number): Promise<Target> {
  const { url, port, output, errors, stop } = await built.start({
    QUIZZES_PER_MINUTE: String(perMinute),
    QUIZZES_PER_DAY: '0',
    APP_URL: appUrl,
  });
  const lines = () => (output() + errors()).split('\n').filter((line) => line.startsWith('{'));
  return { url, port, lines, stop };
}

beforeAll(async () => {
  built = await buildServer({
    'index.html': '<!doctype html><title>Quiz</title>',
    'robots.txt': 'User-agent: *',
    'assets/main-4f2a.js': 'export {};',
  });
}, 60_000);

afterAll(() => built.remove());

let server: Target;

const host = 'Host: quiz.test';
const close = 'Connection: close';
const json = 'Content-Type: application/json';
const good = '{"topic":"art"}';

/** A head of these lines, and the body that follows it. */
function request(line: string, lines: readonly string[], body = ''): string {
  return [line, ...lines, '', body].join('\r\n');
}

function post(body: string, lines: readonly string[] = [], path = quizzesPath): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return request(`POST ${path} HTTP/1.1`, [host, close, json, length, ...lines], body);
}

/** A POST in chunks that are written out. */
function chunked(body: string, lines: readonly string[] = []): string {
  const head = [host, close, json, 'Transfer-Encoding: chunked', ...lines];
  return request(`POST ${quizzesPath} HTTP/1.1`, head, body);
}

const get = (target: string, lines: readonly string[] = []) =>
  request(`GET ${target} HTTP/1.1`, [host, close, ...lines]);

async function expectGoodRequest(): Promise<void> {
  const reply = await fetch(server.url + quizzesPath, jsonPost({ topic: 'art' }));
  expect(reply.status).toBe(200);
  expect(parseQuiz(await reply.json())).toMatchObject({ ok: true });
}

/** No reply tells anything of the inside. */
function expectClean({ status, headers, body }: RawReply): void {
  expect(body).not.toMatch(/\bat .*:\d+|Error:|node:|node_modules|\.ts\b/);
  expect(headers.has('server')).toBe(false);
  expect(headers.has('x-powered-by')).toBe(false);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  // A script is no page, and goes without a policy.
  if (!headers.get('content-type')?.startsWith('text/javascript')) {
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  if (headers.get('content-type') !== 'application/problem+json') return;
  expect(headers.get('cache-control')).toBe('no-store');
  expect(JSON.parse(body)).toMatchObject({ type: 'about:blank', status });
}

async function expectOutcome(
  pieces: readonly string[],
  outcome: Outcome,
  exchange: RawExchange = {},
): Promise<void> {
  const replies = await rawExchange(server.port, pieces, exchange);
  expect(replies.map(({ status }) => status)).toEqual(outcome === 'closed' ? [] : [outcome]);
  for (const reply of replies) expectClean(reply);
  await expectGoodRequest();
}

describe.each<[string, StartTarget]>([
  ['in this process', startHere],
  ['as it is built', startBuilt],
])('the server %s', (_name, start) => {
  beforeAll(async () => {
    server = await start(1000);
  });

  afterAll(async () => {
    expect(await server.stop()).toBe(0);
  });

  describe('methods', () => {
    test.each<[string, string, number]>([
      ['GET', quizzesPath, 405],
      ['PUT', quizzesPath, 405],
      ['PATCH', quizzesPath, 405],
      ['DELETE', feedbackPath, 405],
      ['OPTIONS', quizzesPath, 405],
      ['TRACE', quizzesPath, 405],
      ['PROPFIND', quizzesPath, 405],
      ['POST', '/', 405],
      ['DELETE', '/assets/main-4f2a.js', 405],
      ['TRACE', '/', 405],
      ['PURGE', '/healthz', 405],
      ['BREW', '/', 400],
      ['get', '/', 400],
      ['GET\t', '/', 400],
    ])('%s %s', async (method, path, status) => {
      await expectOutcome([request(`${method} ${path} HTTP/1.1`, [host, close])], status);
    });

    test('a preflight is allowed nothing', async () => {
      const lines = [
        'Origin: https://evil.test',
        'Access-Control-Request-Method: POST',
        'Access-Control-Request-Headers: content-type',
      ];
      const pieces = [request(`OPTIONS ${quizzesPath} HTTP/1.1`, [host, close, ...lines])];
      const [reply] = await rawExchange(server.port, pieces);
      expect(reply?.status).toBe(405);
      expect([...(reply?.headers.keys() ?? [])].join()).not.toContain('access-control');
    });
  });

  describe('paths', () => {
    test.each<[string, number]>([
      ['/../../etc/passwd', 404],
      ['/assets/../../package.json', 404],
      ['/assets/%2e%2e/%2e%2e/package.json', 404],
      ['/%2e%2e%2f%2e%2e%2fetc%2fpasswd', 404],
      ['/assets%2fmain-4f2a.js', 404],
      ['/assets/..%2f..%2fpackage.json', 404],
      ['/assets/..%5c..%5cpackage.json', 404],
      ['/..\\..\\package.json', 400],
      ['/assets\\main-4f2a.js', 400],
      ['/index.html%00.js', 404],
      ['/%00', 404],
      ['/%', 404],
      ['/%c0%ae%c0%ae/', 404],
      ['/%ff%fe', 404],
      ['//evil.test/', 404],
      ['/.git/config', 404],
      ['/.env', 404],
      ['/server/main.js', 404],
      ['/__proto__', 404],
      ['/constructor/prototype', 404],
      ['/api', 404],
      ['/api/%71uizzes', 405],
      ['/api//quizzes', 404],
      ['/API/quizzes', 404],
      ['/api/quizzes/', 404],
      ['/api/quizzes%2f', 404],
      ['/api/../api/quizzes', 405],
      ['/api/quizzes;x=1', 404],
      [`/${'a'.repeat(8000)}`, 404],
      [`/?${'a=b&'.repeat(3000)}`, 200],
      ['/é', 400],
      ['/\u0000', 400],
      ['/ /', 400],
      ['quiz', 400],
      ['*', 400],
      ['', 400],
    ])('GET %j', async (path, status) => {
      await expectOutcome([get(path)], status);
    });

    test('what leads outside shows nothing that is not the page’s', async () => {
      for (const path of [
        '/../package.json',
        '/..%2fpackage.json',
        '/assets/%2e%2e/package.json',
      ]) {
        const [reply] = await rawExchange(server.port, [get(path)]);
        expect(reply?.body).not.toContain('"dependencies"');
      }
    });
  });

  describe('targets of other forms', () => {
    test.each<Row>([
      ['absolute, ours', [get('http://quiz.test/healthz')], 200],
      ['absolute, of another host, asks for our page', [get('http://evil.test/')], 200],
      ['absolute with TLS', [get('https://quiz.test/healthz')], 200],
      ['absolute with credentials', [get('http://user:word@quiz.test/healthz')], 200],
      ['absolute of another scheme', [get('ftp://quiz.test/')], 400],
      ['absolute that is none', [get('http://')], 400],
      ['a file', [get('file:///etc/passwd')], 400],
      ['authority', [request('CONNECT evil.test:443 HTTP/1.1', [host])], 'closed'],
      ['authority of ours', [request('CONNECT quiz.test:80 HTTP/1.1', [host])], 'closed'],
      ['authority with GET', [get('evil.test:443')], 400],
    ])('%s', async (_name, pieces, outcome) => {
      await expectOutcome(pieces, outcome);
    });
  });

  describe('request lines and versions', () => {
    test.each<Row>([
      ['HTTP/0.9', ['GET /\r\n\r\n'], 400],
      ['HTTP/1.2', [request('GET / HTTP/1.2', [host, close])], 400],
      ['HTTP/2 in clear text', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], 400],
      ['HTTP/9.9', [request('GET / HTTP/9.9', [host, close])], 400],
      ['TLS', ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'], 400],
      ['SSH', ['SSH-2.0-OpenSSH_9.6\r\n'], 400],
      ['Redis', ['*1\r\n$4\r\nPING\r\n'], 400],
      ['null bytes', ['\u0000'.repeat(200)], 400],
      ['bare line feeds', [`GET / HTTP/1.1\n${host}\n${close}\n\n`], 400],
      ['a bare carriage return', [`GET / HTTP/1.1\r${host}\r\n\r\n`], 400],
      [
        'an upgrade to a web socket',
        [
          get('/healthz', [
            'Upgrade: websocket',
            'Connection: Upgrade, close',
            'Sec-WebSocket-Version: 13',
          ]),
        ],
        200,
      ],
      [
        'an upgrade to HTTP/2',
        [get('/healthz', ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c'])],
        200,
      ],
    ])('%s', async (_name, pieces, outcome) => {
      await expectOutcome(pieces, outcome);
    });
  });

  describe('headers', () => {
    test.each<Row>([
      ['no host', [request('GET / HTTP/1.1', [close])], 400],
      ['two hosts', [get('/', ['Host: evil.test'])], 400],
      ['the same host twice', [get('/', [host])], 400],
      ['an empty host', [request('GET / HTTP/1.1', ['Host:', close])], 400],
      ['a host with a path', [request('GET / HTTP/1.1', ['Host: a/b', close])], 400],
      ['a host with credentials', [request('GET / HTTP/1.1', ['Host: a@b', close])], 400],
      ['a host with a space', [request('GET / HTTP/1.1', ['Host: a b', close])], 400],
      ['one that is too long', [get('/', [`X-Long: ${'x'.repeat(20_000)}`])], 431],
      [
        'a thousand of them',
        [
          get(
            '/',
            Array.from({ length: 1000 }, (_, at) => `X-${at}: ${'y'.repeat(20)}`),
          ),
        ],
        431,
      ],
      [
        'a flood of cookies',
        [
          get(
            '/',
            Array.from({ length: 200 }, (_, at) => `Cookie: c${at}=${'v'.repeat(100)}`),
          ),
        ],
        431,
      ],
      ['a path that is too long', [get(`/${'a'.repeat(20_000)}`)], 431],
      ['a name with a space', [get('/', ['X Y: 1'])], 400],
      ['a space before the colon', [get('/', ['X-Y : 1'])], 400],
      ['a folded line', [get('/', ['X-Y: 1\r\n 2'])], 400],
      ['a null byte', [get('/', ['X-Y: a\u0000b'])], 400],
      ['no colon', [get('/', ['X-Y'])], 400],
      ['an empty name', [get('/', [': 1'])], 400],
      ['an expectation', [get('/', ['Expect: magic'])], 417],
      ['a range', [get('/assets/main-4f2a.js', ['Range: bytes=0-0,1-1,2-2,3-3'])], 200],
      ['a prototype', [get('/healthz', ['__proto__: x', 'constructor: y'])], 200],
      [
        'every encoding there is',
        [get('/', [`Accept-Encoding: ${'br;q=0.1,'.repeat(1000)}gzip`])],
        200,
      ],
      [
        'every type there is',
        [post(good, [`Accept: ${'text/event-stream;q=0.1,'.repeat(500)}*/*`])],
        200,
      ],
      ['forged request ids', [get('/healthz', ['X-Request-Id: <script>'])], 200],
    ])('%s', async (_name, pieces, outcome) => {
      await expectOutcome(pieces, outcome);
    });
  });

  describe('bodies', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    test.each<Row>([
      ['oversized', [post('x'.repeat(5000))], 413],
      [
        'declared as huge, and never sent',
        [
          request(`POST ${quizzesPath} HTTP/1.1`, [
            host,
            close,
            json,
            'Content-Length: 999999999999',
          ]),
        ],
        413,
      ],
      ['nested deeply', [post(nested(500))], 400],
      ['nested deeply under the topic', [post(`{"topic":${nested(500)}}`)], 400],
      ['a megabyte of nesting', [post(nested(500_000))], 413],
      ['objects in objects', [post(`${'{"a":'.repeat(150)}1${'}'.repeat(150)}`)], 400],
      ['a duplicate key, of which the last counts', [post('{"topic":"x","topic":"art"}')], 200],
      ['a duplicate key, the last of which is wrong', [post('{"topic":"art","topic":"x"}')], 400],
      ['__proto__', [post('{"topic":"art","__proto__":{"admin":true}}')], 400],
      ['__proto__ that holds the topic', [post('{"__proto__":{"topic":"art"}}')], 400],
      ['constructor', [post('{"topic":"art","constructor":{"prototype":{"x":1}}}')], 400],
      ['toString for a topic', [post('{"topic":"toString"}')], 400],
      ['__proto__ for a topic', [post('{"topic":"__proto__"}')], 400],
      [
        'a huge number',
        [post(`{"topic":"art","score":${'9'.repeat(400)},"total":5}`, [], feedbackPath)],
        400,
      ],
      [
        'a number that overflows',
        [post('{"topic":"art","score":1e999,"total":5}', [], feedbackPath)],
        400,
      ],
      ['NaN', [post('{"topic":"art","score":NaN,"total":5}', [], feedbackPath)], 400],
      ['half a surrogate pair', [post('{"topic":"\\ud800"}')], 400],
      ['a null byte', [post('{"topic":"art\\u0000"}')], 400],
      ['nothing', [post('')], 400],
      [
        'nothing, and no length',
        [request(`POST ${quizzesPath} HTTP/1.1`, [host, close, json])],
        400,
      ],
      ['white space only', [post(' '.repeat(1000))], 400],
      [
        'a body with GET',
        [request('GET /healthz HTTP/1.1', [host, close, json, 'Content-Length: 15'], good)],
        200,
      ],
      [
        'a length that is no number',
        [
          request(
            `POST ${quizzesPath} HTTP/1.1`,
            [host, close, json, 'Content-Length: many'],
            good,
          ),
        ],
        400,
      ],
      [
        'a length below zero',
        [request(`POST ${quizzesPath} HTTP/1.1`, [host, close, json, 'Content-Length: -1'], good)],
        400,
      ],
      [
        'a length with a sign',
        [request(`POST ${quizzesPath} HTTP/1.1`, [host, close, json, 'Content-Length: +15'], good)],
        400,
      ],
      [
        'a hexadecimal length',
        [request(`POST ${quizzesPath} HTTP/1.1`, [host, close, json, 'Content-Length: 0xf'], good)],
        400,
      ],
      [
        'a length beyond 64 bits',
        [
          request(
            `POST ${quizzesPath} HTTP/1.1`,
            [host, close, json, `Content-Length: ${'9'.repeat(30)}`],
            good,
          ),
        ],
        400,
      ],
      ['two lengths', [post(good, ['Content-Length: 16'])], 400],
      [
        'two lengths in one header',
        [
          request(
            `POST ${quizzesPath} HTTP/1.1`,
            [host, close, json, 'Content-Length: 15, 15'],
            good,
          ),
        ],
        400,
      ],
    ])('%s', async (_name, pieces, outcome) => {
      await expectOutcome(pieces, outcome);
    });

    test('no prototype was changed by any of them', () => {
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    });
  });

  describe('content types', () => {
    test.each<[string, number]>([
      ['text/plain', 415],
      ['application/x-www-form-urlencoded', 415],
      ['multipart/form-data; boundary=x', 415],
      ['text/plain; application/json', 415],
      ['application/json, text/plain', 415],
      ['text/plain, application/json', 415],
      ['application/jsonp', 415],
      ['application/json+x', 415],
      ['application/ json', 415],
      ['"application/json"', 415],
      ['*/*', 415],
      [';', 415],
      ['', 415],
      ['application/json;charset=utf-7', 200],
      ['APPLICATION/JSON', 200],
    ])('"%s"', async (type, status) => {
      const lines = [host, close, `Content-Type: ${type}`, `Content-Length: ${good.length}`];
      await expectOutcome([request(`POST ${quizzesPath} HTTP/1.1`, lines, good)], status);
    });

    test('none at all', async () => {
      const lines = [host, close, `Content-Length: ${good.length}`];
      await expectOutcome([request(`POST ${quizzesPath} HTTP/1.1`, lines, good)], 415);
    });

    test('two headers', async () => {
      await expectOutcome([post(good, ['Content-Type: text/plain'])], 415);
    });
  });

  describe('transfer encodings', () => {
    test.each<Row>([
      ['chunks', [chunked(`f\r\n${good}\r\n0\r\n\r\n`)], 200],
      [
        'chunks of one byte',
        [chunked(`${[...good].map((one) => `1\r\n${one}\r\n`).join('')}0\r\n\r\n`)],
        200,
      ],
      ['a length as well', [chunked(`f\r\n${good}\r\n0\r\n\r\n`, ['Content-Length: 15'])], 400],
      [
        'a length of nothing as well',
        [chunked(`f\r\n${good}\r\n0\r\n\r\n`, ['Content-Length: 0'])],
        400,
      ],
      ['a length before it', [post('0\r\n\r\n', ['Transfer-Encoding: chunked'])], 400],
      [
        'chunked twice',
        [chunked(`f\r\n${good}\r\n0\r\n\r\n`, ['Transfer-Encoding: chunked'])],
        400,
      ],
      [
        'chunked, but not last',
        [
          request(
            `POST ${quizzesPath} HTTP/1.1`,
            [host, close, json, 'Transfer-Encoding: chunked, gzip'],
            good,
          ),
        ],
        400,
      ],
      [
        'an unknown one',
        [
          request(
            `POST ${quizzesPath} HTTP/1.1`,
            [host, close, json, 'Transfer-Encoding: xchunked'],
            good,
          ),
        ],
        400,
      ],
      [
        'identity',
        [
          request(
            `POST ${quizzesPath} HTTP/1.1`,
            [host, close, json, 'Transfer-Encoding: identity'],
            good,
          ),
        ],
        400,
      ],
      [
        'a vertical tab before it',
        [
          request(
            `POST ${quizzesPath} HTTP/1.1`,
            [host, close, json, 'Transfer-Encoding: \u000bchunked'],
            good,
          ),
        ],
        400,
      ],
      ['a chunk that is too long', [chunked(`800\r\n${'x'.repeat(2048)}\r\n0\r\n\r\n`)], 413],
      [
        'many small chunks that are too long',
        [chunked(`${'10\r\nxxxxxxxxxxxxxxxx\r\n'.repeat(100)}0\r\n\r\n`)],
        413,
      ],
      ['a chunk size that is no number', [chunked('zz\r\nx\r\n0\r\n\r\n')], 400],
      ['a chunk size below zero', [chunked('-1\r\nx\r\n0\r\n\r\n')], 400],
      ['a chunk size with a prefix', [chunked('0xf\r\nx\r\n0\r\n\r\n')], 400],
      ['a chunk size beyond 64 bits', [chunked(`${'f'.repeat(20)}\r\nx`)], 400],
      ['a chunk that is longer than it says', [chunked(`5\r\n${good}\r\n0\r\n\r\n`)], 400],
      ['a chunk extension', [chunked(`f;name=value\r\n${good}\r\n0\r\n\r\n`)], 200],
      [
        'a flood of chunk extensions',
        [chunked(`f;${'x'.repeat(20_000)}\r\n${good}\r\n0\r\n\r\n`)],
        413,
      ],
      ['a trailer', [chunked(`f\r\n${good}\r\n0\r\nX-Admin: 1\r\n\r\n`)], 200],
      [
        'a flood of trailers',
        [chunked(`f\r\n${good}\r\n0\r\n${'X-Trailer: value\r\n'.repeat(5000)}\r\n`)],
        431,
      ],
      ['a compressed body that is none', [post(good, ['Content-Encoding: gzip'])], 200],
    ])('%s', async (_name, pieces, outcome) => {
      await expectOutcome(pieces, outcome);
    });
  });

  describe('other sites', () => {
    test.each<[string, readonly string[], number]>([
      ['a cross-site page', ['Sec-Fetch-Site: cross-site', 'Origin: https://evil.test'], 403],
      ['a page of a sibling', ['Sec-Fetch-Site: same-site', 'Origin: https://a.quiz.test'], 403],
      ['a cross-site page of an older browser', ['Origin: https://evil.test'], 403],
      ['a sandboxed frame', ['Origin: null'], 403],
      ['our name on another port', ['Origin: http://quiz.test:8080'], 403],
      ['an origin that begins like ours', ['Origin: http://quiz.test.evil.test'], 403],
      [
        'two origins, one of them ours',
        ['Origin: http://quiz.test', 'Origin: https://evil.test'],
        403,
      ],
      [
        'a forged forwarding host',
        ['Origin: https://evil.test', 'X-Forwarded-Host: evil.test', 'X-Forwarded-Proto: https'],
        403,
      ],
      ['two fetch sites', ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site'], 403],
      ['our own page', ['Sec-Fetch-Site: same-origin', 'Origin: http://quiz.test'], 200],
      ['our own page in an older browser', ['Origin: http://quiz.test'], 200],
      ['our own page at its public address', ['Origin: https://quiz.example'], 200],
    ])('%s', async (_name, lines, status) => {
      await expectOutcome([post(good, lines)], status);
    });

    test('are refused before their body comes', async () => {
      const lines = [host, json, 'Content-Length: 15', 'Origin: null'];
      await expectOutcome([request(`POST ${quizzesPath} HTTP/1.1`, lines, '{')], 403);
    });
  });

  describe('pipelining and half-closed connections', () => {
    const kept = request('GET /healthz HTTP/1.1', [host]);

    test('requests in one go are answered in their order', async () => {
      const body = post(good);
      const replies = await rawExchange(server.port, [
        kept + get('/nowhere').replace(close, 'X: y') + body,
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 404, 200]);
      await expectGoodRequest();
    });

    test('a hundred requests in one go are all answered', async () => {
      const replies = await rawExchange(server.port, [kept.repeat(99) + get('/healthz')]);
      expect(replies).toHaveLength(100);
      await expectGoodRequest();
    });

    test('a request hidden in the body of another is not answered', async () => {
      const hidden = request('GET /healthz HTTP/1.1', [host]);
      await expectOutcome([post(hidden)], 400);
    });

    test('what follows a request that asked to close is not answered', async () => {
      await expectOutcome([get('/healthz') + kept], 200);
    });

    test('nonsense after a good request ends the connection once that is answered', async () => {
      await expectOutcome([`${kept}nonsense\r\n\r\n`], 200);
    });

    test.each<Row>([
      ['nothing', [''], 'closed'],
      ['half a request line', ['GET / HT'], 400],
      ['half a head', [`GET / HTTP/1.1\r\n${host}\r\n`], 400],
      [
        'half a body',
        [request(`POST ${quizzesPath} HTTP/1.1`, [host, json, 'Content-Length: 15'], '{"top')],
        400,
      ],
      ['half a chunk', [chunked('f\r\n{"top')], 400],
    ])('a client that ends its side after %s', async (_name, pieces, outcome) => {
      await expectOutcome(pieces, outcome, { halfClose: true, pauseMs: 20 });
    });

    test('a client that ends its side after a whole request does no harm', async () => {
      await rawExchange(server.port, [get('/healthz')], { halfClose: true });
      await expectGoodRequest();
    });

    test('two hundred clients that vanish at every stage do no harm', async () => {
      const whole = post(good);
      const cuts = Array.from({ length: 200 }, (_, at) => whole.slice(0, at + 1));
      await Promise.all(cuts.map((cut) => rawExchange(server.port, [cut], { halfClose: true })));
      await expectGoodRequest();
    });
  });

  test('spoofed forwarding headers win no request', async () => {
    const guarded = await start(2);
    const statuses: (number | undefined)[] = [];
    for (const spoofed of [
      'X-Forwarded-For: 1.1.1.1',
      'X-Real-IP: 2.2.2.2',
      'Forwarded: for=3.3.3.3',
      'X-Forwarded-For: 4.4.4.4, 5.5.5.5',
      'True-Client-IP: 6.6.6.6',
    ]) {
      const [reply] = await rawExchange(guarded.port, [post(good, [spoofed])]);
      statuses.push(reply?.status);
      if (reply?.status === 429)
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await guarded.stop()).toBe(0);
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
  });

  test('none of all this was taken for a fault, and a good request is answered after it all', async () => {
    await expectGoodRequest();
    const lines = server.lines().map((line) => JSON.parse(line));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  });
});
