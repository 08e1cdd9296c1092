import type { TopicId } from '../../domain/topics.ts';
import { areAlike } from './similarity.ts';

/** Questions kept per topic: the last five quizzes, and some 600 tokens of a prompt. */
export const recentPerTopic = 25;

/** UTF-16 code units kept of a question. */
export const recentTextLength = 120;

/**
 * The questions that a topic's visitors were given last, so that the next quiz avoids them. The
 * list is bounded in number and in length, for it goes into a prompt.
 */
export interface RecentQuestions {
  /** The topic's questions as shortened by `shortened`, the newest first. */
  recent(topic: TopicId): Promise<readonly string[]>;
  /** Adds the texts of a quiz's questions, in their order; the oldest beyond the bound are dropped. */
  remember(topic: TopicId, texts: readonly string[]): Promise<void>;
}

/** The text on one line and in at most 120 code units, cut behind a word where that can be. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= recentTextLength) return line;
  const room = line.slice(0, recentTextLength + 1);
  const lastSpace = room.lastIndexOf(' ');
  // One long word, as in scripts without spaces: cut anywhere but within a surrogate pair.
  if (lastSpace <= 0) return line.slice(0, recentTextLength).replace(/[\ud800-\udbff]$/, '');
  return room.slice(0, lastSpace);
}

/**
 * The list with `texts` added: the newest first, none blank, of those that ask the same
 * (`areAlike`) only the newest, and no more than 25.
 */
export function withRemembered(
  list: readonly string[],
  texts: readonly string[],
): readonly string[] {
  return texts
    .map(shortened)
    .filter((text) => text !== '')
    .reduce<readonly string[]>(
      (kept, text) => [text, ...kept.filter((earlier) => !areAlike(earlier, text))],
      list,
    )
    .slice(0, recentPerTopic);
}

/** Recent questions kept in this process's memory, lost when it stops. */
export function createRecentQuestionsInMemory(): RecentQuestions {
  const lists = new Map<TopicId, readonly string[]>();
  return {
    async recent(topic) {
      return lists.get(topic) ?? [];
    },
    async remember(topic, texts) {
      lists.set(topic, withRemembered(lists.get(topic) ?? [], texts));
    },
  };
}
