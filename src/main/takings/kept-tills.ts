import * as z from 'zod';
import { pieceKinds, type ClosedTill, type ClosedTills } from '../../contract/takings.ts';
import type { Deps } from '../deps.ts';
import type { OurPayment } from './open-till.ts';

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

/** The most reports that are listed: three a day, for as long as they are kept. */
const mostListed = 1200;

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

/** The report that was kept last at the connected library; null where there is none. */
export function lastClosed({ journal, connection }: Deps): LastClosed | null {
  const library = connection.library()?.id;
  const [last] = library === undefined ? [] : journal.kept(library, 'till', 1);
  if (!last) return null;
  const report = read(last.data)?.report ?? null;
  return { to: report?.to ?? last.at, report };
}

/** The kept reports of the connected library, newest first. */
export function closedTills({ journal, connection }: Deps): ClosedTills {
  const library = connection.library()?.id;
  const all = library === undefined ? [] : journal.kept(library, 'till', mostListed);
  const tills = all.flatMap(({ data }) => read(data)?.report ?? []);
  return { tills, unreadable: all.length - tills.length };
}
