import type { TopicId } from '../../../domain/topics.ts';
import type { ChatRequest } from '../../model/chat-request.ts';
import {
  completion,
  jsonScript,
  startTestUpstream,
  type UpstreamScript,
} from '../../model/test-upstream.ts';
import { loadSamples } from '../../writers/samples/collection.ts';
import { createFlawedAuthor, type FlawedReply } from './flawed-author.ts';
import { demoHabits, type FlawedHabits } from './flawed-habits.ts';
import { questionInReply } from './flawed-question.ts';
import { avoidedIn, type BlindQuestion, blindQuestionsIn, topicIn } from './read-prompt.ts';

/** What a call is said to have used up, in the fields of a chat-completions reply. */
export interface PlayedUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cost: number;
}

/** What the model did with one call; `usage` is absent where the call failed. */
export type Played =
  | (FlawedReply & { readonly call: 'quiz'; readonly usage?: PlayedUsage })
  | {
      readonly call: 'blind-check';
      readonly topic: TopicId;
      readonly fails: boolean;
      readonly usage?: PlayedUsage;
    };

export interface FlawedModel {
  /** `http://127.0.0.1:PORT`, the base URL of its service. */
  readonly origin: string;
  /** What it did so far, in order. */
  readonly played: readonly Played[];
  close(): Promise<void>;
}

/** Four characters to a token, and prices in dollars such as fast models have. */
function usageFor(request: ChatRequest, content: string): PlayedUsage {
  const prompt_tokens = Math.ceil(JSON.stringify(request.messages).length / 4);
  const completion_tokens = Math.ceil(content.length / 4);
  const cost = prompt_tokens * 0.000_000_5 + completion_tokens * 0.000_003;
  return { prompt_tokens, completion_tokens, cost };
}

const failure = (status: number): UpstreamScript =>
  jsonScript({ error: { code: status, message: 'The model is not itself today' } }, { status });

/** The text of a reply: its JSON, with what the model writes around it. */
function contentOf({ questions, errors }: FlawedReply): string {
  const json = JSON.stringify(questions.map((one, at) => questionInReply(one, at + 1)));
  const fenced = errors.fences ? `\`\`\`json\n${json}\n\`\`\`` : json;
  return errors.talks ? `Sure! Here is your quiz:\n\n${fenced}` : fenced;
}

/**
 * Starts a model with bad habits on this machine, to try an evaluation on. It always puts the key at
 * b, and errs in other ways as often as `habits` says; the same `seed` gives the same errors. It keeps
 * what it did, so that a test can compare.
 */
export async function startFlawedModel(
  habits: FlawedHabits = demoHabits,
  seed = 7,
): Promise<FlawedModel> {
  const author = createFlawedAuthor(loadSamples(), habits, seed);
  const upstream = await startTestUpstream();
  const played: Played[] = [];
  const writers = new Map<string, FlawedReply>();

  /** The letter that the model gives: the key's, or another where it disputes its own key. */
  function solve({ text, answers }: BlindQuestion): string {
    const question = writers.get(text)?.questions.find((one) => one.text === text);
    const isRight = (answer: string) =>
      (answer === question?.answers[1]) !== (question?.disputed === true);
    return answers.find((answer) => isRight(answer.text))?.letter ?? '';
  }

  function check(request: ChatRequest): UpstreamScript {
    const questions = blindQuestionsIn(request);
    const topic = writers.get(questions[0]?.text ?? '')?.topic;
    if (!topic) return failure(400);
    const fails = author.failsCheck(topic);
    const content = JSON.stringify(
      Object.fromEntries(questions.map((question, at) => [at + 1, solve(question)])),
    );
    const usage = usageFor(request, content);
    played.push({ call: 'blind-check', topic, fails, ...(!fails && { usage }) });
    return fails ? failure(503) : jsonScript(completion(content, { usage }));
  }

  upstream.answerOthers(({ body }) => {
    const request = body as ChatRequest;
    const topic = topicIn(request);
    if (!topic) return check(request);
    const reply = author.write(topic, avoidedIn(request));
    for (const { text } of reply.questions) writers.set(text, reply);
    const content = contentOf(reply);
    const usage = usageFor(request, content);
    const { fails } = reply.errors;
    played.push({ call: 'quiz', ...reply, ...(!fails && { usage }) });
    return fails ? failure(500) : jsonScript(completion(content, { usage }));
  });
  return { origin: upstream.origin, played, close: () => upstream.close() };
}
