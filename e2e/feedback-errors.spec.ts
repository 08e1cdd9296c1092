import { expect, type Page, type Route } from '@playwright/test';
import type { UpstreamScript } from '../src/server/model/test-upstream.ts';
import { attemptBoundMs, test } from './fixtures.ts';
import {
  answersWith,
  contentReply,
  feedbackReply,
  feedbackText,
  questions,
  quizReply,
} from './replies.ts';
import { answerQuiz, feedback, heading, openQuiz } from './visitor.ts';

// Section 8: feedback that fails never costs the visitor the results.

// A page at rest is quicker, and nothing here is about motion.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const fallback = 'Thanks for taking the quiz! Keep learning and improving!';

async function expectFeedback(page: Page, text: string): Promise<void> {
  await expect(feedback(page)).toHaveText(text);
  await expect(page.getByText('3/5')).toBeVisible();
  await expect(heading(page, 'Question Breakdown')).toBeVisible();
}

const failures: readonly (readonly [string, UpstreamScript, string])[] = [
  [
    'an HTTP error',
    { type: 'answer', status: 503, chunks: ['closed'] },
    'API request failed: 503 - closed',
  ],
  ['no content', contentReply(''), 'No content in response'],
  ['only blank lines', contentReply(' \n \n'), 'No content in response'],
];

for (const [name, script, message] of failures) {
  test(`${name}, three times over, gives the fallback sentence`, async ({
    page,
    upstream,
    app,
  }) => {
    upstream.answer(quizReply(), script, script, script);
    await openQuiz(page);
    await answerQuiz(page, answersWith(3, questions));
    await expectFeedback(page, fallback);
    expect(app.attempts('feedback')).toEqual([message, message, message]);
    expect(app.clock.skipped).toEqual([2000, 3000]);
  });
}

test('two failures and then a success give the feedback', async ({ page, upstream, app }) => {
  upstream.answer(quizReply(), contentReply(''), contentReply(null), feedbackReply);
  await openQuiz(page);
  await answerQuiz(page, answersWith(3, questions));
  await expectFeedback(page, feedbackText);
  expect(app.clock.skipped).toEqual([2000, 3000]);
});

test('a service that hangs gives the fallback sentence after three bounds', async ({
  page,
  upstream,
  app,
}) => {
  upstream.answer(quizReply());
  upstream.answerOthers({ type: 'silence' });
  await openQuiz(page);
  await upstream.nextRequest();
  await answerQuiz(page, answersWith(3, questions));
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await upstream.nextRequest();
    await expect(feedback(page)).toHaveText('Generating feedback...');
    app.clock.advance(attemptBoundMs);
  }
  await expectFeedback(page, fallback);
});

const outside: readonly (readonly [string, (route: Route) => Promise<void>])[] = [
  ['cannot be reached', (route) => route.abort('connectionrefused')],
  ['breaks off', (route) => route.abort('connectionreset')],
  [
    'answers with a problem',
    (route) => route.fulfill({ status: 500, json: { code: 'internal-error' } }),
  ],
  [
    'answers with an error page',
    (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
  ],
  ['answers with garbage', (route) => route.fulfill({ body: '}{' })],
  [
    'answers without a feedback',
    (route) => route.fulfill({ json: { feedback: '', source: 'model' } }),
  ],
];

for (const [name, respond] of outside) {
  test(`a server that ${name} gives the local label as the paragraph`, async ({
    page,
    upstream,
    failing,
  }) => {
    failing.add('/api/feedback');
    upstream.answer(quizReply());
    await page.route('/api/feedback', respond);
    await openQuiz(page);
    await answerQuiz(page, answersWith(3, questions));
    await expectFeedback(page, 'Good effort!');
    await expect(page.getByText('Good effort!', { exact: true })).toHaveCount(2);
  });
}
