import * as z from 'zod';
import { m } from '../../messages/compiled/messages.js';

/** How a value is entered in a form of a management tool, and kept in the registry and in a property list. */
export type Form =
  /** A line of text. */
  | { readonly kind: 'text'; readonly most: number }
  /** A whole number. */
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'flag' }
  /** One of a few words. */
  | { readonly kind: 'choice'; readonly of: readonly Option[] }
  /** A list or an object. Where there is only text, as in the registry, it is JSON. */
  | { readonly kind: 'data' };

interface Option {
  readonly value: string;
  readonly title: () => string;
}

/** What a setting of the catalogue says of itself. Titles and help are functions: they are in the language of the program. */
export interface Entry<V> {
  readonly form: Form;
  readonly schema: z.ZodType<V>;
  readonly title: () => string;
  /** A few sentences for IT: what it does, and what holds without it. */
  readonly help: () => string;
  /** What is accepted, as the end of “has to be …”. */
  readonly expected: () => string;
  /** For people. */
  readonly show: (value: V) => string;
  /** For the sample policy and the documentation. */
  readonly sample: V;
}

type Said<V> = Pick<Entry<V>, 'title' | 'help' | 'sample'>;

/** A line of text for which `accepts` holds. */
export const text = (
  said: Said<string> & Pick<Entry<string>, 'expected'>,
  accepts: (value: string) => boolean,
  most = 500,
): Entry<string> => ({
  ...said,
  form: { kind: 'text', most },
  schema: z.string().min(1).max(most).refine(accepts),
  show: (value) => value,
});

/** A whole number. */
export const whole = (
  said: Said<number> & Pick<Entry<number>, 'show'>,
  [least, most]: readonly [number, number],
): Entry<number> => ({
  ...said,
  form: { kind: 'number', least, most },
  schema: z.int().min(least).max(most),
  expected: () => m.policy_expected_number({ least, most }),
});

/** Whether something is allowed. */
export const allowed = (said: Said<boolean>): Entry<boolean> => ({
  ...said,
  form: { kind: 'flag' },
  schema: z.boolean(),
  expected: m.policy_expected_flag,
  show: (value) => (value ? m.policy_value_allowed() : m.policy_value_off()),
});

/** One of a few words, each with what it means. */
export function choice<T extends string>(
  said: Said<NoInfer<T>>,
  titles: Readonly<Record<T, () => string>>,
): Entry<T> {
  const values = Object.keys(titles) as [T, ...T[]];
  return {
    ...said,
    form: { kind: 'choice', of: values.map((value) => ({ value, title: titles[value] })) },
    // Every key of the titles is a value.
    schema: z.enum(values) as z.ZodType as z.ZodType<T>,
    expected: () => m.policy_expected_choice({ values: values.join(', ') }),
    show: (value) => titles[value](),
  };
}

/** A list or an object. */
export const data = <V>(entry: Omit<Entry<V>, 'form'>): Entry<V> => ({ ...entry, form: { kind: 'data' } });
