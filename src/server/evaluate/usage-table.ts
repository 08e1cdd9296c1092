import { amountOf, tokensOf } from './format.ts';
import { heading, row } from './row.ts';
import type { CallUsage, QuizUsage, UsageFigures } from './usage-figures.ts';

type Amounts = Pick<QuizUsage, 'promptTokens' | 'completionTokens' | 'cost'>;

function usageRow(label: string, calls: string | number, amounts: Amounts): string {
  const { promptTokens, completionTokens, cost } = amounts;
  const tokens = [tokensOf(promptTokens), tokensOf(completionTokens)];
  return row(label, calls, ...tokens, cost === null ? '–' : amountOf(cost));
}

/** Says of how many calls the numbers are, where some calls came without them. */
function reportedLine({ calls, tokensReported, costReported }: CallUsage): readonly string[] {
  const hasAll = tokensReported === calls && (costReported === calls || costReported === 0);
  if (hasAll) return [];
  const cost = costReported > 0 ? `, cost for ${costReported}` : '';
  return [`  The service reported tokens for ${tokensReported} of ${calls} calls${cost}.`];
}

/** Tokens and cost as lines of plain text. */
export function usageSection(usage: UsageFigures): readonly string[] {
  const { writing, blindChecks, all, perQuiz, costPer1000Quizzes } = usage;
  return [
    heading('Tokens and cost', 'calls', 'prompt', 'completion', 'cost'),
    usageRow('writing', writing.calls, writing),
    usageRow('blind checks', blindChecks.calls, blindChecks),
    ...(perQuiz ? [usageRow('per quiz, both', perQuiz.calls.toFixed(1), perQuiz)] : []),
    ...reportedLine(all),
    costPer1000Quizzes === null
      ? '  The service reported no cost.'
      : `  1,000 quizzes would cost ${amountOf(costPer1000Quizzes)} (extrapolated; US dollars at OpenRouter).`,
  ];
}
