import { type ReactNode, useRef } from 'react';
import { type AroundNavHandler, Router, useLocation } from 'wouter';
import { changePage } from './change-page.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { QuizPage } from './pages/quiz-page.tsx';
import { ResultsPage } from './pages/results-page.tsx';
import { TopicsPage } from './pages/topics-page.tsx';
import { type Parts, PartsProvider } from './parts.tsx';
import { SessionProvider } from './session.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';
import { useStarted } from './use-started.ts';

/** The three routes of the specification (section 2), to the letter, as the server knows them. */
const pages: Readonly<Record<string, () => ReactNode>> = {
  '/': TopicsPage,
  '/quiz': QuizPage,
  '/results': ResultsPage,
};

/** The page of the address, or the not-found page. */
function CurrentPage() {
  const main = useRef<HTMLElement>(null);
  const [location] = useLocation();
  const Page = pages[location] ?? NotFoundPage;
  useHeadingFocus(main, location);
  useStarted();
  return (
    <main ref={main}>
      <Page />
    </main>
  );
}

/** Links ask for a transition; what is already part of a change of pages does not. */
const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (options?.transition) void changePage(() => navigate(to, options));
  else navigate(to, options);
};

interface AppProps {
  readonly parts: Parts;
  /**
   * The address that the page was prerendered for: what is drawn first, and changed at once where
   * the browser is at another, so that hydration finds what the server sent.
   */
  readonly prerenderedFor?: string;
}

/** The whole page over its parts. */
export function App({ parts, prerenderedFor }: AppProps) {
  return (
    <PartsProvider parts={parts}>
      <SessionProvider>
        <Router
          aroundNav={aroundNav}
          {...(prerenderedFor === undefined ? {} : { ssrPath: prerenderedFor })}
        >
          <CurrentPage />
        </Router>
      </SessionProvider>
    </PartsProvider>
  );
}
