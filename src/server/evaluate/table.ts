import { reviewRules } from '../quiz/review/flaw.ts';
import type { AttemptFigures } from './attempt-figures.ts';
import type { Evaluation } from './evaluation.ts';
import { countAndShare, durationOf } from './format.ts';
import { type KeyPlace, keyPlaces } from './question-figures.ts';
import { heading, rateRow, row } from './row.ts';
import { usageSection } from './usage-table.ts';

const ordinals = ['first', 'second', 'third'];

function quizSection({ quizzes }: Evaluation): readonly string[] {
  return [
    heading('Quizzes'),
    row('finished', quizzes.finished),
    ...quizzes.acceptedAt.map((rate, at) => rateRow(`accepted at attempt ${at + 1}`, rate)),
    rateRow('served with flaws', quizzes.servedWithFlaws),
    rateRow('failed', quizzes.failed),
  ];
}

function attemptSection({ attempts, byAttempt, blindCheck }: Evaluation): readonly string[] {
  const columns = [...byAttempt, attempts];
  const cells = (label: string, cell: (figures: AttemptFigures) => string | number) =>
    row(label, ...columns.map(cell));
  const checked = blindCheck.agreed.of + blindCheck.unchecked.of > 0;
  return [
    heading('Attempts', ...ordinals.slice(0, byAttempt.length), 'all'),
    cells('made', ({ made }) => made),
    cells('without a flaw', ({ accepted }) => countAndShare(accepted)),
    cells('with flaws', ({ flawed }) => countAndShare(flawed)),
    cells('failed', ({ failed }) => countAndShare(failed)),
    cells('latency, p50', ({ latencyMs }) => durationOf(latencyMs.p50)),
    cells('latency, p95', ({ latencyMs }) => durationOf(latencyMs.p95)),
    '',
    heading(
      `Of the replies that could be read${checked ? ' (key-disputed: that were checked)' : ''}`,
    ),
    cells('replies', ({ mended }) => mended.of),
    cells('mended', ({ mended }) => countAndShare(mended)),
    ...reviewRules.map((rule) => cells(rule, ({ flaws }) => countAndShare(flaws[rule]))),
  ];
}

function failureSection({ failures }: Evaluation): readonly string[] {
  if (failures.length === 0) return [];
  return ['', heading('Failures'), ...failures.map(({ name, count }) => row(name, count))];
}

const placeLabel = (place: KeyPlace) =>
  place === 'other' ? 'no key, several, or beyond d' : `key at ${place}`;

function questionSection({ questions }: Evaluation): readonly string[] {
  const { keys, keyLongest, keyStandsOut, repeatedWithin, repeatedAcross } = questions;
  return [
    heading('Questions in those replies, before shuffling'),
    row('questions', questions.questions),
    ...keyPlaces.map((place) => rateRow(placeLabel(place), keys[place])),
    rateRow('key longest of all', keyLongest, '(chance: 25 %)'),
    rateRow('key 1.5 times the mean or more', keyStandsOut),
    rateRow('repeated within a quiz', repeatedWithin),
    rateRow('repeated from earlier quizzes', repeatedAcross, 'in later quizzes'),
  ];
}

function blindCheckSection({ blindCheck }: Evaluation): readonly string[] {
  const { quizzesChecked, agreed, unchecked } = blindCheck;
  return [
    heading('Blind check, of replies without any other flaw'),
    row('replies checked', quizzesChecked),
    rateRow('the model agrees with the key', agreed, 'questions'),
    rateRow('check failed or unreadable', unchecked, 'checks'),
  ];
}

/** The numbers as lines of plain text, for a terminal of 100 columns. */
export function tableOf(evaluation: Evaluation): readonly string[] {
  return [
    ...quizSection(evaluation),
    '',
    ...attemptSection(evaluation),
    ...failureSection(evaluation),
    '',
    ...questionSection(evaluation),
    '',
    ...blindCheckSection(evaluation),
    '',
    ...usageSection(evaluation.usage),
  ];
}
