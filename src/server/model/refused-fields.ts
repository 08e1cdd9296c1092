import type { ChatRequest } from './chat-request.ts';
import { ApiRequestError } from './errors.ts';

/** Fields that a call can do without when a service does not know them. */
export const droppableFields = ['temperature', 'response_format', 'reasoning', 'models'] as const;
export type DroppableField = (typeof droppableFields)[number];

/** Statuses of a body that was not accepted: 422 is what FastAPI services give for 400. */
const refusalStatuses = [400, 422];

/** Deeper than any error body goes; bounds what a hostile one may cost. */
const deepest = 8;

const parameterWord = '(?:parameter|param|argument|field|property|name|key|option|input)s?';

/**
 * `field` as the name of a field: quoted, possibly as the head of a path ('response_format.type');
 * first in the text before a colon; beside a word for it ("argument supplied: models", "the
 * reasoning parameter").
 */
function namePattern(field: DroppableField): RegExp {
  const path = `${field}(?:[.[][\\w.[\\]]*)?`;
  return new RegExp(
    [
      `["'\`‘“]${path}["'\`’”]`,
      `^\\s*${path}\\s*(?::|$)`,
      `\\b${parameterWord}\\b(?:[^.:\\n]{0,40}:)?\\s+${path}(?![\\w-])`,
      `\\b${field}\\s+${parameterWord}\\b`,
    ].join('|'),
    'i',
  );
}

/** `temperature` and `response_format` mean nothing else here; the other two are common words. */
const patterns: Readonly<Record<DroppableField, RegExp>> = {
  temperature: /\btemperature\b/i,
  response_format: /\bresponse_format\b/i,
  reasoning: new RegExp(`${namePattern('reasoning').source}|\\breasoning (?:is|are) not\\b`, 'i'),
  models: namePattern('models'),
};

/** Every string value in a body; keys are left out, since services echo whole requests. */
function stringsIn(value: unknown, depth = 0): readonly string[] {
  if (depth > deepest) return [];
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).flatMap((inner) => stringsIn(inner, depth + 1));
  }
  if (typeof value !== 'string') return [];
  // OpenRouter hands a provider's error on as JSON inside a string.
  try {
    const inner: unknown = JSON.parse(value);
    return typeof inner === 'object' ? stringsIn(inner, depth + 1) : [value];
  } catch {
    return [value];
  }
}

/**
 * The fields of `request` that `error` names as the reason of a 400 (or 422): those that one of the
 * body's texts names as a field. `temperature` and `response_format` count wherever the word
 * stands; `reasoning` and `models` only quoted, as a path or in the place of a parameter's name, so
 * that "not supported by these models" drops nothing. Empty for every other failure.
 */
export function refusedFields(error: unknown, request: ChatRequest): readonly DroppableField[] {
  if (!(error instanceof ApiRequestError) || !refusalStatuses.includes(error.status)) return [];
  const texts = stringsIn(error.body);
  return droppableFields.filter(
    (field) => field in request && texts.some((text) => patterns[field].test(text)),
  );
}

/** `request` without `fields`; the caps stay, so that dropping `reasoning` keeps its headroom. */
export function withoutFields(
  request: ChatRequest,
  fields: ReadonlySet<DroppableField>,
): ChatRequest {
  if (fields.size === 0) return request;
  const kept = Object.entries(request).filter(([key]) => !fields.has(key as DroppableField));
  return Object.fromEntries(kept) as unknown as ChatRequest;
}
