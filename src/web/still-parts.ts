import type { Parts } from './parts.tsx';

const never = () => new Promise<never>(() => {});

/** Parts for a page that is only drawn: drawing asks nothing of the world outside. */
export const stillParts: Parts = {
  createQuiz: never,
  loadQuizPages: never,
  reload: never,
  createFeedback: never,
  sleep: never,
  copyText: never,
  shareText: null,
  print: () => {},
};
