import { jsonrepair } from 'jsonrepair';
import type { Question } from '../../domain/quiz.ts';
import { CallRefusedError } from '../limits/errors.ts';
import type { Priority } from '../limits/priority.ts';
import type { ChatReply, ChatUsage } from '../model/chat-reply.ts';
import { blindCheckRequest, type RequestSettings } from '../model/chat-request.ts';
import { ModelCallError } from '../model/errors.ts';
import type { ModelCall, ModelCaller, Reading } from '../model/model-call.ts';
import type { WriteOptions } from '../writers/quiz-writer.ts';
import { blindCheckPrompt, readBlindAnswers } from './blind-answers.ts';

/** When quizzes are solved again without their keys (`BLIND_CHECK`; design, section 2). */
export type BlindCheckMode = 'background' | 'always' | 'off';

/** Whether a quiz that is written with `priority` is to be checked: `background` spares visitors. */
export function isBlindCheckDue(mode: BlindCheckMode, priority: Priority | undefined): boolean {
  return mode === 'always' || (mode === 'background' && priority === 'background');
}

/** What came of a blind check. */
export interface BlindCheck {
  /** `unchecked`: asked, but not answered; `not-asked`: no call was made. */
  readonly outcome: 'agreed' | 'disputed' | 'unchecked' | 'not-asked';
  /** How many questions were compared with their keys. */
  readonly compared: number;
  /** The zero-based indexes of the questions in which the check chose another answer than the key. */
  readonly disputed: readonly number[];
  readonly usage?: ChatUsage;
}

export const notAsked: BlindCheck = { outcome: 'not-asked', compared: 0, disputed: [] };

/** The reply to a blind check names no answer of any question. */
export class BlindCheckUnreadableError extends ModelCallError {
  override readonly name = 'BlindCheckUnreadableError';
  constructor() {
    super('No answers found in the reply to the blind check');
  }
}

export interface BlindCheckOptions extends WriteOptions {
  readonly caller: ModelCaller;
  readonly settings: RequestSettings;
  /** Which attempt at the quiz the questions come from, from 1. */
  readonly attempt: number;
}

/** A question that a check can be held against: one with exactly one key. */
interface Checkable {
  readonly index: number;
  readonly question: Question;
  readonly key: string;
}

function checkable(questions: readonly Question[]): readonly Checkable[] {
  return questions.flatMap((question, index) => {
    const [key, another] = question.answers.filter(({ isCorrect }) => isCorrect);
    return key && !another ? [{ index, question, key: key.id }] : [];
  });
}

/** Holds a reply against the keys; throws BlindCheckUnreadableError where it names no answer. */
function compare(
  { content, finishReason, usage }: ChatReply,
  asked: readonly Checkable[],
): Reading<BlindCheck> {
  // A text that was cut off is never mended: mending would complete it.
  const mend = finishReason === 'length' ? undefined : jsonrepair;
  const chosen = readBlindAnswers(
    content,
    asked.map(({ question }) => question),
    mend,
  );
  const compared = asked.filter((_, at) => chosen[at] !== undefined);
  if (compared.length === 0) throw new BlindCheckUnreadableError();
  const disputed = asked
    .filter(({ key }, at) => chosen[at] !== undefined && chosen[at] !== key)
    .map(({ index }) => index);
  return {
    value: {
      outcome: disputed.length > 0 ? 'disputed' : 'agreed',
      compared: compared.length,
      disputed,
      ...(usage && { usage }),
    },
    details: { compared: compared.length, disputed: disputed.length },
  };
}

/**
 * Has the quiz's own model solve the questions without their keys, in one call, and compares. A
 * model that disagrees with a key exposes many of the wrong ones (arXiv 2601.14280). Questions with
 * no key or several are left out, and so are those for which the reply names no answer. A check that
 * fails is logged and gives `unchecked`, whatever the cause; it rejects only with the signal's
 * reason.
 */
export async function checkBlind(
  questions: readonly Question[],
  options: BlindCheckOptions,
): Promise<BlindCheck> {
  const { caller, settings, attempt } = options;
  const asked = checkable(questions);
  if (asked.length === 0) return notAsked;
  const prompt = blindCheckPrompt(asked.map(({ question }) => question));
  let usage: ChatUsage | undefined;
  try {
    const call: ModelCall<BlindCheck> = {
      name: 'blind-check',
      attempt,
      request: blindCheckRequest(prompt, settings),
      read(reply) {
        usage = reply.usage;
        return compare(reply, asked);
      },
    };
    return await caller.make(call, options);
  } catch (err) {
    options.signal.throwIfAborted();
    // What the service, the network, the reply or our limits brought about is logged by the caller.
    if (!(err instanceof ModelCallError || err instanceof CallRefusedError)) {
      options.log.error({ err, call: 'blind-check' }, 'The blind check failed');
    }
    return { outcome: 'unchecked', compared: 0, disputed: [], ...(usage && { usage }) };
  }
}
