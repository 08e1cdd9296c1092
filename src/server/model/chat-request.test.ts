import { expect, test } from 'vitest';
import { blindCheckRequest, feedbackRequest, quizRequest } from './chat-request.ts';
import type { ModelSettings } from './settings.ts';

const prompt = { system: 'You write quizzes.', user: 'Write one.' };
const messages = [
  { role: 'system', content: 'You write quizzes.' },
  { role: 'user', content: 'Write one.' },
];
const settings = {
  dialect: 'openrouter',
  quizModels: ['quiz/first', 'quiz/second', 'quiz/third'],
  feedbackModels: ['feedback/first', 'feedback/second'],
} satisfies Partial<ModelSettings>;

test('a quiz is asked for in the fields and values of section 7', () => {
  const request = quizRequest(prompt, { ...settings, dialect: 'openai' });
  expect(request).toEqual({
    model: 'quiz/first',
    messages,
    response_format: { type: 'json_object' },
    temperature: 0.7,
    max_tokens: 2000,
  });
  expect(Object.keys(request)).toEqual([
    'model',
    'messages',
    'response_format',
    'temperature',
    'max_tokens',
  ]);
});

test('feedback is asked for in the fields and values of section 7', () => {
  const request = feedbackRequest(prompt, { ...settings, dialect: 'openai' });
  expect(request).toEqual({ model: 'feedback/first', messages, temperature: 0.7, max_tokens: 150 });
  expect(Object.keys(request)).toEqual(['model', 'messages', 'temperature', 'max_tokens']);
});

test('OpenRouter is told the fallbacks and to think as little as it can over a quiz', () => {
  expect(quizRequest(prompt, settings)).toEqual({
    model: 'quiz/first',
    messages,
    response_format: { type: 'json_object' },
    temperature: 0.7,
    max_tokens: 2000,
    models: ['quiz/second', 'quiz/third'],
    reasoning: { effort: 'minimal', exclude: true },
  });
});

test('at OpenRouter feedback has headroom for thinking above its 150 tokens', () => {
  expect(feedbackRequest(prompt, settings)).toEqual({
    model: 'feedback/first',
    messages,
    temperature: 0.7,
    max_tokens: 1174,
    models: ['feedback/second'],
    reasoning: { effort: 'low', exclude: true },
  });
});

test('a blind check asks the quiz’s own model for a few tokens, as sure of itself as it can be', () => {
  expect(blindCheckRequest(prompt, { ...settings, dialect: 'openai' })).toEqual({
    model: 'quiz/first',
    messages,
    response_format: { type: 'json_object' },
    temperature: 0,
    max_tokens: 200,
  });
  expect(blindCheckRequest(prompt, settings)).toEqual({
    model: 'quiz/first',
    messages,
    response_format: { type: 'json_object' },
    temperature: 0,
    max_tokens: 1224,
    models: ['quiz/second', 'quiz/third'],
    reasoning: { effort: 'minimal', exclude: true },
  });
});

test('without fallbacks no list of models is sent', () => {
  expect(quizRequest(prompt, { ...settings, quizModels: ['quiz/only'] })).not.toHaveProperty(
    'models',
  );
});
