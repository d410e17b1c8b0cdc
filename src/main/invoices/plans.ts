import * as z from 'zod';
import type { Failure } from '../../contract/failure.ts';
import type { Clock, Log } from '../ports.ts';
import type { Journal } from '../journal/port.ts';
import { libraryOf } from '../journal/libraries.ts';

const Text = z.string();

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
  lines: z.array(
    z.object({
      /** Of the whole line. */
      amount: Text,
      /** `''` for a line that is for no order line. */
      pol: Text,
      quantity: z.int().positive().optional(),
      funds: z.array(z.object({ code: Text, percent: Text })).optional(),
      type: Text.optional(),
      note: Text.optional(),
      from: Text.optional(),
      to: Text.optional(),
      vatAmount: Text.optional(),
    }),
  ),
  /** What is done after its lines are added. */
  then: z.enum(['nothing', 'process', 'pay']),
});
export type InvoicePlan = z.output<typeof InvoicePlan>;

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

/**
 * Invoices that are being entered. A plan is saved as a pending step before its first request leaves, until it is
 * complete or dismissed: so the end of the program or of a window loses no line.
 */
export class InvoicePlans {
  readonly #ports: { readonly journal: Journal; readonly clock: Clock; readonly log: Log };
  /** When this run of the program began (monotonic milliseconds). */
  readonly began: number;

  constructor(ports: { readonly journal: Journal; readonly clock: Clock; readonly log: Log }) {
    this.#ports = ports;
    this.began = ports.clock.monotonic();
  }

  /** The plans that are not complete, of all libraries, oldest first. */
  list(): UnfinishedPlan[] {
    return this.#ports.journal.openSteps().flatMap(({ at, library, data, failure }) => {
      const step = PlanStep.safeParse(data);
      return step.success
        ? [{ plan: step.data.plan, library: libraryOf(library, data), since: at, failure }]
        : [];
    });
  }

  add(plan: InvoicePlan, library: string): void {
    const { journal, clock } = this.#ports;
    if (this.#has(plan.intent)) return;
    journal.saveStep({ id: plan.intent, at: clock.now().toISOString(), library, data: { kind, plan } });
  }

  /** A run of the plan has ended. Without a failure it is complete; with one it stays on the list. */
  end(intent: string, failure: Failure | null): void {
    if (this.#has(intent)) this.#ports.journal.updateStep(intent, failure && { failure });
  }

  /** Whether the journal lost rows since: it may not know of steps that were done. */
  hasLostRows(intent: string): boolean {
    return this.#ports.journal.openSteps().some(({ id, afterLoss }) => id === intent && afterLoss === true);
  }

  /** The user leaves the plan incomplete. */
  dismiss(intent: string): void {
    this.end(intent, null);
  }

  #has(intent: string): boolean {
    return this.#ports.journal.openSteps().some(({ id }) => id === intent);
  }
}
