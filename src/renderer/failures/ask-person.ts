import { m } from '../../messages/compiled/messages.js';
import type { AskPerson } from '../../contract/desk.ts';

/** Where a person looks before anything is done again, of what Carrel cannot look up. */
export const askPerson: Readonly<Record<AskPerson, () => string>> = {
  noListOfWorkflowRuns: m.desk_ask_workflow_runs,
  noListOfLendingRequests: m.desk_ask_lending_requests,
  journalKeyLost: m.desk_ask_key_lost,
  unknownOperation: m.desk_ask_unknown_operation,
};

/** What is never looked up, by operation. A test holds it against main's resolvers. */
export const neverLookedUp: Readonly<Record<string, AskPerson>> = {
  'conf.workflows.run': 'noListOfWorkflowRuns',
  'partners.lendingRequests.create': 'noListOfLendingRequests',
};

/** What to do about an operation of which it is not known whether it happened. */
export function unknownTodo(operation: string): string {
  const why = Object.hasOwn(neverLookedUp, operation) ? neverLookedUp[operation] : undefined;
  return why ? askPerson[why]() : m.failures_unknown_do();
}
