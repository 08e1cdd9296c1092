import { describe, expect, it } from 'vitest';
import {
  type Generation,
  type GenerationEvent,
  generationReducer,
  idleGeneration,
} from './generation.ts';

const begun = { progress: null, isLongWait: false };
const generating: Generation = { phase: 'generating', topic: 'history', ...begun };
const progress = { attempt: 2, attempts: 3, written: 4, total: 5 };

describe('generationReducer', () => {
  it('goes from a chosen topic to a quiz that is ready, with the topic still selected', () => {
    const chosen = generationReducer(idleGeneration, { type: 'topicChosen', topic: 'history' });
    expect(chosen).toEqual(generating);
    expect(generationReducer(chosen, { type: 'quizWritten' })).toEqual({
      phase: 'ready',
      topic: 'history',
    });
  });

  it('clears the selection when the generation fails, and lets a topic be chosen again', () => {
    const failed = generationReducer(generating, {
      type: 'generationFailed',
      code: 'over-capacity',
    });
    expect(failed).toEqual({ phase: 'failed', code: 'over-capacity' });
    expect(generationReducer(failed, { type: 'topicChosen', topic: 'art' })).toEqual({
      phase: 'generating',
      topic: 'art',
      ...begun,
    });
  });

  it('clears the selection when the page lacks a part, and lets a topic be chosen again', () => {
    const outdated = generationReducer(generating, { type: 'pageFoundOutdated' });
    expect(outdated).toEqual({ phase: 'outdated' });
    expect(generationReducer(outdated, { type: 'topicChosen', topic: 'history' })).toEqual(
      generating,
    );
  });

  it('keeps the last progress and the long wait beside each other', () => {
    const waiting = generationReducer(generating, { type: 'waitedLong' });
    expect(generationReducer(waiting, { type: 'progressMade', progress })).toEqual({
      ...generating,
      progress,
      isLongWait: true,
    });
  });

  it('drops progress and waits that come too late', () => {
    const ready: Generation = { phase: 'ready', topic: 'history' };
    expect(generationReducer(ready, { type: 'progressMade', progress })).toBe(ready);
    expect(generationReducer(idleGeneration, { type: 'waitedLong' })).toBe(idleGeneration);
  });

  it('is clean again after cancelling', () => {
    expect(generationReducer(generating, { type: 'generationCancelled' })).toEqual(idleGeneration);
  });

  it.each([generating, { phase: 'ready', topic: 'history' } satisfies Generation])(
    'ignores another topic while $phase',
    (generation) => {
      const next = generationReducer(generation, { type: 'topicChosen', topic: 'music' });
      expect(next).toBe(generation);
    },
  );

  it.each([
    { type: 'quizWritten' },
    { type: 'generationFailed', code: null },
    { type: 'pageFoundOutdated' },
    { type: 'generationCancelled' },
  ] satisfies readonly GenerationEvent[])('drops a late $type', (event) => {
    expect(generationReducer(idleGeneration, event)).toBe(idleGeneration);
  });
});
