import * as z from 'zod';
import { linesAtOnce } from '../shared/saving-limits.ts';
import { asks, type Call } from './define.ts';

/** A line of a table as it is seen: one text for each column. */
const Line = z.array(z.string().max(2000)).max(20);

/** How the table is laid out as pages: what it is, of what, what has to be known of it, and what it comes to. */
const PrintedTable = z.object({
  title: z.string().min(1).max(200),
  /** Name and value: the library, the days, what was chosen. */
  about: z.array(z.tuple([z.string().max(200), z.string().max(500)])).max(20),
  /** That it is only a part, and what is in no sum. */
  notes: z.array(z.string().max(500)).max(20),
  /** What it comes to; the first line is the head. */
  sums: z.array(Line).max(200),
  /** What the bars show. */
  barsTitle: z.string().max(300),
  /** Bars below one another; the length is a part of the longest, from 0 to 1. */
  bars: z
    .array(
      z.object({ label: z.string().max(200), shown: z.string().max(200), length: z.number().min(0).max(1) }),
    )
    .max(40),
  /** The columns that hold figures, counted from 0: they are set at the end. */
  figures: z.array(z.int().min(0).max(20)).max(20),
  locale: z.string().max(40),
});
export type PrintedTable = z.output<typeof PrintedTable>;

const Table = z.uuid();

/** A file of what is seen: a table that was handed over before, for a spreadsheet or as pages, or a picture. */
const SavedFile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('csv'), table: Table }),
  z.object({ kind: z.literal('pdf'), table: Table, page: PrintedTable }),
  z.object({ kind: z.literal('svg'), text: z.string().max(4_500_000) }),
  z.object({ kind: z.literal('png'), base64: z.base64().max(4_500_000) }),
]);
export type SavedFile = z.output<typeof SavedFile>;

/** Files of what is seen: tables and charts. */
export const saving = {
  /** Hands over lines of a table, the head first. A window has one table at a time; with another name another begins. */
  'saving.lines': asks(z.object({ table: Table, lines: z.array(Line).max(linesAtOnce) })).answers<null>(),
  /** Saves it where the user chooses; null if they cancel. In a table for a spreadsheet no cell is a formula. */
  'saving.save': asks(z.object({ name: z.string().min(1).max(100), file: SavedFile })).answers<{
    readonly savedAs: string;
  } | null>(),
} satisfies Record<string, Call>;
