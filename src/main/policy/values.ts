import * as z from 'zod';
import { printedKinds, type PrintedKind } from '../../contract/slips.ts';
import { rollWidths } from '../../shared/limits.ts';

const Code = z.string().min(1).max(300);

/** The place of the workstations whose host names a pattern fits. A desk or department that is not named is none. */
const HostPlace = z.strictObject({
  host: z.string().min(1).max(253).describe('Pattern of the host name: * for any letters, ? for one.'),
  library: Code.describe('Code of the library.'),
  desk: Code.optional().describe('Code of its circulation desk.'),
  department: Code.optional().describe('Code of the department.'),
});
export type HostPlace = z.output<typeof HostPlace>;

/** Places by host name: the first pattern that fits counts. */
export const PlaceByHost = z.array(HostPlace).max(5000).readonly();
export type PlaceByHost = z.output<typeof PlaceByHost>;

const SlipPrinter = z.strictObject({
  printer: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('What the system calls the printer; without it, its default printer.'),
  roll: z
    .number()
    .min(rollWidths.least)
    .max(rollWidths.most)
    .optional()
    .describe('Width of the roll in millimetres; without it, sheets.'),
});
export type SlipPrinter = z.output<typeof SlipPrinter>;

/** The printer of each kind of slip, and of pages; those that are not named are the user's. */
export const SlipPrinters = z.strictObject(
  // Every kind of what is printed, and each may be missing.
  Object.fromEntries(printedKinds.map((kind) => [kind, SlipPrinter.optional()])) as Readonly<
    Record<PrintedKind, z.ZodOptional<typeof SlipPrinter>>
  >,
);
export type SlipPrinters = z.output<typeof SlipPrinters>;

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/**
 * When updates may be installed, by this computer's clock: on these days, all without `days`. One that ends at or
 * before its beginning ends on the next day.
 */
export const MaintenanceWindow = z.strictObject({
  days: z.array(z.enum(weekdays)).min(1).max(7).readonly().optional(),
  from: TimeOfDay.describe('Beginning, as 22:00.'),
  to: TimeOfDay.describe('End, as 05:00.'),
});
export type MaintenanceWindow = z.output<typeof MaintenanceWindow>;
