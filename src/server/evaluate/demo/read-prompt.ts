import { type TopicId, topics } from '../../../domain/topics.ts';
import type { ChatRequest } from '../../model/chat-request.ts';

/** The user's words in a request; '' where there are none. */
function wordsIn(request: ChatRequest): string {
  return request.messages.find(({ role }) => role === 'user')?.content ?? '';
}

/** The topic that a quiz is asked for; undefined where the request asks for no quiz. */
export function topicIn(request: ChatRequest): TopicId | undefined {
  const name = /on the topic "(\w+)"/.exec(wordsIn(request))?.[1];
  return topics.find((topic) => topic.name === name)?.id;
}

/** The questions that a prompt for a quiz says to avoid, the newest first. */
export function avoidedIn(request: ChatRequest): readonly string[] {
  const lines = wordsIn(request).matchAll(/^- ("(?:[^"\\]|\\.)*")$/gm);
  return [...lines].map(([, text]) => String(JSON.parse(text ?? '""')));
}

/** A question of a blind check, as its prompt puts it. */
export interface BlindQuestion {
  readonly text: string;
  readonly answers: readonly { readonly letter: string; readonly text: string }[];
}

/** The questions of a blind check, in their order. */
export function blindQuestionsIn(request: ChatRequest): readonly BlindQuestion[] {
  return wordsIn(request)
    .split('\n\n')
    .flatMap((block) => {
      const text = /^\d+\. (.*)$/m.exec(block)?.[1];
      const answers = [...block.matchAll(/^([a-z])\) (.*)$/gm)];
      return text === undefined
        ? []
        : [
            {
              text,
              answers: answers.map(([, letter = '', words = '']) => ({ letter, text: words })),
            },
          ];
    });
}
