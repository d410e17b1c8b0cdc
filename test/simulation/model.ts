import type { Reply } from '../../src/contract/define.ts';
import type { Failure } from '../../src/contract/failure.ts';
import type { InvoicePlan } from '../../src/main/invoices/plans.ts';
import type { InvoiceOutcome } from '../../src/main/invoices/run.ts';
import { Books } from './books.ts';
import { now } from './clock.ts';
import type { History } from './history.ts';
import { TableBook } from './tables.ts';
import type { VendorFile } from './people/vendor-files.ts';

/** What a person was told of something they wanted done. */
export type Says = 'done' | 'notDone' | 'unknown';

/** What somebody wants done once, however often it has to be asked for. */
export interface Wish {
  readonly what: string;
  readonly library: string;
  readonly station: string;
  readonly window: number;
}

/** One asking: the id that the window gave it is the command's. */
export interface Asking {
  readonly id: string;
  readonly wish: Wish;
  /** The library that the station stood on when it was asked for; null where nobody knew. */
  readonly at: string | null;
  says: Says | null;
  /** What it was told by, for whoever reads. */
  how: string;
  saidAt: number;
  /** It was told once that it had not happened, and later that it had. */
  late: boolean;
  /** Its program died before it was told: whoever asked looks at what stands there now. */
  crashed: boolean;
  /** A scan that was taken: whatever comes, somebody is told of it. */
  taken: boolean;
}

/** An invoice that somebody entered, and what they were told came of it. */
export interface Invoiced {
  readonly plan: InvoicePlan;
  readonly wish: Wish;
  told: Reply<InvoiceOutcome> | null;
  /** Where somebody waits for what comes of it now. */
  waits: readonly Wish[];
  /** Whoever waited for it last was gone before they were told: they look at what stands there. */
  unheard: boolean;
}

/** An item that is received, to be kept in a department then. */
export interface KeepRequest {
  readonly pid: string;
  readonly pol: string;
  /** What was said of the second step; null: nothing. */
  told: 'done' | 'unfinished' | null;
}

/** What the person at the window reads out of a failure: whether to do it again. */
export function saysOf(failure: Failure): Says {
  return failure.kind === 'unknown-outcome' || failure.kind === 'rowLost' ? 'unknown' : 'notDone';
}

/** What all the people know: what they wanted, and what they were told came of it. */
export class Model {
  readonly askings = new Map<string, Asking>();
  /** By their scans: the books that were lent for a day set by hand. */
  readonly dues = new Map<string, { readonly day: string; readonly code: string }>();
  /** The library at which each scan was made: what a queue does with it may be on behalf of another. */
  readonly scannedAt = new Map<string, string | null>();
  /** By their receipts. */
  readonly keeps = new Map<string, KeepRequest>();
  readonly invoices = new Map<string, Invoiced>();
  readonly books = new Books();
  readonly tables = new TableBook();
  /** The vendors' files that somebody has begun to import. */
  readonly files: (VendorFile & { readonly station: string })[] = [];
  /** What somebody has seen that cannot be right. */
  readonly wrongs: string[] = [];
  /** Commands of which somebody was told, after they had stood as not done, that they were. */
  readonly lateNotices = new Set<string>();
  readonly #history: History;

  constructor(history: History) {
    this.#history = history;
  }

  ask(id: string, wish: Wish, at: string | null): Asking {
    const asking: Asking = {
      id,
      wish,
      at,
      says: null,
      how: '',
      saidAt: 0,
      late: false,
      crashed: false,
      taken: false,
    };
    this.askings.set(id, asking);
    this.#history.note(wish.station, () => `asks ${wish.what} (${id.slice(0, 8)}) at ${wish.library}`);
    return asking;
  }

  /** Somebody enters an invoice. */
  enters(plan: InvoicePlan, wish: Wish): void {
    this.invoices.set(plan.intent, { plan, wish, told: null, waits: [wish], unheard: false });
  }

  /** The same invoice was entered twice. */
  hasTwin(intent: string): boolean {
    return this.twinsOf(intent).length > 0;
  }

  /** What else was entered with its number at the same workstation. */
  twinsOf(intent: string): Invoiced[] {
    const invoice = this.invoices.get(intent);
    return [...this.invoices.values()].filter(
      ({ plan, wish }) =>
        plan.intent !== intent &&
        plan.number === invoice?.plan.number &&
        wish.station === invoice.wish.station,
    );
  }

  /** Somebody goes on with one. */
  goesOn(intent: string, waits: Wish): void {
    const invoice = this.invoices.get(intent);
    if (invoice) invoice.waits = [...invoice.waits, waits];
  }

  /** They have been told what came of an invoice; null: that there is nothing left to be gone on with. */
  invoiced(intent: string, report: Reply<InvoiceOutcome> | null, them: Wish): void {
    const invoice = this.invoices.get(intent);
    if (!invoice) return;
    invoice.waits = invoice.waits.filter((one) => one !== them);
    if (!report) return;
    // That it could not be gone on with takes nothing from what somebody was told of an invoice that is there.
    const wasThere = invoice.told?.ok === true && invoice.told.value.invoiceId !== '';
    if (report.ok || !wasThere) invoice.told = report;
    if (report.ok) invoice.unheard = false;
    const { plan, wish } = invoice;
    this.#history.note(wish.station, () => `is told of invoice ${plan.number}: ${JSON.stringify(report)}`);
  }

  taken(id: string): void {
    const asking = this.askings.get(id);
    if (asking) asking.taken = true;
  }

  /** A program died. */
  died(station: string): void {
    this.#gone((wish) => wish.station === station);
  }

  /** A window was closed. */
  closed(station: string, window: number): void {
    this.#gone((wish) => wish.station === station && wish.window === window);
  }

  #gone(isGone: (wish: Pick<Wish, 'station' | 'window'>) => boolean): void {
    for (const invoice of this.invoices.values()) {
      const remaining = invoice.waits.filter((wish) => !isGone(wish));
      if (remaining.length < invoice.waits.length) invoice.unheard = true;
      invoice.waits = remaining;
    }
    for (const asking of this.askings.values()) {
      if (isGone(asking.wish) && asking.says === null && !asking.taken) asking.crashed = true;
    }
  }

  told(id: string, says: Says, how: string): void {
    const asking = this.askings.get(id);
    if (!asking || asking.says === says) return;
    if (asking.says === 'notDone' && says === 'done') asking.late = true;
    this.#history.note(asking.wish.station, () => `is told ${says} (${how}) of ${id.slice(0, 8)}`);
    asking.says = says;
    asking.how = how;
    asking.saidAt = now();
  }
}
