import * as z from 'zod';
import { Code, Flag, many, Text } from './common.ts';

/** A library of the institution. Source: Configuration objects; its fields are assumed. */
export const Library = z.looseObject({ code: Text, name: Text, description: Text, resource_sharing: Flag });
export type Library = z.output<typeof Library>;

/** A circulation desk of a library. Source: Configuration objects; its fields are assumed. */
export const CircDesk = z.looseObject({ code: Text, name: Text, primary: Flag });
export type CircDesk = z.output<typeof CircDesk>;

/** Where items go for a work order. Source: Configuration objects; its fields are assumed. */
export const Department = z.looseObject({
  code: Text,
  name: Text,
  type: Code,
  library: Code,
  work_order_type: Code,
});
export type Department = z.output<typeof Department>;

/** What holds for the whole institution. Source: Configuration objects; recorded answers say `time_zone`. */
export const General = z.looseObject({
  institution: Code,
  default_language: Code,
  default_currency: Code,
  timezone: Text,
  time_zone: Text,
});
export type General = z.output<typeof General>;

/** A location of a library. Source: Configuration objects; the fields beside the first three are assumed. */
export const Location = z.looseObject({
  code: Text,
  name: Text,
  type: Code,
  external_name: Text,
  description: Text,
  fulfillment_unit: Code,
  call_number_type: Code,
  suppress_from_publishing: Flag,
});
export type Location = z.output<typeof Location>;

/** What a location must have whenever it is written; `type` is wrapped. Source: Configuration objects. */
export const WrittenLocation = z.looseObject({
  code: z.string().trim().min(1),
  name: z.string().trim().min(1),
  type: z.looseObject({ value: z.string().trim().min(1), desc: Text }),
});
export type WrittenLocation = z.output<typeof WrittenLocation>;

/** What users can leave money for. Source: Configuration objects; its fields are assumed. */
export const DepositProfile = z.looseObject({
  id: Text,
  code: Text,
  name: Text,
  description: Text,
  status: Code,
});
export type DepositProfile = z.output<typeof DepositProfile>;

/** How records come in from outside. Source: Configuration objects; its fields are assumed. */
export const ImportProfile = z.looseObject({
  id: Text,
  name: Text,
  description: Text,
  type: Code,
  status: Code,
});
export type ImportProfile = z.output<typeof ImportProfile>;

/** Where slips are printed. Source: Configuration objects; its fields are assumed. */
export const Printer = z.looseObject({
  id: Text,
  code: Text,
  name: Text,
  description: Text,
  email: Text,
  library: Code,
  printout_queue: Flag,
  circulation_desk: many(Code),
});
export type Printer = z.output<typeof Printer>;

/** One run of a workflow: at least an id and a status. Source: Configuration objects. */
export const WorkflowInstance = z.looseObject({ id: Text, status: Code });
export type WorkflowInstance = z.output<typeof WorkflowInstance>;
