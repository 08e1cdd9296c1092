import { useRef } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { QuizPage } from './pages/quiz-page.tsx';
import { ResultsPage } from './pages/results-page.tsx';
import { TopicsPage } from './pages/topics-page.tsx';
import { type Parts, PartsProvider } from './parts.tsx';
import { SessionProvider } from './session.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

/** The three routes of the specification (section 2) and the not-found page. */
function Routes() {
  const main = useRef<HTMLElement>(null);
  const [location] = useLocation();
  useHeadingFocus(main, location);
  return (
    <main ref={main}>
      <Switch>
        <Route path="/" component={TopicsPage} />
        <Route path="/quiz" component={QuizPage} />
        <Route path="/results" component={ResultsPage} />
        <Route component={NotFoundPage} />
      </Switch>
    </main>
  );
}

/** The whole page over its parts. */
export function App({ parts }: { parts: Parts }) {
  return (
    <PartsProvider parts={parts}>
      <SessionProvider>
        <Routes />
      </SessionProvider>
    </PartsProvider>
  );
}
