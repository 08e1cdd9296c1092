import type { Prompt } from '../quiz/prompt.ts';
import type { ModelIds, ModelSettings } from './settings.ts';

/** What a visitor reads of a feedback text, in tokens (specification, section 7). */
const feedbackMaxTokens = 150;

/** The whole quiz, in tokens (specification, section 7). */
const quizMaxTokens = 2000;

/** For both calls of the specification (section 7). */
const temperature = 0.7;

/** Five letters in a small object are some 30 tokens; the rest is room for a talkative model. */
const blindCheckMaxTokens = 200;

/**
 * Tokens added where the service may think before it writes: thinking counts inside `max_tokens`,
 * and 150 alone would be spent on it and leave no text.
 */
export const reasoningHeadroom = 1024;

export interface ChatMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** The body of a call to chat/completions, its fields in the order of section 7. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly response_format?: { readonly type: 'json_object' };
  readonly temperature?: number;
  readonly max_tokens: number;
  /** Fallbacks, tried in order when `model` fails; OpenRouter only. */
  readonly models?: readonly string[];
  /** OpenRouter only. `none` is never sent: models that must think answer it with a 400. */
  readonly reasoning?: { readonly effort: 'minimal' | 'low'; readonly exclude: true };
}

/** What a body depends on besides its prompt. */
export type RequestSettings = Pick<ModelSettings, 'dialect' | 'quizModels' | 'feedbackModels'>;

function messagesOf({ system, user }: Prompt): readonly ChatMessage[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}

/** The fields that only OpenRouter knows. */
function openRouterFields(
  { dialect }: RequestSettings,
  [, ...fallbacks]: ModelIds,
  effort: 'minimal' | 'low',
): Pick<ChatRequest, 'models' | 'reasoning'> {
  if (dialect !== 'openrouter') return {};
  return {
    ...(fallbacks.length > 0 && { models: fallbacks }),
    reasoning: { effort, exclude: true },
  };
}

function headroomOf({ dialect }: RequestSettings): number {
  return dialect === 'openrouter' ? reasoningHeadroom : 0;
}

/** The body that asks for a quiz (specification, section 7.1). */
export function quizRequest(prompt: Prompt, settings: RequestSettings): ChatRequest {
  return {
    model: settings.quizModels[0],
    messages: messagesOf(prompt),
    response_format: { type: 'json_object' },
    temperature,
    max_tokens: quizMaxTokens,
    ...openRouterFields(settings, settings.quizModels, 'minimal'),
  };
}

/**
 * The body of a blind check (quiz-quality.md): the quiz model itself, as little given to chance as
 * it can be. Its few tokens gain the headroom where the service thinks.
 */
export function blindCheckRequest(prompt: Prompt, settings: RequestSettings): ChatRequest {
  return {
    model: settings.quizModels[0],
    messages: messagesOf(prompt),
    response_format: { type: 'json_object' },
    temperature: 0,
    max_tokens: blindCheckMaxTokens + headroomOf(settings),
    ...openRouterFields(settings, settings.quizModels, 'minimal'),
  };
}

/**
 * The body that asks for feedback (specification, section 7.2); its 150 tokens gain the headroom
 * where the service thinks.
 */
export function feedbackRequest(prompt: Prompt, settings: RequestSettings): ChatRequest {
  return {
    model: settings.feedbackModels[0],
    messages: messagesOf(prompt),
    temperature,
    max_tokens: feedbackMaxTokens + headroomOf(settings),
    ...openRouterFields(settings, settings.feedbackModels, 'low'),
  };
}
