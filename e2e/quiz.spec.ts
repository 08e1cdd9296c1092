import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  answersWith,
  contentReply,
  feedbackReply,
  modelWith,
  questions,
  quizReply,
} from './replies.ts';
import { answer, button, expectPath, heading, openQuiz } from './visitor.ts';

test('each question has its place, its progress, its letters and its texts', async ({
  page,
  upstream,
}) => {
  upstream.answer(quizReply());
  await openQuiz(page, 'Technology');
  for (const [index, question] of questions.entries()) {
    const place = `Question ${index + 1} of 5`;
    await expect(page.getByText(place, { exact: true })).toBeVisible();
    const progress = page.getByRole('progressbar', { name: 'Progress' });
    await expect(progress).toHaveJSProperty('value', (index + 1) / 5);
    await expect(progress).toHaveJSProperty('max', 1);
    await expect(progress).toHaveAttribute('aria-valuetext', place);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(question.text);
    const answers = page.getByRole('radiogroup', { name: question.text }).getByRole('radio');
    await expect(answers).toHaveText([/^A/, /^B/, /^C/, /^D/]);
    const texts = (await answers.allTextContents()).map((text) => text.slice(1));
    expect(texts.toSorted()).toEqual(question.answers.map(({ text }) => text).toSorted());
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    if (index < 4) await button(page, 'Next').click();
  }
  await expect(button(page, 'Submit Quiz')).toBeVisible();
  await expect(button(page, 'Next')).toHaveCount(0);
});

test('an answer can be changed freely, and is kept when going back and forth', async ({
  page,
  upstream,
}) => {
  upstream.answer(quizReply());
  await openQuiz(page);
  const [first, second] = [answersWith(0, questions), answersWith(5, questions)];
  await answer(page, first[0] ?? '').click();
  await expect(answer(page, first[0] ?? '')).toBeChecked();
  await answer(page, second[0] ?? '').click();
  await expect(answer(page, second[0] ?? '')).toBeChecked();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);

  await button(page, 'Next').click();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await answer(page, first[1] ?? '').click();
  await button(page, 'Previous').click();
  await expect(answer(page, second[0] ?? '')).toBeChecked();
  await answer(page, first[0] ?? '').click();
  await button(page, 'Next').click();
  await expect(answer(page, first[1] ?? '')).toBeChecked();
  await button(page, 'Previous').click();
  await expect(answer(page, first[0] ?? '')).toBeChecked();
});

test('the index stays within the first and the last question', async ({ page, upstream }) => {
  upstream.answer(quizReply());
  await openQuiz(page);
  await expect(button(page, 'Previous')).toBeDisabled();
  await button(page, 'Previous').dispatchEvent('click');
  await expect(page.getByText('Question 1 of 5')).toBeVisible();
  await button(page, 'Next').click();
  await expect(button(page, 'Previous')).toBeEnabled();
  for (let step = 0; step < 3; step += 1) await button(page, 'Next').click();
  await expect(page.getByText('Question 5 of 5')).toBeVisible();
  await expect(button(page, 'Next')).toHaveCount(0);
});

test('submitting shows it for 0.5 s, then the results; nothing need be answered', async ({
  page,
  upstream,
}) => {
  upstream.answer(quizReply(), feedbackReply);
  await openQuiz(page);
  for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
  await button(page, 'Submit Quiz').click();
  await expect(button(page, 'Submitting...')).toBeVisible();
  await expect(button(page, 'Submit Quiz')).toHaveCount(0);
  await page.clock.runFor(499);
  await expect(button(page, 'Submitting...')).toBeVisible();
  await expectPath(page, '/quiz');
  await page.clock.runFor(1);
  await expectPath(page, '/results');
  await expect(heading(page, 'Quiz Results')).toBeVisible();
  await expect(page.getByText('0/5')).toBeVisible();
  await expect(page.getByText('Not answered')).toHaveCount(5);
});

test('while submitting, answers and questions stay as they are', async ({ page, upstream }) => {
  upstream.answer(quizReply(), feedbackReply);
  await openQuiz(page);
  for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
  await answer(page, answersWith(5, questions)[4] ?? '').click();
  await button(page, 'Submit Quiz').click();
  await answer(page, answersWith(0, questions)[4] ?? '').dispatchEvent('click');
  await expect(button(page, 'Previous')).toBeDisabled();
  await page.clock.runFor(500);
  await expect(page.getByText('1/5')).toBeVisible();
});

test('a double click on Submit submits once', async ({ page, upstream }) => {
  upstream.answer(quizReply(), feedbackReply);
  const feedbackCalls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/feedback')) feedbackCalls.push(request.postData() ?? '');
  });
  await openQuiz(page);
  for (let step = 0; step < 4; step += 1) await button(page, 'Next').click();
  await button(page, 'Submit Quiz').dblclick();
  await page.clock.runFor(500);
  await expectPath(page, '/results');
  await page.clock.runFor(5000);
  await expectPath(page, '/results');
  expect(feedbackCalls).toEqual(['{"topic":"history","score":0,"total":5}']);
});

test('a quiz of one question begins with Submit, and markup in texts is shown as text', async ({
  page,
  upstream,
}) => {
  const text = '<img src=x onerror=alert(1)> Which tag makes <b>bold</b> text?';
  const answers = [
    { id: 'a', text: '<b>', isCorrect: true },
    { id: 'b', text: '<i>', isCorrect: false },
    { id: 'c', text: '<u>', isCorrect: false },
    { id: 'd', text: '<s>', isCorrect: false },
  ];
  upstream.answerOthers(modelWith(contentReply(JSON.stringify([{ id: 'q', text, answers }]))));
  await openQuiz(page);
  await expect(heading(page, text)).toBeVisible();
  await expect(page.getByText('Question 1 of 1')).toBeVisible();
  const progress = page.getByRole('progressbar', { name: 'Progress' });
  await expect(progress).toHaveJSProperty('value', 1);
  await answer(page, '<b>').click();
  await button(page, 'Submit Quiz').click();
  await page.clock.runFor(500);
  await expect(page.getByText('Your answer: <b>')).toBeVisible();
  await expect(page.locator('main img, main b')).toHaveCount(0);
});
