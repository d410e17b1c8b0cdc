import * as z from 'zod';

/** A code of one of the institution's tables, and what a person calls it. */
export interface Coded {
  readonly code: string;
  readonly label: string;
}

/** A decimal amount with a point, or `''` where it could not be read, and its ISO 4217 currency. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** What a command that was done left: its record as it then was, null where that could not be read. */
export interface Accepted<V> {
  readonly record: V | null;
}

/** An id in a path of the service: anything but nothing. */
export const Id = z.string().min(1).max(300);

/**
 * The window names each thing it wants done once, before it asks. Main refuses a name it has seen, so a double
 * click cannot post twice; the name is the journal's id and the id the service gets.
 */
export const Intent = z.uuid();

/** A calendar day as typed: `YYYY-MM-DD`. Main checks with the command whether it exists and is allowed. */
export const Day = z.string().max(40);

/** An amount as typed. Judged with the command, so that the answer can name the reason. */
export const TypedAmount = z.string().max(40);

export const Nothing = z.object({});
