import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestUpstream, type TestUpstream } from './model/test-upstream.ts';
import { upstreamKey } from './test-faults.ts';
import {
  type Asked,
  attemptBoundMs,
  expectNoHandles,
  expectNothingTold,
  type FaultyService,
  goodAnswer,
  startFaultyService,
} from './test-faulty-service.ts';
import { fallbackFeedback } from './writers/model-writer.ts';

// Faults of the model service that take more than a script: of its address, of its redirects, and
// of visitors who wait or leave while a call hangs. As in faults.test.ts, nothing may be left.

const kinds: readonly Asked[] = ['whole', 'stream', 'feedback'];
const gone = { code: 'generation-failed', status: 502 };
const fallback = { feedback: fallbackFeedback, source: 'fallback' };
const failed = (asked: Asked) => (asked === 'feedback' ? fallback : gone);

let service: FaultyService;
let elsewhere: TestUpstream;

beforeEach(async () => {
  elsewhere = await startTestUpstream();
  service = await startFaultyService();
});

afterEach(async () => {
  await service.close();
  await elsewhere.close();
});

afterAll(() => expectNoHandles({ timers: 0 }));

describe('a connection that is refused', () => {
  let port: number;

  beforeEach(async () => {
    const left = await startTestUpstream();
    await left.close();
    port = Number(new URL(left.origin).port);
    await service.close();
    service = await startFaultyService({ origin: left.origin });
  });

  test.each(kinds)('three times (%s)', async (asked) => {
    const reply = await service.ask(asked);
    expect(reply.value).toMatchObject(failed(asked));
    expect(reply.ms).toBe(5000);
    expectNothingTold(reply);
    expect(reply.received).not.toContain(String(port));
    expect(service.outcomes()).toEqual(Array(3).fill('ConnectionFailedError'));
    await service.expectNothingLeft();
  });

  test.each(kinds)('until the service is there (%s)', async (asked) => {
    service.holdWaits();
    const asking = service.ask(asked);
    await vi.waitFor(() => expect(service.outcomes()).toHaveLength(1), { interval: 5 });
    const back = await startTestUpstream(port);
    back.answer(goodAnswer(asked));
    service.clock.advance(2000);
    const reply = await asking;
    expect(reply).toMatchObject({ status: 200, value: { source: 'model' }, ms: 2000 });
    await service.expectNothingLeft();
    expect(await back.connections()).toBe(0);
    await back.close();
  });
});

describe('a redirect', () => {
  const statuses = [300, 301, 302, 303, 307, 308];

  test.each(statuses)('%i to another host is not followed', async (status) => {
    const headers = { Location: `${elsewhere.origin}/v1/chat/completions` };
    service.upstream.answerOthers({ type: 'answer', status, headers, chunks: [] });
    for (const asked of kinds) {
      const reply = await service.ask(asked);
      expect(reply.value).toMatchObject(failed(asked));
      expect(reply.received).not.toContain(elsewhere.origin);
    }
    expect(service.outcomes()).toEqual(Array(9).fill('ApiRequestError'));
    expect(elsewhere.requests).toEqual([]);
    expect(await elsewhere.connections()).toBe(0);
    await service.expectNothingLeft();
  });

  test.each(statuses)('%i to another path is not followed', async (status) => {
    const headers = { Location: '/v2/chat/completions' };
    service.upstream.answer({ type: 'answer', status, headers, chunks: [] }, goodAnswer('whole'));
    expect(await service.ask('whole')).toMatchObject({ status: 200 });
    const paths = service.upstream.requests.map(({ path }) => path);
    expect(paths).toEqual(Array(2).fill('/v1/chat/completions'));
    await service.expectNothingLeft();
  });
});

test('no call says that it could read a compressed reply', async () => {
  for (const asked of kinds) {
    service.upstream.answer(goodAnswer(asked, kinds.indexOf(asked)));
    await service.ask(asked);
  }
  expect(service.upstream.requests).toHaveLength(3);
  for (const { headers } of service.upstream.requests) {
    expect(headers.authorization).toBe(`Bearer ${upstreamKey}`);
    expect(headers).not.toHaveProperty('accept-encoding');
  }
  await service.expectNothingLeft();
});

describe('a stream that is not closed after its end', () => {
  test('holds up neither its visitor nor the next, and is cut at the bound', async () => {
    service.upstream.answer(goodAnswer('stream', 0, { ending: 'silence' }));
    expect(await service.ask('stream')).toMatchObject({ event: 'quiz', ms: 0 });
    expect(service.calls()).toEqual({ underWay: 0, waiting: 0 });
    expect(await service.upstream.connections()).toBe(1);
    service.upstream.answer(goodAnswer('whole', 1));
    expect(await service.ask('whole')).toMatchObject({ status: 200, ms: 0 });
    service.clock.advance(attemptBoundMs);
    await service.expectNothingLeft();
  });

  test('and goes on sending is cut at the bound just so', async () => {
    const headers = { 'Content-Type': 'text/event-stream' };
    const quiz = goodAnswer('stream');
    const chunks = {
      *[Symbol.iterator]() {
        if (quiz.type === 'answer') yield* quiz.chunks;
        for (;;) yield ': STILL HERE\n\n';
      },
    };
    service.upstream.answer({ type: 'answer', headers, chunks });
    expect(await service.ask('stream')).toMatchObject({ event: 'quiz', ms: 0 });
    service.clock.advance(attemptBoundMs);
    await service.expectNothingLeft();
  });
});

describe('while a call hangs', () => {
  const arrived = (count: number) =>
    vi.waitFor(() => expect(service.upstream.requests).toHaveLength(count), { interval: 5 });
  const waiting = (count: number) =>
    vi.waitFor(() => expect(service.calls().waiting).toBe(count), { interval: 5 });

  test('one visitor waits for the place, and a further one is told to come back', async () => {
    service.upstream.answer(
      { type: 'silence' },
      goodAnswer('whole', 1),
      goodAnswer('whole', 2),
      goodAnswer('whole', 3),
    );
    const first = service.ask('whole');
    await arrived(1);
    const second = service.ask('whole');
    await waiting(1);
    const third = await service.ask('whole');
    expect(third).toMatchObject({ status: 503, value: { code: 'over-capacity' }, ms: 0 });
    expect(service.calls()).toEqual({ underWay: 1, waiting: 1 });
    service.clock.advance(attemptBoundMs);
    for (const reply of await Promise.all([first, second])) {
      expect(reply).toMatchObject({ status: 200, value: { source: 'model' } });
    }
    expect(await service.ask('whole')).toMatchObject({ status: 200, ms: 0 });
    await service.expectNothingLeft();
  });

  test.each(kinds)('a visitor who leaves takes the call along (%s)', async (asked) => {
    const leaving = new AbortController();
    service.upstream.answer({ type: 'silence' });
    const asking = service.ask(asked, leaving.signal);
    await arrived(1);
    leaving.abort();
    await expect(asking).rejects.toThrow();
    await service.upstream.requests[0]?.closed;
    expect(service.outcomes()).toEqual(['aborted']);
    await service.expectNothingLeft();
  });

  test.each(kinds)(
    'a visitor who leaves the queue gives up the place in it (%s)',
    async (asked) => {
      const [staying, leaving] = [new AbortController(), new AbortController()];
      service.upstream.answer({ type: 'silence' });
      const first = service.ask('whole', staying.signal);
      await arrived(1);
      const second = service.ask(asked, leaving.signal);
      await waiting(1);
      leaving.abort();
      await expect(second).rejects.toThrow();
      await waiting(0);
      staying.abort();
      await expect(first).rejects.toThrow();
      expect(service.upstream.requests).toHaveLength(1);
      await service.expectNothingLeft();
    },
  );

  test.each(kinds)(
    'a visitor who leaves between two attempts ends the wait (%s)',
    async (asked) => {
      const leaving = new AbortController();
      service.holdWaits();
      service.upstream.answer({ type: 'reset' });
      const asking = service.ask(asked, leaving.signal);
      await vi.waitFor(() => expect(service.outcomes()).toHaveLength(1), { interval: 5 });
      leaving.abort();
      await expect(asking).rejects.toThrow();
      await service.expectNothingLeft();
      expect(service.upstream.requests).toHaveLength(1);
    },
  );
});

test('bytes in a question that are no UTF-8 do not cost the quiz', async () => {
  const script = goodAnswer('whole');
  const [body = ''] = script.type === 'answer' ? [...script.chunks] : [];
  const bytes = Buffer.from(body);
  bytes[bytes.indexOf('"text') + 14] = 0xff;
  service.upstream.answer({ type: 'answer', chunks: [bytes] });
  const reply = await service.ask('whole');
  expect(reply.value).toMatchObject({ source: 'model' });
  expect(reply.received).toContain('\ufffd');
  await service.expectNothingLeft();
});
