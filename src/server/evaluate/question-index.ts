import { areAlike, fingerprintOf } from '../quiz/similarity.ts';

/** Questions in which to look for one that asks the same. */
export interface QuestionIndex {
  readonly size: number;
  add(text: string): void;
  /** Whether one that was added asks the same, by the measure of similarity.ts. */
  hasAlike(text: string): boolean;
}

/** What questions without any word to compare are kept under; no word is empty. */
const wordless = '';

/**
 * An index by the words of each question. Questions that share none are never alike, and comparing
 * all with all would take minutes for a hundred quizzes on each topic.
 */
export function createQuestionIndex(): QuestionIndex {
  const texts = new Set<string>();
  const byWord = new Map<string, string[]>();

  function wordsOf(text: string): readonly string[] {
    const words = fingerprintOf(text);
    return words.length === 0 ? [wordless] : words;
  }

  return {
    get size() {
      return texts.size;
    },
    add(text) {
      if (texts.has(text)) return;
      texts.add(text);
      for (const word of wordsOf(text)) {
        const list = byWord.get(word);
        if (list) list.push(text);
        else byWord.set(word, [text]);
      }
    },
    hasAlike(text) {
      if (texts.has(text)) return true;
      const candidates = new Set(wordsOf(text).flatMap((word) => byWord.get(word) ?? []));
      return [...candidates].some((other) => areAlike(other, text));
    },
  };
}
