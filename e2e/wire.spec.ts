import { expect } from '@playwright/test';
import type { UpstreamRequest } from '../src/server/model/test-upstream.ts';
import { processTest as test } from './process-fixtures.ts';
import { answersWith, feedbackReply, feedbackText, questions, quizReply } from './replies.ts';
import { answerQuiz, feedback, openQuiz } from './visitor.ts';

// What goes over the wire, field by field (section 7).

const key = 'sk-test-4f1c9a7e2b';
const alone = { SHELF_SIZE: '0', BLIND_CHECK: 'off' };

const productHeaders = {
  'content-type': 'application/json',
  'http-referer': 'http://localhost:3000',
  'x-title': 'AI Quiz App',
  'x-openrouter-title': 'AI Quiz App',
};
const keyHeaders = { authorization: `Bearer ${key}`, 'x-api-key': key };

/** Headers that HTTP itself needs. */
const transport = new Set(['host', 'connection', 'content-length', 'accept']);

function headersOf({ headers }: UpstreamRequest) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !transport.has(name)));
}

function messagesWith(...words: readonly string[]) {
  // The words in any order: how a prompt is put is free.
  const user = new RegExp(words.map((word) => `(?=.*\\b${word}\\b)`).join(''), 's');
  return [
    { role: 'system', content: expect.stringMatching(/\S/) },
    { role: 'user', content: expect.stringMatching(user) },
  ];
}

const quizMessages = messagesWith('5', 'History', '4', 'JSON array', 'no markdown');
const feedbackMessages = messagesWith('History', '4 of 5', 'under 100 words');

const dialects = [
  {
    name: 'to a service that knows the specification’s fields alone',
    more: {},
    quizBody: { max_tokens: 2000 },
    feedbackBody: { max_tokens: 150 },
  },
  {
    name: 'with LLM_DIALECT=openrouter',
    more: { LLM_DIALECT: 'openrouter' },
    quizBody: {
      max_tokens: 2000,
      models: ['~google/gemini-flash-latest'],
      reasoning: { effort: 'minimal', exclude: true },
    },
    feedbackBody: {
      // 150 for what is read, 1024 for the thinking before it.
      max_tokens: 1174,
      models: ['~google/gemini-pro-latest'],
      reasoning: { effort: 'low', exclude: true },
    },
  },
];

for (const { name, more, quizBody, feedbackBody } of dialects) {
  test.describe(name, () => {
    test.use({
      settings: { LLM_API_KEY: key, ...alone, ...more },
    });

    test('the two calls have the specified path, headers and body', async ({ page, upstream }) => {
      upstream.answer(quizReply(), feedbackReply);
      await openQuiz(page, 'History');
      await answerQuiz(page, answersWith(4, questions));
      await expect(feedback(page)).toHaveText(feedbackText);
      expect(upstream.requests).toHaveLength(2);
      for (const request of upstream.requests) {
        expect([request.method, request.path]).toEqual(['POST', '/v1/chat/completions']);
        expect(headersOf(request)).toEqual({ ...productHeaders, ...keyHeaders });
      }
      expect(upstream.requests[0]?.body).toEqual({
        model: 'google/gemini-3-flash-preview',
        messages: quizMessages,
        response_format: { type: 'json_object' },
        temperature: 0.7,
        stream: true,
        ...quizBody,
      });
      expect(upstream.requests[1]?.body).toEqual({
        model: 'google/gemini-3.1-pro-preview',
        messages: feedbackMessages,
        temperature: 0.7,
        ...feedbackBody,
      });
    });
  });
}

test.describe('with the key of OpenRouter and another service', () => {
  test.use({
    settings: { OPENROUTER_API_KEY: key, ...alone },
  });

  test('no key is sent', async ({ page, upstream, server }) => {
    upstream.answer(quizReply(), feedbackReply);
    await openQuiz(page, 'History');
    await answerQuiz(page, answersWith(4, questions));
    await expect(feedback(page)).toHaveText(feedbackText);
    expect(upstream.requests).toHaveLength(2);
    for (const request of upstream.requests) {
      expect(headersOf(request)).toEqual(productHeaders);
      expect(request.raw + JSON.stringify(request.headers)).not.toContain(key);
    }
    expect(server.output()).toContain('OPENROUTER_API_KEY is not sent to LLM_BASE_URL');
    expect(server.output()).not.toContain(key);
  });
});
