import * as z from 'zod';
import { commands } from '../../shared/command-barcodes.ts';
import { rooms, type ScanResult, type ScanView } from '../../contract/scans.ts';
import type { NextPlace } from '../../service/next-place.ts';
import { FailureRow, words } from './failure-row.ts';

const Text = z.string();

/** One schema a place: a place that is missing does not compile. */
const places: { readonly [T in NextPlace['to']]: z.ZodType<Extract<NextPlace, { to: T }>> } = {
  shelf: z.object({ to: z.literal('shelf'), place: Text }),
  holdShelf: z.object({ to: z.literal('holdShelf'), place: Text, requester: Text }),
  transit: z.object({ to: z.literal('transit'), place: Text, requester: Text }),
  workOrder: z.object({ to: z.literal('workOrder'), place: Text }),
  unread: z.object({ to: z.literal('unread'), place: z.literal('') }),
};
const Next = z.union(Object.values(places));

/** One schema a kind: a kind that is missing does not compile. */
const results: { readonly [K in ScanResult['kind']]: z.ZodType<Extract<ScanResult, { kind: K }>> } = {
  patron: z.looseObject({ kind: z.literal('patron'), userId: Text, name: Text }),
  lent: z.looseObject({
    kind: z.literal('lent'),
    title: Text,
    author: Text,
    due: Text,
    loanId: Text,
    barcode: Text,
    userId: Text,
    dueFailure: FailureRow.exactOptional(),
  }),
  renewed: z.looseObject({
    kind: z.literal('renewed'),
    title: Text,
    author: Text,
    due: Text,
    loanId: Text,
  }),
  returned: z.looseObject({
    kind: z.literal('returned'),
    title: Text,
    author: Text,
    barcode: Text,
    callNumber: Text.exactOptional(),
    next: Next,
  }),
  double: z.looseObject({
    kind: z.literal('double'),
    which: z.enum(['justNow', 'onThisPatron']),
    title: Text,
    due: Text,
  }),
  order: z.looseObject({ kind: z.literal('order'), pol: Text, title: Text }),
  command: z.looseObject({ kind: z.literal('command'), command: z.enum(commands) }),
  undone: z.looseObject({
    kind: z.literal('undone'),
    title: Text,
    author: Text,
    barcode: Text,
    userId: Text,
    next: Next,
  }),
};

const State = words<ScanView['state']>({
  received: true,
  waiting: true,
  held: true,
  sent: true,
  done: true,
  refused: true,
  unclear: true,
  dropped: true,
});

/** What of a scan stands in plain in its row. */
export const ScanRow = z.object({
  id: Text,
  session: Text,
  library: Text,
  room: z.enum(rooms),
  mode: z.enum(['auto', 'return']),
  position: z.number(),
  at: Text,
  kind: words<ScanView['kind']>({ patron: true, item: true, orderLine: true, command: true, unknown: true }),
  action: words<ScanView['action']>({
    open: true,
    lend: true,
    return: true,
    renew: true,
    find: true,
    command: true,
  }),
  state: State,
  recovered: z.number(),
});

/** What of a scan is sealed. What came of it, where it makes no sense, is not shown; its text must be there. */
export const SealedScan = z.object({
  text: Text,
  result: z.union(Object.values(results)).nullable().catch(null),
  failure: FailureRow.nullable().catch(null),
});
