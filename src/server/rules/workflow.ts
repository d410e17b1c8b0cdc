import { codes } from '../../service/codes.ts';
import { textOf } from '../../service/read.ts';
import type { WorkflowInstance } from '../../service/shapes/config.ts';
import { refused } from './refusal.ts';

/**
 * A run of a workflow, an instance, is over when it is answered: it runs in the call that asks for it, in the one
 * transaction of that call.
 *
 *     (none) ── POST ──> COMPLETED, with what was done in `result`
 *     (none) ── POST, and it fails ──> (none): everything is undone, and the call refused
 *
 * It does not begin at all where the workflow is unknown, not active, or lacks something it needs (60260): a parameter
 * it can use, a letter that is switched on.
 *
 * Source: Configuration; Workflow run result; the workflows and their states are ours.
 */
export function finished(run: {
  readonly id: number;
  readonly workflow: string;
  readonly now: Date;
  readonly parameters: object;
  readonly result: Readonly<Record<string, number>>;
}): WorkflowInstance & { start_time: string } {
  return {
    id: String(run.id),
    workflow: { value: run.workflow },
    status: { value: 'COMPLETED', desc: 'Completed' },
    start_time: run.now.toISOString(),
    end_time: run.now.toISOString(),
    parameters: run.parameters,
    result: run.result,
  };
}

/** Refuses a workflow that cannot start, and says what it lacks. */
export function cannotStart(workflow: string, lacks: string): Error {
  return refused(codes.processNotStarted, `The process ${workflow} could not be started: ${lacks}.`);
}

/** A parameter that is a text, or undefined where it is not given. */
export function textParameter(
  workflow: string,
  parameters: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined {
  const value = parameters[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' || typeof value === 'number') return textOf(value);
  throw cannotStart(workflow, `the parameter ${name} is not a text`);
}
