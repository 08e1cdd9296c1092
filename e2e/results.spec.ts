import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  answersWith,
  contentReply,
  feedbackReply,
  feedbackText,
  modelWith,
  questions,
  quizReply,
  rightAnswer,
  writtenQuestions,
  wrongAnswer,
} from './replies.ts';
import { answerQuiz, button, card, expectPath, followLink, heading, openQuiz } from './visitor.ts';

// A page at rest is quicker, and nothing here is about motion.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const labels = [
  { right: 0, of: 5, percent: 0, label: 'Keep practicing!' },
  { right: 1, of: 5, percent: 20, label: 'Keep practicing!' },
  { right: 2, of: 5, percent: 40, label: 'Keep practicing!' },
  { right: 3, of: 5, percent: 60, label: 'Good effort!' },
  { right: 4, of: 5, percent: 80, label: 'Great job!' },
  { right: 5, of: 5, percent: 100, label: 'Excellent work!' },
  { right: 13, of: 22, percent: 59, label: 'Keep practicing!' },
  { right: 9, of: 13, percent: 69, label: 'Good effort!' },
  { right: 7, of: 10, percent: 70, label: 'Well done!' },
  { right: 11, of: 14, percent: 79, label: 'Well done!' },
  { right: 8, of: 9, percent: 89, label: 'Great job!' },
  { right: 9, of: 10, percent: 90, label: 'Excellent work!' },
  // 69.57 is rounded before it is judged.
  { right: 16, of: 23, percent: 70, label: 'Well done!' },
];

for (const { right, of, percent, label } of labels) {
  test(`${right} of ${of} is ${percent}%: ${label}`, async ({ page, upstream }) => {
    const written = writtenQuestions(of);
    upstream.answerOthers(modelWith(quizReply(written)));
    await openQuiz(page);
    await answerQuiz(page, answersWith(right, written));
    const score = page.getByRole('region', { name: 'Score' });
    await expect(score.getByText(`${right}/${of}`, { exact: true })).toBeVisible();
    await expect(score.getByText(`${percent}%`, { exact: true })).toBeVisible();
    await expect(score.getByText(label, { exact: true })).toBeVisible();
    const items = page.getByRole('region', { name: 'Question Breakdown' }).getByRole('listitem');
    await expect(items).toHaveCount(of);
    await expect(items.getByText('Correct answer: ')).toHaveCount(of - right);
  });
}

function breakdownItem(page: Page, index: number) {
  return page.getByRole('region', { name: 'Question Breakdown' }).getByRole('listitem').nth(index);
}

test('the results show the topic, the feedback and each question as it was answered', async ({
  page,
  upstream,
}) => {
  const [first, second, third] = questions;
  if (!(first && second && third)) throw new Error('too few questions');
  upstream.answer(quizReply(), feedbackReply);
  await openQuiz(page, 'Wellness');
  await answerQuiz(page, [rightAnswer(first), wrongAnswer(second), null, null, null]);

  await expect(heading(page, 'Quiz Results')).toBeVisible();
  await expect(page.getByText('Wellness Quiz', { exact: true })).toBeVisible();
  await expect(heading(page, 'Question Breakdown')).toBeVisible();
  await expect(page.getByText(feedbackText, { exact: true })).toBeVisible();
  await expect(page.getByText('Generating feedback...')).toHaveCount(0);

  const right = breakdownItem(page, 0);
  await expect(right.getByRole('heading')).toHaveText(first.text);
  await expect(right.getByText(`Your answer: ${rightAnswer(first)}`)).toBeVisible();
  await expect(right.getByText('Correct answer: ')).toHaveCount(0);
  await expect(right.getByText(first.explanation)).toBeVisible();

  const wrong = breakdownItem(page, 1);
  await expect(wrong.getByRole('heading')).toHaveText(second.text);
  await expect(wrong.getByText(`Your answer: ${wrongAnswer(second)}`)).toBeVisible();
  await expect(wrong.getByText(`Correct answer: ${rightAnswer(second)}`)).toBeVisible();
  await expect(wrong.getByText(second.explanation)).toBeVisible();

  const open = breakdownItem(page, 2);
  await expect(open.getByText('Not answered', { exact: true })).toBeVisible();
  await expect(open.getByText('Your answer: ')).toHaveCount(0);
  await expect(open.getByText(`Correct answer: ${rightAnswer(third)}`)).toBeVisible();
});

test('a question without answers, without a right one or with two is shown as it is', async ({
  page,
  upstream,
}) => {
  const two = [
    { id: 'a', text: 'Two', isCorrect: true },
    { id: 'b', text: 'Three', isCorrect: true },
    { id: 'c', text: 'Four', isCorrect: false },
  ];
  const none = [
    { id: 'a', text: 'Red', isCorrect: false },
    { id: 'b', text: 'Blue', isCorrect: false },
  ];
  const written = [
    { id: 'q-1', text: 'Which of these is prime?', answers: two },
    { id: 'q-2', text: 'Which of these is a fruit?', answers: none },
    { id: 'q-3', text: 'What was not asked?', answers: [] },
  ];
  upstream.answerOthers(modelWith(contentReply(JSON.stringify(written))));
  await openQuiz(page);
  await answerQuiz(page, ['Four', 'Red', null]);
  await expect(page.getByText('0/3')).toBeVisible();
  await expect(breakdownItem(page, 0).getByText('Correct answer: Two / Three')).toBeVisible();
  await expect(breakdownItem(page, 1).getByText('Your answer: Red')).toBeVisible();
  await expect(breakdownItem(page, 1).getByText('Correct answer: ')).toHaveCount(0);
  await expect(breakdownItem(page, 2).getByText('Not answered')).toBeVisible();
});

test("'Take Another Quiz' resets the quiz and goes to the topics", async ({ page, upstream }) => {
  upstream.answer(quizReply(), feedbackReply, quizReply(), feedbackReply);
  await openQuiz(page, 'History');
  await answerQuiz(page, answersWith(5, questions));
  await button(page, 'Take Another Quiz').click();
  await expectPath(page, '/');
  await expect(heading(page, 'Choose Your Quiz Topic')).toBeVisible();
  for (const path of ['/quiz', '/results']) {
    await followLink(page, path);
    await expectPath(page, '/');
  }
  await card(page, 'Art').click();
  await expect(card(page, 'Art').getByLabel('Ready')).toBeVisible();
  await page.clock.runFor(800);
  await expect(heading(page, 'Art Quiz')).toBeVisible();
  await expect(page.getByText('Question 1 of 5')).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await answerQuiz(page, answersWith(2, questions));
  await expect(page.getByText('2/5')).toBeVisible();
});

test("'Back to Topics' goes to the topics", async ({ page, upstream }) => {
  upstream.answer(quizReply(), feedbackReply);
  await openQuiz(page);
  await answerQuiz(page, answersWith(5, questions));
  await page.getByRole('link', { name: 'Back to Topics' }).click();
  await expectPath(page, '/');
  await expect(page.getByRole('button')).toHaveCount(10);
});
