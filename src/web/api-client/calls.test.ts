import { describe, expect, it } from 'vitest';
import type { Problem } from '../../domain/api.ts';
import { createFeedback } from './create-feedback.ts';
import { type CreateQuizParts, createQuiz } from './create-quiz.ts';
import { ProblemError, ServerUnreachableError, UnreadableReplyError } from './errors.ts';
import { readQuiz } from './read-quiz.ts';
import type { CallParts } from './send.ts';

type Fetch = CallParts['fetch'];

const signal = new AbortController().signal;
const quietly = { signal, onProgress: () => {} };
const forever: CallParts['sleep'] = () => new Promise(() => {});
const loadReader = async () => ({ readQuiz });
const over = (fetch: Fetch): CreateQuizParts => ({ fetch, sleep: forever, loadReader });

const answers = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id, isCorrect: id === 'c' }));
const quiz = {
  topic: 'history',
  source: 'model',
  questions: [{ id: 'q-0', text: 'When?', answers, selectedAnswerId: null }],
};

const replying =
  (body: unknown, init?: ResponseInit): Fetch =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), init);

describe('createQuiz', () => {
  it('posts the topic id and nothing else, and reads the quiz', async () => {
    const sent: [string, RequestInit][] = [];
    const fetch: Fetch = async (path, init) => {
      sent.push([path, init]);
      return Response.json(quiz);
    };
    expect(await createQuiz(over(fetch), 'history', quietly)).toEqual(quiz);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.[0]).toBe('/api/quizzes');
    expect(sent[0]?.[1]).toMatchObject({
      method: 'POST',
      body: '{"topic":"history"}',
      headers: {
        'Content-Type': 'application/json',
        Accept: expect.stringMatching(/^text\/event-stream\b/),
      },
    });
  });

  it('tells a problem by its code', async () => {
    const problem: Problem = {
      type: 'about:blank',
      title: 'No quiz could be written',
      status: 502,
      code: 'generation-failed',
    };
    const failed = createQuiz(over(replying(problem, { status: 502 })), 'history', quietly);
    await expect(failed).rejects.toThrow(ProblemError);
    await expect(failed).rejects.toMatchObject({ problem: { code: 'generation-failed' } });
  });

  it.each([
    ['a page of a proxy', '<h1>Bad gateway</h1>', 502],
    ['an error of another form', '{"error":"no"}', 500],
    ['a quiz without questions', JSON.stringify({ ...quiz, questions: [] }), 200],
    ['a quiz on no topic of ours', JSON.stringify({ ...quiz, topic: 'cars' }), 200],
    ['an empty body', '', 200],
  ])('does not trust %s', async (_name, body, status) => {
    const failed = createQuiz(over(replying(body, { status })), 'history', quietly);
    await expect(failed).rejects.toThrow(UnreadableReplyError);
  });

  it('says that the server cannot be reached, before and within the reply', async () => {
    const unreachable: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(createQuiz(over(unreachable), 'art', quietly)).rejects.toThrow(
      ServerUnreachableError,
    );

    const cutOff: Fetch = async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.error(new TypeError('network error')),
        }),
      );
    await expect(createQuiz(over(cutOff), 'art', quietly)).rejects.toThrow(ServerUnreachableError);
  });

  it('leaves before what reads its reply is there', async () => {
    const order: string[] = [];
    const fetch: Fetch = async () => {
      order.push('sent');
      return Response.json(quiz);
    };
    const readLater = async () => {
      order.push('reader asked for');
      return { readQuiz };
    };
    const parts = { ...over(fetch), loadReader: readLater };
    expect(await createQuiz(parts, 'history', quietly)).toEqual(quiz);
    expect(order).toEqual(['sent', 'reader asked for']);
  });

  it('rejects as the loading of the reader does, whatever became of the call', async () => {
    const unreachable: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const missing = new Error('no reader');
    const parts = { ...over(unreachable), loadReader: () => Promise.reject(missing) };
    await expect(createQuiz(parts, 'history', quietly)).rejects.toBe(missing);
  });

  it('rejects with the reason of an abort, not with a failure', async () => {
    const controller = new AbortController();
    const hanging: Fetch = (_path, init) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const call = createQuiz(over(hanging), 'art', { ...quietly, signal: controller.signal });
    const reason = new Error('cancelled');
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });
});

/** A reply of server-sent events, in the pieces given; it stays open where `isOpen`. */
function streaming(pieces: readonly string[], isOpen = false): Fetch {
  return async () => {
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(encoder.encode(piece));
        if (!isOpen) controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

const progress = (written: number, attempt = 1) => ({ attempt, attempts: 3, written, total: 5 });
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

describe('createQuiz over a stream', () => {
  it('tells each progress and gives the quiz, however the text is cut', async () => {
    const text = `: alive\n\n${event('progress', progress(0))}${event('progress', progress(3))}${event('quiz', quiz)}`;
    const pieces = text.match(/[\s\S]{1,7}/g) ?? [];
    const told: unknown[] = [];
    const onProgress = (value: unknown) => void told.push(value);
    const read = await createQuiz(over(streaming(pieces)), 'history', { signal, onProgress });
    expect(read).toEqual(quiz);
    expect(told).toEqual([progress(0), progress(3)]);
  });

  it('tells a problem that ends the stream', async () => {
    const problem = { type: 'about:blank', title: 'No', status: 502, code: 'generation-failed' };
    const pieces = [event('progress', progress(2)), event('problem', problem)];
    const failed = createQuiz(over(streaming(pieces)), 'history', quietly);
    await expect(failed).rejects.toThrow(ProblemError);
  });

  it.each([
    ['an end without a quiz', [event('progress', progress(2))], ServerUnreachableError],
    ['half a quiz', [event('quiz', quiz).slice(0, 90)], ServerUnreachableError],
    ['a quiz that is none', [event('quiz', { topic: 'history' })], UnreadableReplyError],
    ['data that is no JSON', ['event: progress\ndata: {\n\n'], UnreadableReplyError],
  ])('fails on %s', async (_name, pieces, error) => {
    await expect(createQuiz(over(streaming(pieces)), 'history', quietly)).rejects.toThrow(error);
  });

  it('takes a connection that stays silent for lost, and leaves no timer behind', async () => {
    let begun = 0;
    let running = 0;
    const sleep: CallParts['sleep'] = async (ms, ends) => {
      expect(ms).toBe(30_000);
      begun += 1;
      running += 1;
      // The reply's head and its first piece come in time; then the silence lasts.
      if (begun < 3) await new Promise((resolve) => ends.addEventListener('abort', resolve));
      running -= 1;
      ends.throwIfAborted();
    };
    const fetch = streaming([event('progress', progress(1))], true);
    const failed = createQuiz({ fetch, sleep, loadReader }, 'history', quietly);
    await expect(failed).rejects.toThrow(ServerUnreachableError);
    expect({ begun, running }).toEqual({ begun: 3, running: 0 });
  });

  it('lets go of a stream that goes on after its quiz', async () => {
    let body: ReadableStream | undefined;
    const cancelled = new Promise<void>((resolve) => {
      body = new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode(event('quiz', quiz))),
        cancel: () => resolve(),
      });
    });
    const headers = { 'content-type': 'text/event-stream' };
    const fetch: Fetch = async () => new Response(body, { headers });
    expect(await createQuiz(over(fetch), 'history', quietly)).toEqual(quiz);
    await cancelled;
  });

  it('rejects with the reason of an abort in the middle of a stream', async () => {
    const controller = new AbortController();
    const fetch: Fetch = async (_path, { signal: given }) => {
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode(event('progress', progress(1))));
          given?.addEventListener('abort', () => stream.error(given.reason));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
    const reason = new Error('cancelled');
    const onProgress = () => controller.abort(reason);
    const call = createQuiz(over(fetch), 'history', { signal: controller.signal, onProgress });
    await expect(call).rejects.toBe(reason);
  });
});

describe('createFeedback', () => {
  it('posts topic, score and total, and reads the feedback', async () => {
    let sent: unknown;
    const feedback = { feedback: 'Well played.', source: 'model' };
    const fetch: Fetch = async (path, init) => {
      sent = { path, body: init.body };
      return Response.json(feedback);
    };
    const result = { topic: 'art', score: 3, total: 5 } as const;
    expect(await createFeedback(over(fetch), result, signal)).toEqual(feedback);
    expect(sent).toEqual({
      path: '/api/feedback',
      body: '{"topic":"art","score":3,"total":5}',
    });
  });
});
