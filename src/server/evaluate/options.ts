import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../../domain/result.ts';
import { type TopicId, topicIds } from '../../domain/topics.ts';

/** What the command is asked to do. */
export interface EvaluateOptions {
  /** Each once, in the order of the specification. */
  readonly topics: readonly TopicId[];
  readonly quizzesPerTopic: number;
  /** How many topics are written at once. */
  readonly concurrency: number;
  readonly blindCheck: boolean;
  readonly json: boolean;
  /** Whether the flawed model of this machine is evaluated in place of the configured one. */
  readonly demo: boolean;
  readonly help: boolean;
}

const mostQuizzes = 100;
const mostAtOnce = topicIds.length;

export const usage = `npm run evaluate -- [options]

Has the configured language model write quizzes, and prints how well it does.

  --topics history,art   topics to write on; all by default
  --quizzes N            quizzes per topic, 1 to ${mostQuizzes}; 3 by default
  --concurrency N        topics written at once, 1 to ${mostAtOnce}; 2 by default
  --no-blind-check       does not have the quizzes solved again without their keys
  --json                 prints the numbers as JSON (with npm run --silent, and nothing else)
  --demo                 evaluates a flawed model that this command plays on this machine
  --help                 prints this

Ends with 0; with 1 where no quiz was accepted, no model is set or the run broke off; with 2 for
options it does not know; with 130 when interrupted, printing what there is so far.
`;

const given = {
  topics: { type: 'string' },
  quizzes: { type: 'string', default: '3' },
  concurrency: { type: 'string', default: '2' },
  'no-blind-check': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  demo: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function readNumber(name: string, text: string, most: number): Result<number, string> {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most
    ? ok(number)
    : fail(`--${name} must be a whole number from 1 to ${most}, not ${JSON.stringify(text)}`);
}

function readTopics(text: string | undefined): Result<readonly TopicId[], string> {
  if (text === undefined) return ok(topicIds);
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !topicIds.some((id) => id === name));
  return unknown === undefined
    ? ok(topicIds.filter((id) => names.includes(id)))
    : fail(`There is no topic ${JSON.stringify(unknown)}. The topics are ${topicIds.join(', ')}`);
}

/** The words of parseArgs without its advice on options that look like files. */
const plain = (error: Error) => error.message.replace(/\. To specify .*$/s, '');

/** Reads the command line; fails with one line that says what is wrong with it. */
export function readOptions(args: readonly string[]): Result<EvaluateOptions, string> {
  let values: ReturnType<typeof parseArgs<{ options: typeof given }>>['values'];
  try {
    ({ values } = parseArgs({ args: [...args], options: given }));
  } catch (error) {
    // Every TypeError of parseArgs is about the arguments, and has a code that says so.
    if (error instanceof TypeError && 'code' in error) return fail(plain(error));
    throw error;
  }
  const topics = readTopics(values.topics);
  if (!topics.ok) return topics;
  const quizzes = readNumber('quizzes', values.quizzes, mostQuizzes);
  if (!quizzes.ok) return quizzes;
  const concurrency = readNumber('concurrency', values.concurrency, mostAtOnce);
  if (!concurrency.ok) return concurrency;
  return ok({
    topics: topics.value,
    quizzesPerTopic: quizzes.value,
    concurrency: concurrency.value,
    blindCheck: !values['no-blind-check'],
    json: values.json,
    demo: values.demo,
    help: values.help,
  });
}
