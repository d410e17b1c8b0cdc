import * as z from 'zod';
import { Intent, Nothing, type Coded } from './common.ts';
import type { Field } from './configuration.ts';
import { asks, type Call } from './define.ts';
import type { Failure } from './failure.ts';

/** What the service said of a run: at least an id and a status. Source: Configuration objects (workflow run result). */
export interface WorkflowInstance {
  /** `''`: it came without one. */
  readonly id: string;
  readonly status: Coded;
  /** Every field that the service sent. */
  readonly fields: readonly Field[];
}

/** A run that was asked for at this workstation. */
export interface WorkflowRun {
  /** The journal’s id of it: an unclear run has the same. */
  readonly id: string;
  /** `''` where the journal’s key is missing. */
  readonly workflow: string;
  /** As they were sent, laid out to be read; `''`: none. Null where the journal’s key is missing. */
  readonly parameters: string | null;
  readonly at: string;
  /**
   * `saidToHaveRun`, `saidNotToHaveRun`: what a person has said of an unclear one. `onItsWay`: its answer is waited for.
   */
  readonly state:
    'ran' | 'refused' | 'notSent' | 'unclear' | 'onItsWay' | 'saidToHaveRun' | 'saidNotToHaveRun';
  /** Why it was refused or not sent. */
  readonly failure: Failure | null;
  /** What the service said of it, where it was run since the program was started: the journal keeps no answers. */
  readonly instance: WorkflowInstance | null;
}

/** Workflows of the institution. Source: Configuration. */
export const workflows = {
  /**
   * Runs a workflow. `parameters`: a JSON object as typed, or nothing. Fails with an invalid `workflow` or `parameters`,
   * and with `unsettled` while another run of the same workflow is on its way or not confirmed.
   */
  'configuration.workflows.run': asks(
    z.object({ intent: Intent, workflow: z.string().max(2000), parameters: z.string().max(1_000_000) }),
  ).answers<WorkflowRun>(),
  /** The runs that were asked for at this workstation and this library, the newest first: at most 200. */
  'configuration.workflows.runs': asks(Nothing).answers<readonly WorkflowRun[]>(),
} satisfies Record<string, Call>;
