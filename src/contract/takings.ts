import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { type Coded, Intent, TypedAmount } from './common.ts';

/** How many times, and how much in all. */
export interface Sums {
  readonly count: number;
  readonly sum: string;
}

/** What was taken at this window, as this station's journal has it: sums of money only, and no names. */
export interface Takings {
  readonly from: string;
  readonly to: string;
  /** Payments of fees, by method. */
  readonly paid: readonly (Sums & { readonly method: string })[];
  /** The service is not told how deposits are paid and given back. */
  readonly deposits: Sums;
  readonly refunded: Sums;
  /** Fees and deposits paid, less deposits given back. */
  readonly total: string;
  /** No money, but owed before and not any more. */
  readonly waived: Sums;
  /** Payments whose outcome is unclear: in no sum above. They stay for the next report. */
  readonly unclear: Sums;
  /** Sealed with a key that is lost: in no sum above. */
  readonly unreadable: number;
  readonly currency: string;
  readonly decimals: number;
}

/** What one window has in the takings of the desk: this one, another that is open, or one that was closed since. */
export interface WindowPart extends Sums {
  readonly window: 'this' | 'other' | 'closed';
}

/** A desk of a library, where a drawer is; codes are `''` where none was chosen. */
export interface TillPlace {
  readonly library: Coded;
  readonly desk: Coded;
}

/** What was taken at another desk than the one that is shown, and is in no report yet. */
export interface OtherTill {
  readonly place: TillPlace;
  readonly total: string;
}

/** What the tills of all windows at one desk hold since they were last closed. They share one drawer. */
export interface OpenTill {
  readonly place: TillPlace;
  /** The tills of other desks that are still open, as after the station was moved. */
  readonly others: readonly OtherTill[];
  readonly takings: Takings;
  readonly windows: readonly WindowPart[];
  /** What was left in the drawer when it was last closed; 0 where it never was. */
  readonly float: string;
  /** false: the report that says so cannot be read, and the float is for the person to say. */
  readonly floatKnown: boolean;
  /** When that was; null where it never was. */
  readonly closedAt: string | null;
  /** Names exactly what is counted here: it is another as soon as something is taken. */
  readonly mark: string;
}

/** Some currencies have a coin and a banknote of one value. */
export const pieceKinds = ['note', 'coin'] as const;

/** The drawer as it was counted. All amounts are in the currency of its report. */
export interface CashCount {
  readonly float: string;
  /** Fees paid in cash. */
  readonly paid: string;
  /** What of the deposits was in cash, as the person said: no record has it. */
  readonly deposits: string;
  readonly refunded: string;
  readonly expected: string;
  readonly counted: string;
  /** Counted less expected. */
  readonly difference: string;
  /** Left in the drawer: the next float. */
  readonly left: string;
  readonly removed: string;
  /** The coins and banknotes that were counted, the largest first. */
  readonly pieces: readonly {
    readonly kind: (typeof pieceKinds)[number];
    readonly value: string;
    readonly count: number;
    readonly sum: string;
  }[];
  /** Cash that was counted as a sum. */
  readonly other: string;
}

/**
 * A payment about which journal and service do not say the same.
 *
 * - `missing`: in our journal, and not at the service
 * - `elsewhere`: at the service, and not in our journal: paid at another station or online. No error
 * - `differs`: the amounts are not the same
 * - `unclear`: not confirmed here; `theirs` says whether the service has it
 */
export interface Discrepancy {
  readonly kind: 'missing' | 'elsewhere' | 'differs' | 'unclear';
  readonly at: string;
  readonly method: string;
  /** The amount in our journal, and at the service; null where it has none. `''` where it cannot be read. */
  readonly ours: string | null;
  readonly theirs: string | null;
  /** The number of the payment: ours, or that of the fee. */
  readonly id: string;
}

/** Our payments beside those that the service has for the same time. Deposits are in no report of the service. */
export interface Comparison {
  readonly at: string;
  /** How many are in both. */
  readonly matched: number;
  /** How many of these by amount, method and time alone: the service did not keep the number of the payment. */
  readonly byTime: number;
  readonly lines: readonly Discrepancy[];
}

/** A closed till: its report, as it is kept. */
export interface ClosedTill extends Takings {
  readonly id: string;
  /** The library and desk as the station called them. */
  readonly library: string;
  readonly desk: string;
  readonly windows: readonly WindowPart[];
  /** null where the drawer was not counted. */
  readonly cash: CashCount | null;
  /** null while it was not compared. */
  readonly comparison: Comparison | null;
}

/** A page of the closed tills that are kept, newest first. */
export interface ClosedTills {
  readonly tills: readonly ClosedTill[];
  /** How many more of this page there are that cannot be read now. */
  readonly unreadable: number;
  /** Where the next, older page begins; null where there are no more. */
  readonly next: number | null;
}

/** The drawer as a person counted it; amounts as typed, and an empty one is 0. */
const TypedCount = z.object({
  float: TypedAmount,
  pieces: z
    .array(z.object({ kind: z.enum(pieceKinds), value: TypedAmount, count: z.int().min(0).max(1_000_000) }))
    .max(60)
    .readonly(),
  other: TypedAmount,
  /** How much of the deposits was taken and refunded in cash. */
  deposits: TypedAmount,
  refunded: TypedAmount,
  left: TypedAmount,
});
export type TypedCount = z.output<typeof TypedCount>;

/** The codes of a library and its desk; null for where the station is. */
const PlaceCodes = z
  .object({ library: z.string().max(1000), desk: z.string().max(1000) })
  .nullable()
  .default(null);

export const takings = {
  /** Since the last report, or since the window was opened. What an earlier run left in no report counts too. */
  'takings.read': asks(z.object({ since: z.enum(['report', 'opened']) })).answers<Takings>(),
  /** What the tills of all windows at a desk hold now, to be counted and closed. */
  'takings.till': asks(z.object({ place: PlaceCodes })).answers<OpenTill>(),
  /**
   * Closes the tills of all windows at a desk in one act and keeps the report; what is in it counts in no later one.
   * Asked twice with one `intent`, it is closed once. Throws `conflict` where something was taken since `seen` was read.
   */
  'takings.close': asks(
    z.object({
      intent: Intent.optional(),
      place: PlaceCodes,
      /** The `mark` of what was counted; without it, whatever there is now is closed. */
      seen: z.string().max(100).nullable().default(null),
      count: TypedCount.nullable().default(null),
    }),
  ).answers<ClosedTill>(),
  /**
   * Compares with the payments that the service has: of the tills as they are now, or of a closed one, with which the
   * result is kept. Reports how many of the reads are done. Throws `tooLarge`: of `calls`, with how many it takes, where
   * they are many and nobody has agreed to them; of `days` where they are too many.
   */
  'takings.compare': asks(
    z.object({ id: Intent.nullable(), place: PlaceCodes, agreed: z.boolean().default(false) }),
  ).answers<Comparison, { readonly read: number; readonly total: number }>(),
  /** A page of what is kept: the newest, or what is older than `before`, which is the `next` of the page before. */
  'takings.closed': asks(z.object({ before: z.int().nullable().default(null) })).answers<ClosedTills>(),
} satisfies Record<string, Call>;
