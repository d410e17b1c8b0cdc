import * as z from 'zod';
import type { BoxCheck, BoxNote, UncheckedLine } from '../../contract/box-check.ts';
import { boxTroubles } from '../../shared/box-check.ts';
import { FailureRow, words } from '../journal/failure-row.ts';

const Text = z.string();
const Coded = z.object({ code: Text, label: Text });

const Source = z.discriminatedUnion('kind', [
  z.object({
    ...{ kind: z.literal('invoice'), invoiceId: Text, number: Text, vendor: Coded, account: Text },
  }),
  z.object({ kind: z.literal('orders') }),
]);

const Line = z.object({
  ...{ pol: Text, title: Text, expected: z.number(), vendor: Coded },
  ...{ account: Text, reference: Text, day: Text },
  // Not in journals of earlier versions.
  isbns: z.array(Text).readonly().default([]),
});

const Why = words<UncheckedLine['why']>({
  noOrderLine: true,
  notFound: true,
  cancelled: true,
  quantity: true,
});
const NoteState = words<BoxNote['state']>({ noting: true, noted: true, failed: true, unclear: true });

/** The box check of a trolley, in the trolley's row. */
export const BoxCheckRow = z.object({
  since: Text,
  source: Source,
  lines: z.array(Line),
  unchecked: z.array(z.object({ line: Text, why: Why })),
  damaged: z.array(Text),
  notes: z.array(
    z.object({
      ...{ pol: Text, why: z.enum(boxTroubles), count: z.number(), noted: z.number(), day: Text, at: Text },
      ...{ state: NoteState, failure: FailureRow.nullable().catch(null) },
      /** The journal's id of its update, and what it writes: that which is in the order line is not written again. */
      ...{ intent: Text, text: Text },
    }),
  ),
});
export type BoxCheckRow = z.output<typeof BoxCheckRow>;
export type BoxNoteRow = BoxCheckRow['notes'][number];

/** The check as a window sees it. */
export const boxCheckView = ({ notes, ...check }: BoxCheckRow): BoxCheck => ({
  ...check,
  notes: notes.map(({ pol, why, count, noted, day, at, state, failure }) => ({
    ...{ pol, why, count, noted, day, at, state, failure },
  })),
});
