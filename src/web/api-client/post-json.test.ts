import { describe, expect, it } from 'vitest';
import type { Problem } from '../../domain/api.ts';
import { createFeedback } from './create-feedback.ts';
import { createQuiz } from './create-quiz.ts';
import { ProblemError, ServerUnreachableError, UnreadableReplyError } from './errors.ts';
import type { Fetch } from './post-json.ts';

const signal = new AbortController().signal;
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
    expect(await createQuiz(fetch, 'history', signal)).toEqual(quiz);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.[0]).toBe('/api/quizzes');
    expect(sent[0]?.[1]).toMatchObject({
      method: 'POST',
      body: '{"topic":"history"}',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    });
  });

  it('tells a problem by its code', async () => {
    const problem: Problem = {
      type: 'about:blank',
      title: 'No quiz could be written',
      status: 502,
      code: 'generation-failed',
    };
    const failed = createQuiz(replying(problem, { status: 502 }), 'history', signal);
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
    const failed = createQuiz(replying(body, { status }), 'history', signal);
    await expect(failed).rejects.toThrow(UnreadableReplyError);
  });

  it('says that the server cannot be reached, before and within the reply', async () => {
    const unreachable: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(createQuiz(unreachable, 'art', signal)).rejects.toThrow(ServerUnreachableError);

    const cutOff: Fetch = async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.error(new TypeError('network error')),
        }),
      );
    await expect(createQuiz(cutOff, 'art', signal)).rejects.toThrow(ServerUnreachableError);
  });

  it('rejects with the reason of an abort, not with a failure', async () => {
    const controller = new AbortController();
    const hanging: Fetch = (_path, init) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const call = createQuiz(hanging, 'art', controller.signal);
    const reason = new Error('cancelled');
    controller.abort(reason);
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
    expect(await createFeedback(fetch, result, signal)).toEqual(feedback);
    expect(sent).toEqual({
      path: '/api/feedback',
      body: '{"topic":"art","score":3,"total":5}',
    });
  });
});
