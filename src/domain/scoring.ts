import type { Answer, Question } from './quiz.ts';

/** Lower bounds of the labels in percent, highest first (specification, section 9). */
const labels = [
  { from: 90, label: 'Excellent work!' },
  { from: 80, label: 'Great job!' },
  { from: 70, label: 'Well done!' },
  { from: 60, label: 'Good effort!' },
  { from: Number.NEGATIVE_INFINITY, label: 'Keep practicing!' },
] as const;

export type ScoreLabel = (typeof labels)[number]['label'];

/** The answer the visitor selected, or undefined while the question is unanswered. */
export function selectedAnswer(question: Question): Answer | undefined {
  return question.answers.find((answer) => answer.id === question.selectedAnswerId);
}

/** Whether the selected answer is correct; an unanswered question counts as wrong (section 5). */
export function isAnsweredCorrectly(question: Question): boolean {
  return selectedAnswer(question)?.isCorrect ?? false;
}

/** The number of questions whose selected answer is correct (section 9). */
export function scoreOf(questions: readonly Question[]): number {
  return questions.filter(isAnsweredCorrectly).length;
}

/** How many questions have no answer selected. */
export function unansweredIn(questions: readonly Question[]): number {
  return questions.filter((question) => question.selectedAnswerId === null).length;
}

/** Score divided by total times 100, rounded; 0 of 0 is 0 (section 9). */
export function percentOf(score: number, total: number): number {
  return total === 0 ? 0 : Math.round((score / total) * 100);
}

/** The label for a percentage of 0 to 100 (section 9). */
export function labelOf(percent: number): ScoreLabel {
  return labels.find(({ from }) => percent >= from)?.label ?? 'Keep practicing!';
}

/** The progress fraction (index + 1) / total, in 0..1 (section 9); 0 when there is no question. */
export function progressFraction(index: number, total: number): number {
  return total === 0 ? 0 : (index + 1) / total;
}

/** One item of the breakdown: a question with what was answered and what is right. */
export interface BreakdownItem {
  readonly question: Question;
  readonly selected: Answer | undefined;
  /** Every correct answer; more than one, or none, where the writer gave it so (section 5). */
  readonly correct: readonly Answer[];
  readonly isCorrect: boolean;
}

/** The breakdown of the results page, one item per question, in order (section 2). */
export function breakdownOf(questions: readonly Question[]): readonly BreakdownItem[] {
  return questions.map((question) => ({
    question,
    selected: selectedAnswer(question),
    correct: question.answers.filter((answer) => answer.isCorrect),
    isCorrect: isAnsweredCorrectly(question),
  }));
}

/** A result in one line, for a visitor to pass on. */
export function resultText(topicName: string, score: number, total: number): string {
  const percent = percentOf(score, total);
  return `${topicName} Quiz: ${score}/${total} (${percent}%). ${labelOf(percent)}`;
}
