import type { WorkflowRun } from '../../../contract/configuration-workflows.ts';
import { judgeObject } from '../../../shared/json-text.ts';
import { call } from '../../api.ts';
import type { SectionState, Shell } from '../../app/shell.svelte.ts';
import { failedText, resultText } from '../../ui/list/action-result.ts';
import { Listing } from '../../ui/list/listing.svelte.ts';
import { Submission } from '../../ui/list/submission.svelte.ts';
import { m } from '../../../messages/compiled/messages.js';

const operation = 'conf.workflows.run';
/** So many of the workflows that were run here are offered again. */
const mostKnown = 8;

/** Workflows: what is to be run, what came of it, and what this workstation has run before. */
export class Workflows implements SectionState {
  workflow = $state('');
  /** A JSON object as typed, or nothing. */
  parameters = $state('');
  /** It is asked whether it is to be run. */
  asking = $state(false);
  /** One for each time that a person says yes. */
  act = $state.raw(new Submission<WorkflowRun>());
  /** What was run last; null while nothing was, or something else is. */
  ran = $state.raw<WorkflowRun | null>(null);
  /** The key of the current row, and of the one whose details are open. */
  at = $state('');
  opened = $state('');
  readonly runs = new Listing<readonly WorkflowRun[]>((signal) =>
    call('configuration.workflows.runs', {}, { signal }),
  );
  readonly judged = $derived(judgeObject(this.parameters));
  /** What was run here, the newest first: the service has no list of workflows. */
  readonly known = $derived(
    (this.runs.value ?? [])
      .map(({ workflow }) => workflow)
      .filter((id, index, all) => id !== '' && all.indexOf(id) === index)
      .slice(0, mostKnown),
  );
  /** The runs of which no answer came: a person’s question. */
  readonly unclear = $derived.by(() =>
    this.#shell.desk.unclear.filter((one) => one.operation === operation && one.late === null),
  );
  readonly #shell: Shell;
  #sent = '';

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Something is typed that was not run. */
  get isUnsaved(): boolean {
    return this.parameters.trim() !== '' && this.parameters !== this.#sent;
  }

  /** Its parameters as they are listed; null where they cannot be read. */
  parametersOf(id: string): string | null {
    return this.runs.value?.find((run) => run.id === id)?.parameters ?? null;
  }

  /** Asks whether it is to be run; answers whether it can be. */
  ask(): boolean {
    if (this.act.busy || this.workflow.trim() === '' || !this.judged.ok) return false;
    this.act = new Submission();
    this.asking = true;
    return true;
  }

  /** A person has said yes: runs it once. */
  async run(): Promise<void> {
    if (!this.asking) return;
    this.asking = false;
    this.ran = null;
    const { act, workflow, parameters } = this;
    const run = await act.run((intent, signal) =>
      call('configuration.workflows.run', { intent, workflow, parameters }, { signal }),
    );
    if (this.act !== act) return;
    // What was not sent, or was refused, is still only typed.
    if (run || act.unclear) this.#sent = parameters;
    if (run) this.#ran(run);
    // Whoever is in another room by now reads it there.
    else if (act.failure) this.#shell.results.reportNote(failedText(act.failure, workflow.trim(), true));
    await this.runs.load();
  }

  /** Puts a former run into the form. It runs nothing. */
  takeUp({ workflow, parameters }: WorkflowRun): void {
    this.workflow = workflow;
    this.parameters = parameters ?? '';
    this.#sent = this.parameters;
    this.ran = null;
    this.act = new Submission();
  }

  forget(): void {
    this.runs.stop();
    this.runs.value = null;
    this.runs.failure = null;
    this.workflow = this.parameters = this.at = this.opened = this.#sent = '';
    this.asking = false;
    this.ran = null;
    this.act = new Submission();
  }

  #ran(run: WorkflowRun): void {
    this.ran = run;
    const then = run.instance?.status.label ?? '';
    this.#shell.results.reportText(resultText({ word: m.workflows_ran(), text: run.workflow, then }));
  }
}
