import { expect, type Page } from '@playwright/test';
import type { TestUpstream } from '../src/server/model/test-upstream.ts';
import { attemptBoundMs } from './fixtures.ts';
import {
  contentReply,
  feedbackReply,
  feedbackText,
  questions,
  quizReply,
  rightAnswer,
  type WrittenQuestion,
} from './replies.ts';
import type { RunningApp } from './running-app.ts';
import {
  answer,
  button,
  card,
  checkMark,
  expectPath,
  feedback,
  heading,
  overlay,
} from './visitor.ts';

interface TourParts {
  readonly page: Page;
  readonly upstream: TestUpstream;
  readonly app: RunningApp;
  readonly failing: Set<string>;
  readonly written?: readonly WrittenQuestion[];
}

/** Makes the next change of the address fail, as browsers do after too many of them. */
export async function refuseNavigationOnce(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { replaceState, pushState } = history;
    history.replaceState = history.pushState = () => {
      Object.assign(history, { replaceState, pushState });
      throw new DOMException('Too many calls to the history', 'SecurityError');
    };
  });
}

async function tourTopics({ page, upstream, failing }: TourParts, look: Look): Promise<void> {
  failing.add('/api/quizzes');
  await page.goto('/');
  await expect(heading(page, 'Choose Your Quiz Topic')).toBeVisible();
  await look('topics');
  upstream.answer({ type: 'silence' });
  await card(page, 'Entertainment').click();
  await upstream.nextRequest();
  await expect(overlay(page)).toBeVisible();
  await look('overlay');
  await button(page, 'Cancel').click();
  const empty = contentReply('');
  upstream.answer(empty, empty, empty);
  await card(page, 'History').click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await look('banner');
}

async function tourQuiz(parts: TourParts, look: Look): Promise<void> {
  const { page, upstream, written = questions } = parts;
  upstream.answer(quizReply(written), { type: 'silence' }, feedbackReply);
  await card(page, 'Entertainment').click();
  await expect(checkMark(page)).toBeVisible();
  await look('check mark');
  await page.clock.runFor(800);
  await expectPath(page, '/quiz');
  await look('question');
  const [first] = written;
  if (first) await answer(page, rightAnswer(first)).click();
  await look('answered question');
  for (let step = 1; step < written.length; step += 1) await button(page, 'Next').click();
  await look('last question');
  await refuseNavigationOnce(page);
  await button(page, 'Submit Quiz').click();
  await look('submitting');
  await page.clock.runFor(500);
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await look('failed submit');
}

async function tourResults({ page, app }: TourParts, look: Look): Promise<void> {
  await button(page, 'Submit Quiz').click();
  await page.clock.runFor(500);
  await expect(feedback(page)).toHaveText('Generating feedback...');
  await look('results, feedback loading');
  await expect.poll(() => app.clock.pending()).toBeGreaterThan(0);
  app.clock.advance(attemptBoundMs);
  await expect(feedback(page)).toHaveText(feedbackText);
  await look('results');
}

/** Told where the tour is; the page stands still meanwhile. */
export type Look = (state: string) => Promise<void>;

/** Leads a page through every state that it has. */
export async function tour(parts: TourParts, look: Look): Promise<void> {
  await tourTopics(parts, look);
  await tourQuiz(parts, look);
  await tourResults(parts, look);
  parts.failing.add('/nope');
  await parts.page.goto('/nope');
  await expect(heading(parts.page, 'Page not found')).toBeVisible();
  await look('not found');
}

/** The states that a tour shows, in order. */
export const tourStates = [
  'topics',
  'overlay',
  'banner',
  'check mark',
  'question',
  'answered question',
  'last question',
  'submitting',
  'failed submit',
  'results, feedback loading',
  'results',
  'not found',
] as const;
