import { attemptsPerCall } from '../../domain/limits.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { Clock } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import { createLog, strikeSecrets } from '../log.ts';
import { createChatClient } from '../model/chat-client.ts';
import type { ModelSettings } from '../model/settings.ts';
import { createRecentQuestionsInMemory } from '../quiz/recent-questions.ts';
import type { Random } from '../quiz/shuffle.ts';
import { createModelWriter } from '../writers/model-writer.ts';
import { evaluationOf } from './evaluation.ts';
import { type EvaluateOptions, readOptions, usage } from './options.ts';
import { type Output, startProgress } from './progress.ts';
import type { QuizRecord } from './quiz-record.ts';
import { tableOf } from './table.ts';
import { writeQuizzes } from './write-quizzes.ts';

/** What the command ends with. */
export const exitCodes = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const;

type Environment = Readonly<Record<string, string | undefined>>;

export interface EvaluateParts {
  /** The command line, without the program. */
  readonly args: readonly string[];
  readonly env: Environment;
  readonly clock: Clock;
  readonly random: Random;
  /** For the table or the JSON, and nothing else. */
  readonly stdout: Output;
  /** For everything that is said on the way. */
  readonly stderr: Output;
  /** Ends the writing early; what there is so far is printed. */
  readonly signal: AbortSignal;
}

/** A failure's own message quotes the service, whose words may be many lines. */
const longestFailure = 300;

const noModel = `No language model is set, so there is nothing to evaluate. Set OPENROUTER_API_KEY, \
or LLM_BASE_URL with QUIZ_MODEL, in the environment or in .env. With --demo this command evaluates \
a flawed model that it plays itself on this machine.`;

type ConfigWithModel = Config & { readonly model: ModelSettings };

function readModelConfig(env: Environment): Result<ConfigWithModel, readonly string[]> {
  const config = readConfig(env);
  if (!config.ok) return config;
  const { model } = config.value;
  return model ? ok({ ...config.value, model }) : fail([noModel]);
}

/** How many calls the model gets at most: three attempts at each quiz, and a check of each. */
function mostCalls({ topics, quizzesPerTopic, blindCheck }: EvaluateOptions): number {
  return topics.length * quizzesPerTopic * attemptsPerCall * (blindCheck ? 2 : 1);
}

/** What is evaluated, in one line. */
function subjectOf({ model }: ConfigWithModel, { demo }: EvaluateOptions): string {
  const name = `${model.quizModels[0]} at ${new URL(model.baseUrl).host}`;
  return demo ? `${name}, a local server that plays a flawed model` : name;
}

async function run(
  config: ConfigWithModel,
  options: EvaluateOptions,
  { clock, random, stdout, stderr, signal }: EvaluateParts,
): Promise<number> {
  const { topics, quizzesPerTopic, concurrency } = options;
  const asked = topics.length * quizzesPerTopic;
  const subject = subjectOf(config, options);
  for (const warning of config.warnings) stderr.write(`Warning: ${warning}.\n`);
  stderr.write(
    `${subject}: ${asked} quizzes, ${quizzesPerTopic} on each of ${topics.length} topics, ` +
      `in at most ${mostCalls(options)} model calls.\n`,
  );

  const { model: settings, secrets } = config;
  const client = createChatClient({ settings, clock });
  const progress = startProgress(stderr, asked);
  const records: QuizRecord[] = [];
  try {
    await writeQuizzes({
      writerWith: (observe) =>
        createModelWriter({
          client,
          settings,
          clock,
          random,
          recent: createRecentQuestionsInMemory(),
          blindCheck: options.blindCheck ? 'always' : 'off',
          observe,
        }),
      topics,
      quizzesPerTopic,
      concurrency,
      signal,
      log: createLog({ level: 'silent', secrets }),
      onQuiz(record) {
        records.push(record);
        const failure = record.failure && strikeSecrets(record.failure, secrets);
        progress.quizDone(record, failure?.replace(/\s+/g, ' ').slice(0, longestFailure));
      },
    });
  } finally {
    progress.end();
    await client.close();
  }

  const evaluation = evaluationOf(records);
  const interrupted = signal.aborted;
  if (options.json) {
    const about = { model: settings.quizModels[0], demo: options.demo, topics, asked, interrupted };
    stdout.write(`${JSON.stringify({ ...about, ...evaluation }, null, 2)}\n`);
  } else {
    const early = interrupted ? ` Interrupted after ${records.length} of ${asked} quizzes.` : '';
    stdout.write(`${[`${subject}.${early}`, '', ...tableOf(evaluation)].join('\n')}\n`);
  }
  if (interrupted) return exitCodes.interrupted;
  return evaluation.quizzes.accepted.count > 0 ? exitCodes.done : exitCodes.failed;
}

/** Evaluates the flawed model that this machine plays; nothing of the environment is asked for. */
async function runDemo(options: EvaluateOptions, parts: EvaluateParts): Promise<number> {
  const { startFlawedModel } = await import('./demo/flawed-model.ts');
  const model = await startFlawedModel();
  try {
    const settings = { QUIZ_MODEL: 'flawed-model', FEEDBACK_MODEL: 'flawed-model' };
    const config = readModelConfig({ ...settings, LLM_BASE_URL: model.origin });
    return config.ok ? await run(config.value, options, parts) : giveUp(config.error, parts);
  } finally {
    await model.close();
  }
}

function giveUp(reasons: readonly string[], { stderr }: EvaluateParts): number {
  for (const reason of reasons) stderr.write(`${reason}\n`);
  return exitCodes.failed;
}

/**
 * The command `npm run evaluate`: has the configured model write quizzes as the product would, but
 * for the limits on clients and on the day, and prints how well it did. Resolves to the exit code;
 * rejects only with a bug.
 */
export async function evaluate(parts: EvaluateParts): Promise<number> {
  const options = readOptions(parts.args);
  if (!options.ok) {
    parts.stderr.write(`${options.error}\n\n${usage}`);
    return exitCodes.misused;
  }
  if (options.value.help) {
    parts.stdout.write(usage);
    return exitCodes.done;
  }
  if (options.value.demo) return runDemo(options.value, parts);
  const config = readModelConfig(parts.env);
  return config.ok ? run(config.value, options.value, parts) : giveUp(config.error, parts);
}
