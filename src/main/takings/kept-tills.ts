import * as z from 'zod';
import { pieceKinds, type ClosedTill, type ClosedTills, type TillPlace } from '../../contract/takings.ts';
import type { Deps } from '../deps.ts';
import type { OurPayment } from './open-till.ts';
import { isAt } from './till-place.ts';

const Text = z.string();
const Sums = z.object({ count: z.number(), sum: Text });

const Cash = z.object({
  ...{ float: Text, paid: Text, deposits: Text, refunded: Text, expected: Text, counted: Text },
  ...{ difference: Text, left: Text, removed: Text, other: Text },
  pieces: z.array(z.object({ kind: z.enum(pieceKinds), value: Text, count: z.number(), sum: Text })),
});

const Comparison = z.object({
  at: Text,
  matched: z.number(),
  byTime: z.number(),
  lines: z.array(
    z.object({
      kind: z.enum(['missing', 'elsewhere', 'differs', 'unclear']),
      ...{ at: Text, method: Text, ours: Text.nullable(), theirs: Text.nullable(), id: Text },
    }),
  ),
});

/** The report of a closed till, as the journal keeps it: the report itself, and the payments to compare it by. */
const KeptTill = z.object({
  version: z.literal(1),
  report: z.object({
    ...{ id: Text, from: Text, to: Text, library: Text, desk: Text, total: Text, currency: Text },
    ...{ decimals: z.number(), unreadable: z.number() },
    paid: z.array(Sums.extend({ method: Text })),
    ...{ deposits: Sums, refunded: Sums, waived: Sums, unclear: Sums },
    windows: z.array(Sums.extend({ window: z.enum(['this', 'other', 'closed']) })),
    cash: Cash.nullable(),
    comparison: Comparison.nullable(),
  }),
  /** The codes of the library and desk, by which the service is asked. */
  place: z.object({ library: Text, desk: Text }),
  payments: z.array(z.object({ id: Text, at: Text, method: Text, amount: Text, happened: z.boolean() })),
});

/** A kept report with what it is compared by. */
export interface KeptTill {
  readonly version: 1;
  readonly report: ClosedTill;
  readonly place: { readonly library: string; readonly desk: string };
  readonly payments: readonly OurPayment[];
}

/** So many reports are read at once to be listed: half a month of a desk that closes three times a day. */
const pageListed = 50;
/** So many are read at once, and in all, where the last one of a desk is looked for. */
const pageLooked = 10;
const mostLooked = 100;

const read = (data: unknown): KeptTill | null => {
  const parsed = KeptTill.safeParse(data);
  return parsed.success ? (parsed.data satisfies KeptTill) : null;
};

/** The kept report with this id at the connected library; null where there is none that can be read. */
export function keptTill({ journal, connection }: Deps, id: string): KeptTill | null {
  const kept = journal.keptOne(id);
  return kept?.kind === 'till' && kept.library === connection.library()?.id ? read(kept.data) : null;
}

/** When the tills were last closed, and the report of that; null where it cannot be read. */
interface LastClosed {
  readonly to: string;
  readonly report: ClosedTill | null;
}

/**
 * The report that was kept last of a desk of the connected library; null where there is none. One that cannot be read
 * may be the one: then nothing is known of the desk. So it is where too many reports are of other desks.
 */
export function lastClosed({ journal, connection }: Deps, place: TillPlace): LastClosed | null {
  const library = connection.library()?.id;
  if (library === undefined) return null;
  let before: number | null = null;
  let looked = 0;
  do {
    const page = journal.keptPage(library, 'till', { before, most: looked === 0 ? 1 : pageLooked });
    for (const { data, at } of page.records) {
      const kept = read(data);
      if (!kept) return { to: at, report: null };
      if (isAt(place, kept.place)) return { to: kept.report.to, report: kept.report };
    }
    looked += page.records.length;
    before = page.next;
    if (before !== null && looked > mostLooked) return { to: page.records.at(-1)?.at ?? '', report: null };
  } while (before !== null);
  return null;
}

/** Kept reports of the connected library, newest first, a page at a time: only what is shown is unsealed. */
export function closedTills({ journal, connection }: Deps, before: number | null): ClosedTills {
  const library = connection.library()?.id;
  if (library === undefined) return { tills: [], unreadable: 0, next: null };
  const { records, next } = journal.keptPage(library, 'till', { before, most: pageListed });
  const tills = records.flatMap(({ data }) => read(data)?.report ?? []);
  return { tills, unreadable: records.length - tills.length, next };
}
