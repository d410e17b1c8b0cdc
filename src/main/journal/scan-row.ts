import * as z from 'zod';
import { rooms, type ScanResult } from '../../contract/scans.ts';
import type { NextPlace } from '../../service/next-place.ts';
import { commands } from '../../shared/command-barcodes.ts';
import type { Scan } from './port.ts';
import { FailureRow, words } from './failure-row.ts';

/** The version in which scans are written. Rows of earlier versions are read too; see `sealedScan`. */
export const scanVersion = 2;

const Text = z.string();

/** One schema for each place where an item goes next. A missing one does not compile. */
const places: { readonly [T in NextPlace['to']]: z.ZodType<Extract<NextPlace, { to: T }>> } = {
  shelf: z.object({ to: z.literal('shelf'), place: Text }),
  holdShelf: z.object({ to: z.literal('holdShelf'), place: Text, requester: Text }),
  transit: z.object({ to: z.literal('transit'), place: Text, requester: Text }),
  workOrder: z.object({ to: z.literal('workOrder'), place: Text }),
  unread: z.object({ to: z.literal('unread'), place: z.literal('') }),
};
const Next = z.union(Object.values(places));

/** One schema for each kind of result. A missing one does not compile. */
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
  orders: z.looseObject({
    kind: z.literal('orders'),
    orders: z.array(
      z.looseObject({
        pol: Text,
        title: Text,
        author: Text,
        vendor: Text,
        status: Text,
        open: z.number().nullable(),
      }),
    ),
  }),
  book: z.looseObject({ kind: z.literal('book'), id: Text, again: z.boolean() }),
  command: z.looseObject({
    kind: z.literal('command'),
    command: z.enum(commands),
    number: z.number().exactOptional(),
  }),
  undone: z.looseObject({
    kind: z.literal('undone'),
    title: Text,
    author: Text,
    barcode: Text,
    userId: Text,
    next: Next,
  }),
};

const State = words<Scan['state']>({
  received: true,
  waiting: true,
  held: true,
  sent: true,
  done: true,
  refused: true,
  unclear: true,
  dropped: true,
});

/** The columns of a scan that are not sealed. */
export const ScanRow = z.object({
  version: z.union([z.literal(1), z.literal(scanVersion)]),
  id: Text,
  session: Text,
  library: Text,
  room: z.enum(rooms),
  mode: z.enum(['auto', 'return']),
  position: z.number(),
  at: Text,
  code_is: words<Scan['by']>({ barcode: true, itemId: true }),
  kind: words<Scan['kind']>({ patron: true, item: true, orderLine: true, command: true, unknown: true }),
  action: words<Scan['action']>({
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

/** A result or a failure that cannot be parsed is not shown. The text and the code are required. */
const outcomeColumns = {
  result: z.union(Object.values(results)).nullable().catch(null),
  failure: FailureRow.nullable().catch(null),
};

/** The sealed columns of a scan, by the version of its row. In version 1 the text stands for the code. */
export const sealedScan = {
  1: z.object({ text: Text, ...outcomeColumns }).transform((sealed) => ({ ...sealed, code: sealed.text })),
  [scanVersion]: z.object({ text: Text, code: Text, ...outcomeColumns }),
} as const;
