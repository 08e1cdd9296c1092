import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { App } from './app.tsx';
import { stillParts } from './still-parts.ts';
import { documentTitle } from './use-title.ts';

/** A page as the build writes it into a file. */
export interface PrerenderedPage {
  /** The file's name in the folder of the built page. */
  readonly file: string;
  /** The address that the page was drawn for. */
  readonly path: string;
  /** The document's title. */
  readonly title: string;
  /** What stands in the element #root. */
  readonly markup: string;
}

/** The three routes (specification, section 2), and any other address as 404.html. */
const pages = [
  { file: 'index.html', path: '/', title: documentTitle() },
  { file: 'quiz.html', path: '/quiz', title: documentTitle('Quiz') },
  { file: 'results.html', path: '/results', title: documentTitle('Quiz Results') },
  { file: '404.html', path: '/404', title: documentTitle('Page not found') },
] as const;

/** Draws every page as a visitor without a session first sees it. */
export function prerenderPages(): Promise<readonly PrerenderedPage[]> {
  return Promise.all(
    pages.map(async (page) => {
      const { prelude } = await prerender(
        <StrictMode>
          <App parts={stillParts} prerenderedFor={page.path} />
        </StrictMode>,
      );
      return { ...page, markup: await new Response(prelude).text() };
    }),
  );
}
