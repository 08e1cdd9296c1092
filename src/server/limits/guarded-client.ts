import type { ChatClient } from '../model/chat-client.ts';
import type { CallBudget } from './call-budget.ts';
import type { CallGate } from './call-gate.ts';
import { BudgetSpentError } from './errors.ts';

export interface GuardedClientParts {
  readonly client: ChatClient;
  readonly gate: CallGate;
  readonly budget: CallBudget;
}

/**
 * The client behind the service's own limits (design, section 2): every call, whatever it is for,
 * takes a place at the gate and then one call of the budget. `complete` rejects with
 * OverCapacityError or BudgetSpentError before the client is asked; else it is the client's own.
 */
export function createGuardedClient({ client, gate, budget }: GuardedClientParts): ChatClient {
  return {
    complete(request, options, onStart) {
      const { priority = 'visitor', signal } = options;
      return gate.run(priority, signal, async () => {
        const taken = await budget.take();
        if (!taken.ok) throw new BudgetSpentError(taken.retryAfterMs);
        return await client.complete(request, options, onStart);
      });
    },
    close: () => client.close(),
  };
}
