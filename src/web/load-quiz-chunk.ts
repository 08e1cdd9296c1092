import { preloadQuizChunk } from './preload-quiz-chunk.ts';

type QuizChunk = typeof import('./quiz-chunk.ts').quizChunk;

/** The chunk could not be loaded: the network is away, or a newer release has taken its place. */
export class QuizChunkMissingError extends Error {
  override readonly name = 'QuizChunkMissingError';

  constructor(cause: unknown) {
    super('The code of the quiz pages could not be loaded', { cause });
  }
}

let loading: Promise<QuizChunk> | null = null;
let loaded: QuizChunk | null = null;

async function load(): Promise<QuizChunk> {
  try {
    await preloadQuizChunk(document);
    loaded = (await import('./quiz-chunk.ts')).quizChunk;
    return loaded;
  } catch (cause) {
    loading = null;
    throw new QuizChunkMissingError(cause);
  }
}

/**
 * Loads the chunk of the quiz pages, once; after a failure the next call tries again. Rejects with
 * QuizChunkMissingError.
 */
export function loadQuizChunk(): Promise<QuizChunk> {
  loading ??= load();
  return loading;
}

/** The chunk, which is there wherever there are questions: they are not shown before it has come. */
export function loadedQuizChunk(): QuizChunk {
  if (!loaded) throw new Error('loadedQuizChunk needs a loadQuizChunk that has resolved');
  return loaded;
}
