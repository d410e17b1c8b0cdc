import * as z from 'zod';
import { trolleyModes, type BookQuestion, type BookState } from '../../contract/trolley.ts';
import { FailureRow, words } from '../journal/failure-row.ts';
import type { Scan } from '../journal/port.ts';
import { AlertRows } from './alert-row.ts';
import { BoxCheckRow } from './box-check-row.ts';

const Text = z.string();

const BookSettingsRow = z.object({
  mode: z.enum(['receive', 'keep']),
  date: Text,
  confirmedFuture: z.boolean(),
  department: Text,
  departmentLibrary: Text,
  workOrderType: Text,
  status: Text,
});
const SettingsRow = BookSettingsRow.extend({ mode: z.enum(trolleyModes) });

const Choice = z.object({
  pol: Text,
  title: Text,
  author: Text,
  vendor: Text,
  status: Text,
  open: z.number().nullable(),
});

/** One schema for each kind of question. A missing one does not compile. */
const questions: { readonly [K in BookQuestion['kind']]: z.ZodType<Extract<BookQuestion, { kind: K }>> } = {
  anotherCopy: z.object({ kind: z.literal('anotherCopy'), nth: z.number(), of: z.number() }),
  wrongBook: z.object({ kind: z.literal('wrongBook'), scanned: Text, pol: Text, title: Text, isbn: Text }),
  extra: z.object({ kind: z.literal('extra'), expected: z.number() }),
  whichOrder: z.object({ kind: z.literal('whichOrder'), orders: z.array(Choice) }),
  whichIds: z.object({ kind: z.literal('whichIds') }),
};

const State = words<BookState>({
  looking: true,
  waiting: true,
  asks: true,
  receiving: true,
  received: true,
  keeping: true,
  kept: true,
  refused: true,
  unclear: true,
});

const Kind = words<Scan['kind']>({
  patron: true,
  item: true,
  orderLine: true,
  command: true,
  unknown: true,
});

/** A trolley, as a pending step. `aside`: when it was put aside; null while a window has it, or the next one may. */
export const TrolleyRow = z.object({
  kind: z.literal('trolley'),
  settings: SettingsRow,
  next: SettingsRow.nullable(),
  aside: Text.nullable(),
  // Not in journals of earlier versions.
  check: BoxCheckRow.nullable().default(null),
});
export type TrolleyRow = z.output<typeof TrolleyRow>;

/** A book of a trolley, as a pending step that has the id of the scan. */
export const BookRow = z.object({
  kind: z.literal('trolleyBook'),
  trolley: Text,
  order: z.number(),
  text: Text,
  code: Text,
  scanned: Kind,
  state: State,
  settings: BookSettingsRow,
  own: z.boolean(),
  pol: Text,
  pid: Text,
  // Not in journals of earlier versions.
  mmsId: Text.default(''),
  holdingId: Text.default(''),
  barcode: Text,
  title: Text,
  author: Text,
  copy: z.object({ nth: z.number(), of: z.number() }).nullable(),
  alerts: AlertRows,
  seen: z.boolean(),
  question: z.union(Object.values(questions)).nullable(),
  failure: FailureRow.nullable().catch(null),
  /** What a person has answered. `pol`, `pid`: the order line and its item. `lookUp`: another book than on the table. */
  answers: z.object({
    pol: Text,
    pid: Text,
    lookUp: z.boolean(),
    another: z.boolean(),
    ids: z.object({ mmsId: Text, holdingId: Text }).nullable(),
  }),
  /** The journal's id of its receipt, and its pending step in the list of unfinished items; `''` while it has none. */
  receipt: Text,
  step: Text,
});
export type BookRow = z.output<typeof BookRow>;
