import type { Deps } from '../../deps.ts';
import type { HandlersOf } from '../../router.ts';
import { WorkflowRuns } from './run.ts';

/** Workflows of the institution: run, and what was run here. */
export function workflowHandlers(deps: Deps): HandlersOf<'configuration.workflows'> {
  const runs = new WorkflowRuns(deps);
  return {
    'configuration.workflows.run': (wanted, { signal }) => runs.run(wanted, signal),
    'configuration.workflows.runs': () => runs.list(),
  };
}
