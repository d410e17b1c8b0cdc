import { m } from '../../../messages/compiled/messages.js';
import type { WorkflowRun } from '../../../contract/configuration-workflows.ts';
import type { Meaning } from '../../ui/meanings.ts';

/** What came of a run, as it is listed. */
export const runStates: Readonly<
  Record<WorkflowRun['state'], { readonly meaning: Meaning; readonly word: () => string }>
> = {
  ran: { meaning: 'done', word: m.workflows_ran },
  refused: { meaning: 'refused', word: m.workflows_refused },
  notSent: { meaning: 'refused', word: m.workflows_not_sent },
  unclear: { meaning: 'attention', word: m.workflows_unclear },
  onItsWay: { meaning: 'quiet', word: m.workflows_on_its_way },
  saidToHaveRun: { meaning: 'done', word: m.workflows_said_ran },
  saidNotToHaveRun: { meaning: 'information', word: m.workflows_said_not },
};

/** Parameters in one line, for a list. */
export const inOneLine = (parameters: string | null): string =>
  (parameters ?? '').replaceAll(/\s+/g, ' ').trim();
