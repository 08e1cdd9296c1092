import { expect, type Page } from '@playwright/test';
import {
  completion,
  delta,
  eventsScript,
  jsonScript,
  startTestUpstream,
  type UpstreamScript,
} from '../src/server/model/test-upstream.ts';
import { attemptBoundMs, test } from './fixtures.ts';
import { quizReply } from './replies.ts';
import { card, checkMark, heading, overlay, startQuiz } from './visitor.ts';

// The service stops, breaks off or hangs: the page stays usable each time.

// A page at rest is quicker, and nothing here is about motion.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function expectFailure(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to generate quiz questions. Please try again.',
  );
  await expect(overlay(page)).toBeHidden();
  await expect(page.getByText('Generating...')).toHaveCount(0);
  await expect(checkMark(page)).toHaveCount(0);
}

async function expectNextClickWorks(page: Page): Promise<void> {
  await startQuiz(page, 'Science');
  await expect(heading(page, 'Science Quiz')).toBeVisible();
}

const half = JSON.stringify(completion('[{"id":"q-1"')).slice(0, 60);
const json = { 'Content-Type': 'application/json' };

const breaks: readonly (readonly [string, UpstreamScript, RegExp])[] = [
  ['cut before any answer', { type: 'reset' }, /^The connection ended before the reply was whole/],
  [
    'cut in the middle of its reply',
    { type: 'answer', headers: json, chunks: [half], ending: 'reset' },
    /^The connection ended before the reply was whole/,
  ],
  [
    'ended in the middle of its reply',
    { type: 'answer', headers: json, chunks: [half] },
    /^The reply is not JSON$/,
  ],
  [
    'an error inside a reply of status 200',
    jsonScript({ error: { code: 502, message: 'Provider is down' } }),
    /^API request failed: 502 - .*Provider is down/,
  ],
  [
    'an error as the end of a choice',
    jsonScript(completion('[{"id"', {}, 'error')),
    /^API request failed: 200 - /,
  ],
  [
    'an error in the middle of a stream',
    eventsScript([delta('[{"id":"q-1",'), { error: { code: 429, message: 'Too busy' } }]),
    /^API request failed: 429 - .*Too busy/,
  ],
  [
    'a stream that ends without its end',
    eventsScript([delta('[{"id":"q-1",')]),
    /^The connection ended before the reply was whole/,
  ],
  [
    'refused for its content',
    jsonScript(completion('', {}, 'content_filter')),
    /^The service refused the content/,
  ],
];

for (const [name, script, message] of breaks) {
  test(`${name}: banner, cleared selection, and the next click works`, async ({
    page,
    upstream,
    app,
    failing,
  }) => {
    failing.add('/api/quizzes');
    upstream.answer(script, script, script, quizReply());
    await page.goto('/');
    await card(page, 'History').click();
    await expectFailure(page);
    const messages = app.attempts('quiz');
    expect(messages).toHaveLength(3);
    for (const line of messages) expect(line).toMatch(message);
    expect(app.clock.skipped).toEqual([2000, 3000]);
    await expectNextClickWorks(page);
  });
}

const hangs: readonly (readonly [string, UpstreamScript])[] = [
  ['no answer at all', { type: 'silence' }],
  [
    'half a body and then silence',
    { type: 'answer', headers: json, chunks: [half], ending: 'silence' },
  ],
  ['half a stream and then silence', eventsScript([delta('[{"id":')], { ending: 'silence' })],
];

for (const [name, script] of hangs) {
  test(`${name}: each attempt is bounded, and the next click works`, async ({
    page,
    upstream,
    app,
    failing,
  }) => {
    failing.add('/api/quizzes');
    upstream.answer(script, script, script, quizReply());
    await page.goto('/');
    await card(page, 'History').click();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const request = await upstream.nextRequest();
      app.clock.advance(attemptBoundMs - 1);
      await expect(card(page, 'History')).toContainText('Generating...');
      expect(app.attempts('quiz')).toHaveLength(attempt - 1);
      app.clock.advance(1);
      await request.closed;
    }
    await expectFailure(page);
    const message = `No whole reply within ${attemptBoundMs} ms`;
    expect(app.attempts('quiz')).toEqual([message, message, message]);
    expect(app.clock.skipped).toEqual([2000, 3000]);
    await expectNextClickWorks(page);
  });
}

test('a service that is stopped: banner, and the next click works once it is back', async ({
  page,
  upstream,
  app,
  failing,
}) => {
  failing.add('/api/quizzes');
  await page.goto('/');
  await upstream.stop();
  await card(page, 'History').click();
  await expectFailure(page);
  const message = `Could not connect to ${upstream.origin}: ECONNREFUSED`;
  expect(app.attempts('quiz')).toEqual([message, message, message]);
  expect(app.clock.skipped).toEqual([2000, 3000]);

  const { port } = new URL(upstream.origin);
  const again = await startTestUpstream(Number(port));
  again.answer(quizReply());
  await expectNextClickWorks(page);
  await again.close();
});

test('the product’s own server away: banner, and the next click works once it is back', async ({
  page,
  upstream,
  failing,
}) => {
  failing.add('/api/quizzes');
  upstream.answer(quizReply());
  await page.goto('/');
  await page.route('/api/quizzes', (route) => route.abort('connectionrefused'), { times: 1 });
  await card(page, 'History').click();
  await expectFailure(page);
  await page.route(
    '/api/quizzes',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway' }),
    { times: 1 },
  );
  await card(page, 'History').click();
  await expectFailure(page);
  await page.route('/api/quizzes', (route) => route.fulfill({ json: { questions: 'none' } }), {
    times: 1,
  });
  await card(page, 'History').click();
  await expectFailure(page);
  await expectNextClickWorks(page);
});
