import type { WorkflowInstance, WorkflowRun } from '../../../contract/configuration-workflows.ts';
import { codeOf, isFields, labelOf, textOf } from '../../../service/read.ts';
import { WorkflowInstance as Instance } from '../../../service/shapes/config.ts';
import { judgeObject } from '../../../shared/json-text.ts';
import type { Deps } from '../../deps.ts';
import { Failed, invalid } from '../../failure.ts';
import { codeIn } from '../../forms/fields.ts';
import type { JournalEntry } from '../../journal/port.ts';
import { fieldsOf } from '../fields.ts';

const operation = 'conf.workflows.run';
/** So many runs are listed, and so many of their answers are remembered. */
const most = 200;

type WorkflowDeps = Pick<Deps, 'commands' | 'connection' | 'journal' | 'unclear' | 'clock'>;

/** A run as a person asks for it. */
interface Wanted {
  readonly intent: string;
  readonly workflow: string;
  readonly parameters: string;
}

/** The workflows that were run here. Nothing lists them at the service, so what it answered is remembered. */
export class WorkflowRuns {
  readonly #deps: WorkflowDeps;
  /** What the service said, by the journal’s id. */
  readonly #instances = new Map<string, WorkflowInstance>();
  /** What is on its way, by library and workflow: the same is not asked for by a second window meanwhile. */
  readonly #onTheirWay = new Map<string, { readonly id: string; readonly at: string }>();

  constructor(deps: WorkflowDeps) {
    this.#deps = deps;
    // The answer came after its window stopped waiting: what it says is nowhere else.
    deps.unclear.resolved.on(({ id, happened, record }) => {
      if (!happened || deps.journal.entry(id)?.operation !== operation) return;
      const { data: instance } = Instance.safeParse(record);
      if (instance) this.#remember(id, instanceOf(instance));
    });
  }

  /** Runs one. It acts at once, and no read shows whether it did: an unclear run is a person’s to decide. */
  async run({ intent, ...typed }: Wanted, signal: AbortSignal): Promise<WorkflowRun> {
    const { commands, connection, clock } = this.#deps;
    commands.mustBeNew(intent);
    const workflow = idIn(typed.workflow);
    const body = parametersIn(typed.parameters);
    const service = await connection.service();
    const key = `${service.library.id} ${workflow}`;
    const other = this.#onTheirWay.get(key);
    if (other) throw new Failed({ kind: 'unsettled', operation, journalId: other.id, at: other.at });
    const at = clock.now().toISOString();
    this.#onTheirWay.set(key, { id: intent, at });
    try {
      const { answer } = await commands.run({
        ...{ id: intent, operation, queue: `workflow:${workflow}`, about: workflow, before: null },
        args: { path: { workflow_id: workflow }, ...(body && { body }) },
        ...{ service, signal },
      });
      const instance = instanceOf(answer);
      this.#remember(intent, instance);
      const parameters = body ? laidOut(body) : '';
      return { id: intent, workflow, parameters, at, state: 'ran', failure: null, instance };
    } finally {
      this.#onTheirWay.delete(key);
    }
  }

  /** The runs of this library, from the journal. */
  async list(): Promise<WorkflowRun[]> {
    const { library } = await this.#deps.connection.service();
    return this.#deps.journal.madeAt(library.id, [operation], most).map((entry) => this.#viewOf(entry));
  }

  #viewOf(entry: JournalEntry): WorkflowRun {
    const { id, about, at, failure, unreadable } = entry;
    const { body } = isFields(entry.payload) ? entry.payload : { body: undefined };
    return {
      ...{ id, workflow: about, at, failure, state: this.#stateOf(entry) },
      parameters: unreadable ? null : body === undefined ? '' : laidOut(body),
      instance: this.#instances.get(id) ?? null,
    };
  }

  #stateOf({ id, state, settledBy }: JournalEntry): WorkflowRun['state'] {
    const isPersons = settledBy === 'person';
    switch (state) {
      case 'accepted':
        return isPersons ? 'saidToHaveRun' : 'ran';
      case 'refused':
        return 'refused';
      case 'notSent':
        return isPersons ? 'saidNotToHaveRun' : 'notSent';
      case 'intended':
      case 'sent':
      case 'unknown':
        return this.#deps.unclear.has(id) ? 'unclear' : 'onItsWay';
    }
  }

  #remember(id: string, instance: WorkflowInstance): void {
    this.#instances.set(id, instance);
    const [oldest = ''] = this.#instances.keys();
    if (this.#instances.size > most) this.#instances.delete(oldest);
  }
}

/** The id as it can be sent: with any slash, as one part of the path. Dots alone would be steps in it. */
function idIn(text: string): string {
  const id = codeIn('workflow', text);
  if (id === '.' || id === '..') throw invalid('workflow', 'malformed');
  return id;
}

function parametersIn(text: string): Readonly<Record<string, unknown>> | null {
  const judged = judgeObject(text);
  if (judged.ok) return judged.value;
  const { why, line, column } = judged.fault;
  throw invalid('parameters', why === 'tooLong' ? 'tooLong' : 'malformed', `${line}:${column}`);
}

const laidOut = (body: unknown): string => JSON.stringify(body, null, 2);

const instanceOf = (instance: Instance): WorkflowInstance => ({
  id: textOf(instance.id),
  status: { code: codeOf(instance.status), label: labelOf(instance.status) },
  fields: fieldsOf(instance),
});
