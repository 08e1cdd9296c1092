/**
 * Which extra fields a service may be sent: `openrouter` knows `models` and `reasoning`, any other
 * service gets the specification's fields alone.
 */
export type ModelDialect = 'openrouter' | 'openai';

/** Model ids: the first, then the fallbacks in the order in which they are tried. */
export type ModelIds = readonly [string, ...string[]];

/** What the model writer needs to know of its service; the environment fills it in (config.ts). */
export interface ModelSettings {
  /** An absolute http or https URL, its path kept, without a trailing slash. */
  readonly baseUrl: string;
  /** None for a local service that asks for none. */
  readonly apiKey?: string;
  readonly dialect: ModelDialect;
  readonly quizModels: ModelIds;
  readonly feedbackModels: ModelIds;
  /** The referer and the title that each call carries (specification, section 7). */
  readonly appUrl: string;
  readonly appTitle: string;
  /** Bound on one attempt in ms, from the first byte sent to the last byte read. */
  readonly timeoutMs: number;
}
