import * as z from 'zod';

/** The service sends some texts as numbers (ids above all); both are read. */
export const Text = z.union([z.string(), z.number()]).nullish();

/** A code of a code table: wrapped (`{"value": code, "desc": label}`) or plain. */
export const Code = z
  .union([z.string(), z.number(), z.looseObject({ value: Text, desc: Text, description: Text, name: Text })])
  .nullish();
export type Code = z.output<typeof Code>;

/** A flag: true, "true", or either of them wrapped. */
export const Flag = z
  .union([z.boolean(), z.string(), z.looseObject({ value: z.union([z.boolean(), z.string()]).nullish() })])
  .nullish();
export type Flag = z.output<typeof Flag>;

/** A decimal amount, as a number or as a string; negative for a credit. */
export const Amount = z.union([z.number(), z.string()]).nullish();
export type Amount = z.output<typeof Amount>;

/** A moment: ISO 8601, a date with a zone letter, or milliseconds since 1970. */
export const Moment = z.union([z.string(), z.number()]).nullish();
export type Moment = z.output<typeof Moment>;

/** An array, or the single object some releases send in place of an array of one. */
export const many = <T extends z.ZodType>(entry: T) => z.union([z.array(entry), entry]).nullish();

/**
 * A query parameter that the service takes as `value` where it is left out. It is told, in the OpenAPI document, and
 * never sent: what is absent is not sent. Source: Endpoints.
 */
export const byDefault = <T extends z.ZodType>(type: T, value: string | number): T =>
  type.meta({ default: value });

/** Source: Limits. */
export const Page = {
  limit: byDefault(z.coerce.number<number>().int().min(0).max(100).optional(), 10),
  offset: byDefault(z.coerce.number<number>().int().min(0).optional(), 0),
};

/** A boolean of a query string. */
export const QueryFlag = z.union([z.boolean(), z.stringbool()]).optional();
