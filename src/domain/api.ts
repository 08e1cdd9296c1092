import * as v from 'valibot';
import {
  type Feedback,
  feedbackSources,
  type Quiz,
  type QuizProgress,
  type QuizResult,
  quizSources,
} from './quiz.ts';
import { fail, ok, type Result } from './result.ts';
import { topicIds } from './topics.ts';

/**
 * The contract between page and server (design, section 1). Both sides read what they receive with
 * these parsers and trust nothing else.
 */

/** The paths of the two calls. */
export const quizzesPath = '/api/quizzes';
export const feedbackPath = '/api/feedback';

/** The stable codes of a problem (RFC 9457), each with the HTTP status it travels under. */
export const problemStatuses = {
  'invalid-request': 400,
  'cross-site': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'too-large': 413,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  'internal-error': 500,
  'generation-failed': 502,
  'over-capacity': 503,
} as const;

export type ProblemCode = keyof typeof problemStatuses;

export interface Problem {
  /** `about:blank`: the code says what happened. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail?: string;
}

/** More questions than any reply of 2,000 tokens can hold; bounds what a visitor may claim. */
const largestTotal = 100;

const topic = v.picklist(topicIds, 'topic must be one of the ten topic ids');

const count = (name: string) =>
  v.pipe(
    v.number(`${name} must be a number`),
    v.integer(`${name} must be a whole number`),
    v.minValue(0, `${name} must not be negative`),
    v.maxValue(largestTotal, `${name} must be at most ${largestTotal}`),
  );

const quizRequest = v.strictObject({ topic });

const feedbackRequest = v.pipe(
  v.strictObject({
    topic,
    score: count('score'),
    total: v.pipe(count('total'), v.minValue(1, 'total must be at least 1')),
  }),
  v.check(({ score, total }) => score <= total, 'score must not be above total'),
);

const answer = v.object({ id: v.string(), text: v.string(), isCorrect: v.boolean() });

const question = v.object({
  id: v.string(),
  text: v.string(),
  answers: v.array(answer),
  selectedAnswerId: v.null(),
  explanation: v.exactOptional(v.string()),
});

const quiz = v.object({
  topic,
  source: v.picklist(quizSources),
  questions: v.pipe(v.array(question), v.minLength(1)),
});

const progress = v.object({
  attempt: v.number(),
  attempts: v.number(),
  written: v.number(),
  total: v.number(),
});

const feedback = v.object({
  feedback: v.pipe(v.string(), v.nonEmpty()),
  source: v.picklist(feedbackSources),
});

const problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.picklist(Object.keys(problemStatuses) as ProblemCode[]),
  detail: v.exactOptional(v.string()),
});

/** What a visitor sends for a quiz: a topic id and nothing else. */
export type QuizRequest = v.InferOutput<typeof quizRequest>;

const noObject = 'the body must be a JSON object';

/** What is wrong with a body, in a sentence that repeats nothing of the body itself. */
function whatIsWrong(issues: readonly v.BaseIssue<unknown>[]): string {
  const issue = issues[0];
  if (issue?.type !== 'strict_object') return issue?.message ?? 'the body has the wrong form';
  if (issue.expected === 'Object') return noObject;
  if (issue.expected === 'never') return 'the body has a field that is not expected';
  return `the body lacks the field ${issue.expected}`;
}

function parserOf<T>(schema: v.GenericSchema<unknown, T>) {
  return (value: unknown): Result<T, string> => {
    // To valibot an array is an object without the fields.
    if (Array.isArray(value)) return fail(noObject);
    const parsed = v.safeParse(schema, value);
    return parsed.success ? ok(parsed.output) : fail(whatIsWrong(parsed.issues));
  };
}

/** Reads the body of `POST /api/quizzes`; the error says what is wrong with it. */
export const parseQuizRequest: (value: unknown) => Result<QuizRequest, string> =
  parserOf(quizRequest);

/** Reads the body of `POST /api/feedback`: whole numbers with 0 <= score <= total, total >= 1. */
export const parseFeedbackRequest: (value: unknown) => Result<QuizResult, string> =
  parserOf(feedbackRequest);

/** Reads the reply of `POST /api/quizzes`. */
export const parseQuiz: (value: unknown) => Result<Quiz, string> = parserOf<Quiz>(quiz);

/** Reads the data of a `progress` event. */
export const parseProgress: (value: unknown) => Result<QuizProgress, string> = parserOf(progress);

/** Reads the reply of `POST /api/feedback`. */
export const parseFeedback: (value: unknown) => Result<Feedback, string> = parserOf(feedback);

/** Reads a problem+json body. */
export const parseProblem: (value: unknown) => Result<Problem, string> = parserOf(problem);
