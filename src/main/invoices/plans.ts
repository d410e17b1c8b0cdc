import * as z from 'zod';
import type { Failure } from '../../contract/failure.ts';
import type { Clock, Log } from '../ports.ts';
import type { Journal } from '../journal/port.ts';
import { libraryOf } from '../journal/libraries.ts';

const Text = z.string();

/** An invoice as somebody entered it, with all its lines. Amounts are as typed. */
export const InvoicePlan = z.object({
  intent: Text,
  number: Text,
  /** `YYYY-MM-DD`, with or without a zone letter. */
  date: Text,
  vendor: Text,
  /** ISO 4217; the institution's unless said. */
  currency: Text.optional(),
  /** Whatever else the invoice is to have, in the service's words: owner, due date, account, note … */
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
  /** How far it is to be taken once its lines are there. */
  then: z.enum(['nothing', 'process', 'pay']),
});
export type InvoicePlan = z.output<typeof InvoicePlan>;

const kind = 'invoice';

const Kept = z.object({
  kind: z.literal(kind),
  plan: InvoicePlan,
});

/** A plan that was begun, and of which something is missing. */
export interface PlanLeft {
  readonly plan: InvoicePlan;
  /** The id of the library it is for. */
  readonly library: string;
  readonly since: string;
  /** What is missing, and why; null where the program ended in the middle. */
  readonly failure: Failure | null;
}

/**
 * Invoices that are being entered. A plan is in the journal before its first request leaves, and until all of it is done
 * or somebody has read what is missing: neither the end of the program nor a window closed too early loses a line.
 */
export class InvoicePlans {
  readonly #ports: { readonly journal: Journal; readonly clock: Clock; readonly log: Log };
  /** When this run of the program began, by the clock that never jumps. */
  readonly began: number;

  constructor(ports: { readonly journal: Journal; readonly clock: Clock; readonly log: Log }) {
    this.#ports = ports;
    this.began = ports.clock.monotonic();
  }

  /** Those that are left, of whichever service, oldest first. */
  list(): PlanLeft[] {
    return this.#ports.journal.openSteps().flatMap(({ at, library, data, failure }) => {
      const kept = Kept.safeParse(data);
      return kept.success
        ? [{ plan: kept.data.plan, library: libraryOf(library, data), since: at, failure }]
        : [];
    });
  }

  keep(plan: InvoicePlan, library: string): void {
    const { journal, clock } = this.#ports;
    if (this.#isKept(plan.intent)) return;
    journal.saveStep({ id: plan.intent, at: clock.now().toISOString(), library, data: { kind, plan } });
  }

  /** All of it is done; or something is missing, refused or not known. */
  ended(intent: string, failure: Failure | null): void {
    if (this.#isKept(intent)) this.#ports.journal.updateStep(intent, failure && { failure });
  }

  /** Whether steps of it may have been done that the journal does not know of: rows of it were lost since. */
  isDoubted(intent: string): boolean {
    return this.#ports.journal.openSteps().some(({ id, afterLoss }) => id === intent && afterLoss === true);
  }

  /** Somebody has read what is missing of it and leaves it at that. */
  dismiss(intent: string): void {
    this.ended(intent, null);
  }

  #isKept(intent: string): boolean {
    return this.#ports.journal.openSteps().some(({ id }) => id === intent);
  }
}
