import * as z from 'zod';
import type { Coded, Money } from './common.ts';
import { asks, type Call } from './define.ts';
import type { Failure } from './failure.ts';
import { mostSlices, type Slice } from '../shared/report-slices.ts';
import type { Room } from './scans.ts';

/** A payment, waiver or other act on a fee. It names no patron, and nobody at a desk. */
export interface FeeTransactionRow {
  /** The same for the same transaction, whenever it is read. */
  readonly key: string;
  /** When it was, as an ISO moment or a day; `''` where that cannot be read. */
  readonly at: string;
  /** `YYYY-MM-DD`, by this computer's clock; `''` where it cannot be read. */
  readonly day: string;
  readonly type: Coded;
  /** The amount is `''` where it cannot be read. */
  readonly money: Money;
  readonly method: Coded;
  readonly feeType: Coded;
  /** The owner of the fee. */
  readonly library: Coded;
  /** Where it was done, where the library system says so, or the journal of this station knows it; `''` elsewhere. */
  readonly desk: Coded;
  /** The library of that desk: desks of several libraries have one code. `''` where it is not known. */
  readonly deskLibrary: Coded;
  /** Of the fee, now. */
  readonly status: Coded;
  readonly externalId: string;
}

/** What came of some days: what was read of them, and why not where it was not. */
export interface SliceRead {
  readonly slice: Slice;
  readonly rows: readonly FeeTransactionRow[];
  /** How many calls it took. */
  readonly calls: number;
  /** Days of which the library system has more than it gave. */
  readonly short: readonly string[];
  readonly failure: Failure | null;
}

const Day = z.iso.date();
const Days = z.object({ from: Day, to: Day });
const Filter = z.string().max(200);

/** How many scans there were in an hour, on a day or of a kind, and how many of them were refused. */
export interface ScanCount {
  readonly scans: number;
  readonly refused: number;
}

/** What a scan was for: by its action; in the receiving room all are one. */
export const scanUses = ['lend', 'return', 'renew', 'card', 'receive', 'command', 'other'] as const;
export type ScanUse = (typeof scanUses)[number];

/** How long scans took to be answered, in milliseconds. */
export interface AnswerTimes {
  readonly measured: number;
  /** Null while none was measured, as the others. */
  readonly median: number | null;
  readonly p90: number | null;
  readonly p95: number | null;
  readonly longest: number | null;
  /** Scans of which it is not known when they were answered: they were not, or an earlier version did not note it. */
  readonly unknown: number;
  /** Times that cannot be, as after the clock was set, and scans that a later run of the program went on with. */
  readonly leftOut: number;
}

/** What this workstation's journal says of its scans in a time. No names, and no barcodes. */
export interface DeskNumbers {
  /** The first day of which the journal still has scans at this library; null where it has none. */
  readonly firstDay: string | null;
  readonly total: ScanCount;
  /** By hour of the day, 0 to 23, by this computer's clock. */
  readonly hours: readonly ScanCount[];
  readonly days: readonly (ScanCount & { readonly day: string })[];
  readonly uses: readonly (ScanCount & { readonly use: ScanUse; readonly room: Room })[];
  /** Why scans were refused, the most frequent first; the failure without its texts, which may name somebody. */
  readonly refusals: readonly { readonly failure: Failure | null; readonly scans: number }[];
  readonly times: AnswerTimes;
}

/** Reports of the service and of this station. Source: Configuration (fee transactions). */
export const reports = {
  /**
   * What was done with fees on these days, each slice in a call of its own; what came of it is reported as soon as it
   * is there. One that fails does not stop the others; three in a row do, and a key that is refused, or calls that are used
   * up: then the answer is why. `''` in a filter is any.
   */
  'reports.feeTransactions': asks(
    z.object({
      period: Days,
      slices: z.array(Days).min(1).max(mostSlices),
      status: Filter,
      library: Filter,
      type: Filter,
    }),
  ).answers<{ readonly stopped: Failure | null }, SliceRead>(),
  /** Scans of these days in this workstation's journal, at the library that it is connected to. */
  'reports.deskNumbers': asks(Days).answers<DeskNumbers>(),
} satisfies Record<string, Call>;
