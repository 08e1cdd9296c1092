import { answersPerQuestion, questionsPerQuiz } from '../../../domain/limits.ts';
import type { Question } from '../../../domain/quiz.ts';

/**
 * Whether the quiz has more or fewer than the five questions asked for. The specification asks for
 * five (section 9) and accepts any number (section 5).
 */
export function notFiveQuestions(questions: readonly Question[]): boolean {
  return questions.length !== questionsPerQuiz;
}

/**
 * Whether the question has more or fewer than the four answers asked for. The specification asks
 * for four (section 9) and does not check (section 5).
 */
export function notFourAnswers({ answers }: Question): boolean {
  return answers.length !== answersPerQuestion;
}
