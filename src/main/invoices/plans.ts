import * as z from 'zod';
import type { Failure } from '../../contract/failure.ts';
import type { JobProgress } from '../../contract/invoices.ts';
import { Emitter } from '../emitter.ts';
import { invalid } from '../failure.ts';
import type { Clock, Log } from '../ports.ts';
import type { Journal } from '../journal/port.ts';
import { libraryOf } from '../journal/libraries.ts';

const Text = z.string();

/** A fund's share of a line: a percentage of it, or a sum. */
const PlannedFund = z.object({ code: Text, percent: Text.optional(), amount: Text.optional() });

const PlannedLine = z.object({
  /** Of the whole line. */
  amount: Text,
  /** `''` for a line that is for no order line. */
  pol: Text,
  quantity: z.int().positive().optional(),
  funds: z.array(PlannedFund).optional(),
  type: Text.optional(),
  note: Text.optional(),
  from: Text.optional(),
  to: Text.optional(),
  vatAmount: Text.optional(),
  /** How often it was corrected after it was refused. Each time it is a step of its own. */
  corrections: z.int().nonnegative().optional(),
  /** Why it is not entered. */
  leftOut: Text.optional(),
});
export type PlannedLine = z.output<typeof PlannedLine>;

/** An invoice with all its lines, as the user entered it. Amounts are as typed. */
export const InvoicePlan = z.object({
  intent: Text,
  number: Text,
  /** `YYYY-MM-DD`, with or without a zone letter. */
  date: Text,
  vendor: Text,
  /** ISO 4217; by default the institution's. */
  currency: Text.optional(),
  /** Other fields of the invoice, in the service's words: owner, due date, account, note … */
  fields: z.record(Text, z.unknown()).optional(),
  /** The total on the paper, as typed. It is not sent. */
  paperTotal: Text.optional(),
  lines: z.array(PlannedLine),
  /** What is done after its lines are added. */
  then: z.enum(['nothing', 'process', 'pay']),
  /** It is created only where the vendor has no invoice with this number. */
  mustBeOnly: z.literal(true).optional(),
  /** What it is created for: lines that are corrected or left out later do not change that. */
  total: Text.optional(),
  /** The invoice, once it is known. */
  invoiceId: Text.optional(),
  /** It is processed although its lines do not come to its total. */
  despiteTotal: z.literal(true).optional(),
  /** The codes of the alerts with which it is processed all the same. */
  despiteAlerts: z.array(Text).optional(),
});
export type InvoicePlan = z.output<typeof InvoicePlan>;

/** The name of the step that adds the nth line, as it was corrected last. */
export function lineStep(nth: number, { corrections = 0 }: PlannedLine): string {
  const name = `line-${String(nth)}`;
  return corrections === 0 ? name : `${name}-corrected-${String(corrections)}`;
}

const kind = 'invoice';

const PlanStep = z.object({
  kind: z.literal(kind),
  plan: InvoicePlan,
});

/** A plan that is not complete. */
export interface UnfinishedPlan {
  readonly plan: InvoicePlan;
  /** The id of the library it is for. */
  readonly library: string;
  readonly since: string;
  /** Why it is not complete; null where the program ended in the middle. */
  readonly failure: Failure | null;
}

interface TrackedPlan extends UnfinishedPlan {
  /** Rows of the journal were lost since: it may not know of steps that were done. */
  readonly hasLostRows: boolean;
}

/**
 * Invoices that are being entered. A plan is saved as a pending step before its first request leaves, until it is
 * complete or dismissed: so the end of the program or of a window loses no line.
 */
export class InvoicePlans {
  /** Tells that the list has changed, or how far a plan has come. */
  readonly changes = new Emitter<null>();
  readonly #ports: { readonly journal: Journal; readonly clock: Clock; readonly log: Log };
  readonly #plans = new Map<string, TrackedPlan>();
  readonly #running = new Map<string, JobProgress>();
  readonly #seen = new Map<string, Map<string, Failure | 'done'>>();
  /** The intents that were used in this run of the program. */
  readonly #used = new Set<string>();
  /** When this run of the program began (monotonic milliseconds). */
  readonly began: number;

  constructor(ports: { readonly journal: Journal; readonly clock: Clock; readonly log: Log }) {
    this.#ports = ports;
    this.began = ports.clock.monotonic();
    this.#readAll();
  }

  /** A key of the journal is available again: plans that could not be read are read now. */
  reread(): void {
    this.#readAll();
    this.changed();
  }

  /** Tells that the list has changed. */
  changed(): void {
    this.changes.emit(null);
  }

  /** The plans that are not complete, of all libraries, oldest first. */
  list(): UnfinishedPlan[] {
    return [...this.#plans.values()];
  }

  /** How many plans of this library are not complete. */
  countAt(library: string): number {
    return this.list().filter((one) => one.library === library).length;
  }

  /** Whether the lines of a plan of this library go into this invoice. */
  hasInvoice(library: string, invoiceId: string): boolean {
    return this.list().some((one) => one.library === library && one.plan.invoiceId === invoiceId);
  }

  /** The plan at this library. Throws `gone` where there is none. */
  at(library: string, intent: string): InvoicePlan {
    const tracked = this.#plans.get(intent);
    if (tracked?.library !== library) throw invalid('id', 'gone');
    return tracked.plan;
  }

  add(plan: InvoicePlan, library: string): void {
    const { intent } = plan;
    if (this.#plans.has(intent)) return;
    const at = this.#ports.clock.now().toISOString();
    this.#ports.journal.saveStep({ id: intent, at, library, data: { kind, plan } });
    this.#plans.set(intent, { plan, library, since: at, failure: null, hasLostRows: false });
    this.changed();
  }

  /** Saves a plan that has changed, before anything of the change is sent. Does nothing to one that has ended. */
  update(plan: InvoicePlan): void {
    const tracked = this.#plans.get(plan.intent);
    if (!tracked) return;
    const { since: at, library } = tracked;
    this.#ports.journal.saveStep({ id: plan.intent, at, library, data: { kind, plan } });
    this.#plans.set(plan.intent, { ...tracked, plan });
    this.changed();
  }

  /** A run of the plan has ended. Without a failure it is complete; with one it stays on the list. */
  end(intent: string, failure: Failure | null): void {
    this.#running.delete(intent);
    const tracked = this.#plans.get(intent);
    if (tracked) {
      this.#ports.journal.updateStep(intent, failure && { failure });
      if (failure) this.#plans.set(intent, { ...tracked, failure });
      else this.#plans.delete(intent);
    }
    this.changed();
  }

  hasLostRows(intent: string): boolean {
    return this.#plans.get(intent)?.hasLostRows === true;
  }

  /** Whether any plan runs now. */
  get isAnyRunning(): boolean {
    return this.#running.size > 0;
  }

  /** What a running plan does now; null where it does not run. */
  progressOf(intent: string): JobProgress | null {
    return this.#running.get(intent) ?? null;
  }

  /** A run of the plan has come to this step. */
  progress(intent: string, progress: JobProgress): void {
    this.#running.set(intent, progress);
    this.changed();
  }

  /**
   * The user leaves the plan incomplete. Throws `notNow` while it runs (what it does then would be on no list), and
   * `gone` where there is none.
   */
  dismiss(intent: string): void {
    if (!this.#plans.has(intent)) throw invalid('id', 'gone');
    if (this.#running.has(intent)) throw invalid('id', 'notNow');
    this.end(intent, null);
  }

  /** What is known of a step beside the journal: that it was done, or why it failed before anything was sent. */
  seen(intent: string, step: string): Failure | 'done' | null {
    return this.#seen.get(intent)?.get(step) ?? null;
  }

  noteSeen(intent: string, step: string, what: Failure | 'done' | null): void {
    const steps = this.#seen.get(intent) ?? new Map<string, Failure | 'done'>();
    if (what === null) steps.delete(step);
    else this.#seen.set(intent, steps.set(step, what));
  }

  /**
   * Takes a new intent, before anything is read for it. Throws `alreadySent` where it is in use or was used: a second
   * click begins nothing, and a plan that has ended does not begin once more.
   */
  claim(intent: string): void {
    if (this.#used.has(intent) || this.#plans.has(intent)) throw invalid('intent', 'alreadySent');
    this.#used.add(intent);
  }

  /** Nothing was begun with the intent: it can be used again. */
  release(intent: string): void {
    this.#used.delete(intent);
  }

  #readAll(): void {
    for (const { id, at, library, data, failure, afterLoss } of this.#ports.journal.openSteps()) {
      const step = PlanStep.safeParse(data);
      if (!step.success || this.#plans.has(id)) continue;
      const { plan } = step.data;
      this.#plans.set(id, {
        ...{ plan, library: libraryOf(library, data), since: at, failure },
        hasLostRows: afterLoss === true,
      });
    }
  }
}
