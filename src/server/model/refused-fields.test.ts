import { expect, test } from 'vitest';
import { type ChatRequest, reasoningHeadroom } from './chat-request.ts';
import { ApiRequestError, NoContentError } from './errors.ts';
import { type DroppableField, refusedFields, withoutFields } from './refused-fields.ts';

const request: ChatRequest = {
  model: 'test/model',
  messages: [],
  response_format: { type: 'json_object' },
  temperature: 0.7,
  max_tokens: 150 + reasoningHeadroom,
  models: ['test/other'],
  reasoning: { effort: 'low', exclude: true },
};

function refusal(body: unknown, status = 400): ApiRequestError {
  return new ApiRequestError({
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

test.each<[string, unknown, readonly DroppableField[]]>([
  [
    'LM Studio',
    { error: "'response_format.type' must be 'json_schema' or 'text'" },
    ['response_format'],
  ],
  [
    'OpenAI',
    {
      error: {
        message: "Unsupported value: 'temperature' does not support 0.7 with this model.",
        param: 'temperature',
      },
    },
    ['temperature'],
  ],
  [
    'OpenAI, of an unknown field',
    { error: { message: 'Unrecognized request arguments supplied: models', param: null } },
    ['models'],
  ],
  [
    'Google',
    [
      {
        error: {
          code: 400,
          message:
            'Invalid JSON payload received. Unknown name "reasoning": Cannot find field.\n' +
            'Invalid JSON payload received. Unknown name "models": Cannot find field.',
        },
      },
    ],
    ['reasoning', 'models'],
  ],
  [
    'vLLM',
    {
      object: 'error',
      message: "[{'type': 'extra_forbidden', 'loc': ('body', 'reasoning'), 'input': {}}]",
    },
    ['reasoning'],
  ],
  [
    'a provider behind OpenRouter',
    {
      error: {
        code: 400,
        message: 'Provider returned error',
        metadata: { raw: '{"error":{"message":"`temperature` is deprecated for this model."}}' },
      },
    },
    ['temperature'],
  ],
  ['a path of fields', { detail: [{ loc: ['body', 'models'], msg: 'Extra inputs' }] }, ['models']],
  ['a sentence', 'This model does not accept a temperature.', ['temperature']],
  ['a sentence on reasoning', 'Reasoning is not supported by this model.', ['reasoning']],
  ['a name before a colon', 'models: must have 3 items or fewer', ['models']],
  ['a named parameter', 'The reasoning parameter is unknown', ['reasoning']],
  ['a list', "Unknown fields: 'models', 'reasoning'", ['reasoning', 'models']],
])('%s names the field that it refuses', (_name, body, fields) => {
  expect(refusedFields(refusal(body), request)).toEqual(fields);
});

test.each([
  ['prose about models', 'JSON mode is not supported by these models. Other models support it.'],
  ['prose about a model', "The model 'test/model' does not exist"],
  ['prose about reasoning', 'Use a model with reasoning for this'],
  ['an echo of the request', { error: { message: 'Bad request', request } }],
  ['an empty body', ''],
  ['a number', '42'],
  ['an overlong nest', `${'['.repeat(5000)}"models"${']'.repeat(5000)}`],
])('%s names no field', (_name, body) => {
  const echoed = typeof body === 'string' ? body : JSON.stringify(body);
  expect(refusedFields(refusal(echoed), request)).toEqual([]);
});

test('only a 400 or a 422 refuses a field', () => {
  const body = "'temperature' is not supported";
  expect(refusedFields(refusal(body, 422), request)).toEqual(['temperature']);
  expect(refusedFields(refusal(body, 429), request)).toEqual([]);
  expect(refusedFields(refusal(body, 500), request)).toEqual([]);
  expect(refusedFields(new NoContentError(), request)).toEqual([]);
});

test('a field that was not sent is not refused', () => {
  const { temperature: _, ...sent } = request;
  expect(refusedFields(refusal("'temperature' and 'models'"), sent)).toEqual(['models']);
});

test('a request without fields keeps all others, and the headroom of a dropped reasoning', () => {
  const kept = withoutFields(request, new Set(['reasoning', 'models', 'temperature']));
  expect(kept).toEqual({
    model: 'test/model',
    messages: [],
    response_format: { type: 'json_object' },
    max_tokens: 1174,
  });
  expect(withoutFields(request, new Set())).toEqual(request);
});
