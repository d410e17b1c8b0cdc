import { asks, type Call } from './define.ts';
import { Nothing } from './common.ts';
import type { Failure } from './failure.ts';
import type { PrintedKind } from './slips.ts';
import type { Affixes } from '../shared/scanned-text.ts';

/** What of the service is read, to see whether the key may. */
export type ReadArea =
  | 'institution'
  | 'libraries'
  | 'departments'
  | 'codeTables'
  | 'letters'
  | 'patrons'
  | 'items'
  | 'orders'
  | 'invoices'
  | 'feeReport'
  | 'lending';

/** What is written there. Nothing is written to find out: only what was done before tells. */
export type WriteArea =
  | 'loans'
  /** Items that are scanned in: returned, or on their way through a department. */
  | 'scanIn'
  | 'requests'
  | 'fees'
  | 'deposits'
  | 'patrons'
  | 'sharing'
  | 'receiving'
  | 'orders'
  | 'invoices'
  | 'configuration'
  | 'lending';

/** A code that the station's settings, or its trolleys, name. */
export type CodeUse = 'library' | 'desk' | 'department' | 'workOrderType' | 'workOrderStatus';

/** As it should be, to be looked at, or not to be told. */
export type CheckAnswer = 'ok' | 'look' | 'unknown';

/** One thing that was checked. `failure` says why it is not as it should be, or cannot be told. */
export type CheckLine = {
  /** Unique among the lines of a check. */
  readonly id: string;
  readonly answer: CheckAnswer;
  readonly failure: Failure | null;
} & (
  | { readonly kind: 'read'; readonly area: ReadArea }
  /** `at`: when the newest command that tells was settled; null where none was tried. */
  | { readonly kind: 'write'; readonly area: WriteArea; readonly at: string | null }
  /** `''` where none is chosen. */
  | { readonly kind: 'code'; readonly use: CodeUse; readonly code: string; readonly label: string }
  /** How far this machine's clock is ahead of the service's, in milliseconds; null where no answer said it. */
  | { readonly kind: 'clock'; readonly aheadMs: number | null }
  /**
   * The last moment at which the service's certificate is valid. Null: `plain`, there is none, or `untold`, no
   * connection of this run has shown it.
   */
  | { readonly kind: 'certificate'; readonly until: string | null; readonly why: 'plain' | 'untold' | null }
  | { readonly kind: 'calls'; readonly remaining: number | null }
  /** What is left out around each code, as the scanners of this station were taught; nothing where none was. */
  | ({ readonly kind: 'scanner' } & Affixes)
  /**
   * Where these kinds are printed: the system's default printer, one by its name, the one that is chosen each time, or
   * files in a folder.
   */
  | {
      readonly kind: 'printer';
      readonly at: 'system' | 'printer' | 'ask' | 'folder';
      readonly label: string;
      readonly uses: readonly (PrintedKind | 'labels')[];
    }
);

/** What was checked: when, and of what. The key is no part of it. */
export interface OpeningReport {
  readonly at: string;
  readonly mode: 'practice' | 'institution';
  /** The address of the institution's service; `''` for the practice library. */
  readonly address: string;
  /** The id of its library. */
  readonly library: string;
  readonly lines: readonly CheckLine[];
}

/** Whether the station can do its work today. */
export const openingCheck = {
  /**
   * Checks by reads that change nothing, one after the other, each reported as it is known. Throws only where the
   * station has no service to ask, and `moved` of `library` where it is at another library before the end.
   */
  'openingCheck.run': asks(Nothing).answers<
    OpeningReport,
    { readonly line: CheckLine; readonly done: number; readonly total: number }
  >(),
} satisfies Record<string, Call>;
