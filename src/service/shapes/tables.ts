import * as z from 'zod';
import { Code, Flag, many, Text } from './common.ts';

/** A row of a code table. */
const CodeRow = z.looseObject({ code: Text, description: Text, default: Flag, enabled: Flag });

/** A row of a mapping table: its columns are told apart by their number only. Source: Configuration objects. */
const MappingRow = z.looseObject({
  column0: Text,
  column1: Text,
  column2: Text,
  column3: Text,
  column4: Text,
  enabled: Flag,
});

/** A table whose rows stand at the top or, as in lists, under `rows`. Read them with `rowsOf`. */
const table = <R extends z.ZodType>(row: R) =>
  z.looseObject({
    name: Text,
    description: Text,
    scope: Code,
    sub_system: Code,
    row: many(row),
    rows: z.looseObject({ row: many(row) }).nullish(),
  });

/** A code table: metadata and its rows. Source: Configuration objects. */
export const CodeTable = table(CodeRow);
export type CodeTable = z.output<typeof CodeTable>;

/** A mapping table: the same, with columns. Source: Configuration objects. */
export const MappingTable = table(MappingRow);
export type MappingTable = z.output<typeof MappingTable>;

/** What a row is known by. */
const RowCode = z.union([z.string().trim().min(1).max(255), z.number()]);

const written = z.union([z.boolean(), z.enum(['true', 'false'])]);

/** A flag of a row: wrapped, or as it came, since a row that nobody edited goes back so. Source: Configuration objects. */
export const RowFlag = z.union([written, z.looseObject({ value: written })]).nullish();
export type RowFlag = z.output<typeof RowFlag>;

/**
 * A table as it is written: whole, with its rows at the top, since rows that are left out are dropped. Which fields a
 * row must have, and that no row is there twice, the service judges.
 */
const whole = <R extends z.core.$ZodShape>(columns: R) =>
  z.looseObject({
    name: Text,
    description: Text,
    row: z.array(z.looseObject({ ...columns, enabled: RowFlag })),
  });

/** Source: Configuration (whole-table replacement). */
export const WrittenCodeTable = whole({
  code: RowCode,
  description: Text,
  default: RowFlag,
});
export type WrittenCodeTable = z.output<typeof WrittenCodeTable>;

/** Source: Configuration (whole-table replacement). */
export const WrittenMappingTable = whole({
  column0: RowCode,
  column1: Text,
  column2: Text,
  column3: Text,
  column4: Text,
});
export type WrittenMappingTable = z.output<typeof WrittenMappingTable>;
