import type * as z from 'zod';

/** As much of what a schema of zod says of itself as is needed here. */
interface Def {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
  readonly innerType?: z.ZodType;
}

/** An input that a schema of the contract takes: the least that it asks for. */
export function sampleOf(schema: z.ZodType | undefined): unknown {
  if (schema === undefined) return undefined;
  const def = schema.def as object as Def;
  const make = samples[def.type];
  if (make === undefined) throw new Error(`no sample of ${def.type}`);
  return make(def);
}

const inner = ({ innerType }: Def): unknown => sampleOf(innerType);

const samples: Readonly<Record<string, (def: Def) => unknown>> = {
  object: ({ shape = {} }) =>
    Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, sampleOf(field)])),
  array: ({ element }) => [sampleOf(element)],
  union: ({ options = [] }) => sampleOf(options[0]),
  enum: ({ entries = {} }) => Object.values(entries)[0],
  literal: ({ values = [] }) => values[0],
  optional: inner,
  nullable: inner,
  default: inner,
  readonly: inner,
  record: () => ({}),
  boolean: () => true,
  number: () => 1,
  string: ({ format }) => textFor(format),
};

function textFor(format: string | undefined): string {
  if (format === 'uuid') return crypto.randomUUID();
  return format === 'base64' ? 'SGVsbG8=' : 'x';
}
