import { useRef } from 'react';
import { type AroundNavHandler, Route, Router, Switch, useLocation } from 'wouter';
import { changePage } from './change-page.ts';
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

/** Links ask for a transition; what is already part of a change of pages does not. */
const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (options?.transition) void changePage(() => navigate(to, options));
  else navigate(to, options);
};

/** The whole page over its parts. */
export function App({ parts }: { parts: Parts }) {
  return (
    <PartsProvider parts={parts}>
      <SessionProvider>
        <Router aroundNav={aroundNav}>
          <Routes />
        </Router>
      </SessionProvider>
    </PartsProvider>
  );
}
