import { describe, expect, it } from 'vitest';
import { preloadQuizChunk } from './preload-quiz-chunk.ts';

interface Link {
  readonly relList: { supports(token: string): boolean };
  rel?: string;
  href?: string;
  integrity?: string;
  crossOrigin?: string;
  onload?: () => void;
  onerror?: () => void;
  remove(): void;
}

/** A document whose page names the chunk, where it is a built one; `settle` ends a link's fetch. */
function documentOf({ isBuilt = true, knowsPreload = true, settle = (_link: Link) => {} }) {
  const links: Link[] = [];
  let removed = 0;
  const named = { content: '/assets/quiz-chunk-1.js', dataset: { integrity: 'sha384-abc' } };
  const document = {
    querySelector: () => (isBuilt ? named : null),
    createElement: (): Link => ({
      relList: { supports: (token) => knowsPreload && token === 'modulepreload' },
      remove: () => {
        removed += 1;
      },
    }),
    head: {
      append(link: Link) {
        links.push(link);
        settle(link);
      },
    },
  };
  return { document: document as unknown as Document, links, removed: () => removed };
}

describe('preloadQuizChunk', () => {
  it('fetches the file that the page names, and has its digest checked', async () => {
    const { document, links, removed } = documentOf({ settle: (link) => link.onload?.() });
    await preloadQuizChunk(document);
    expect(links).toHaveLength(1);
    expect(links[0]).toMatchObject({
      rel: 'modulepreload',
      href: '/assets/quiz-chunk-1.js',
      integrity: 'sha384-abc',
      crossOrigin: 'anonymous',
    });
    expect(removed()).toBe(1);
  });

  it('rejects where the file does not come or is another, and leaves no link behind', async () => {
    const { document, removed } = documentOf({ settle: (link) => link.onerror?.() });
    await expect(preloadQuizChunk(document)).rejects.toThrow('/assets/quiz-chunk-1.js');
    expect(removed()).toBe(1);
  });

  it.each([
    ['in development', { isBuilt: false }],
    ['in a browser that knows no modulepreload', { knowsPreload: false }],
  ])('leaves it to the import %s', async (_name, kind) => {
    const { document, links } = documentOf(kind);
    await preloadQuizChunk(document);
    expect(links).toEqual([]);
  });
});
