import * as fc from 'fast-check';
import type * as z from 'zod';

/** What no field expects: of every type, of every length, of every script, and fragments of other languages. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      "'; drop table users; --",
      "' OR '1'='1",
      '1; delete from fees',
      '%',
      '_',
      '*',
      '"',
      "'",
      '\\',
      '${x}',
      '{{x}}',
    ],
    ...['../../etc/passwd', '..\\..\\x', '/users/x?op=pay', 'file:///etc/passwd', 'a/b', '.', '..'],
    ...[
      '\0',
      'a\0b',
      '\uD800',
      'x\uDFFFy',
      '\u202Erevo',
      '\uFEFF',
      '👩‍👩‍👧',
      'ﷺ',
      'İstanbul',
      'ß'.repeat(40),
      '\r\nX: y',
      '\t',
    ],
    ...[
      '<script>alert(1)</script>',
      '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>',
      '&amp;',
      ']]>',
    ],
    ...[
      '',
      ' ',
      'null',
      'true',
      'NaN',
      '-0',
      '0',
      '-1',
      '1e400',
      '0x10',
      '1,5',
      '٣',
      '99999999999999999999.99',
    ],
    ...['2026-02-30Z', '2026-13-01', '0000-00-00Z', '9999-12-31Z', '+275760-09-13T00:00:00Z', 'yesterday'],
    ...[0, -1, 1.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 53 + 2, null, true, false],
    ...[
      [],
      {},
      [[]],
      [null],
      { value: null },
      { value: {} },
      { value: [] },
      { value: { value: 'x' } },
      ['x', 'y'],
    ],
    ...[
      'x'.repeat(5000),
      'word '.repeat(500),
      '__proto__',
      'constructor',
      'toString',
      { __proto__: null, x: 1 },
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 1, max: 80 }).map((depth) => nested(depth)),
);

/** A text that no parameter and no part of a path expects. */
export const nastyText: fc.Arbitrary<string> = nasty.map((value) =>
  typeof value === 'string' ? value : JSON.stringify(value),
);

function nested(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}

/** Values that a field of this name has somewhere in the library. */
export type Seen = (field: string) => readonly unknown[];

/** A value that the shape allows, or nearly. `field` is its name, for which the library may know values. */
export function likely(shape: z.ZodType, field: string, seen: Seen): fc.Arbitrary<unknown> {
  const { def } = shape._zod as unknown as { def: Def };
  const inner = (one: z.ZodType | undefined, name = field) =>
    one ? likely(one, name, seen) : fc.constant(undefined);
  switch (def.type) {
    case 'object':
      return objectOf(def.shape ?? {}, seen);
    case 'union':
      return fc.oneof(...(def.options ?? []).map((option) => inner(option)));
    case 'intersection':
      return fc
        .tuple(inner(def.left), inner(def.right))
        .map(([left, right]) => ({ ...(left as object), ...(right as object) }));
    case 'array':
      return fc.array(inner(def.element), { maxLength: 3 });
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 8 }), inner(def.valueType), { maxKeys: 3 });
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return fc.oneof(
        { weight: 6, arbitrary: inner(def.innerType) },
        { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
      );
    case 'pipe':
      return inner(def.in);
    case 'lazy':
      return inner(def.getter?.());
    case 'literal':
      return fc.constantFrom<unknown>(...(def.values ?? []));
    case 'enum':
      return fc.constantFrom<unknown>(...Object.values(def.entries ?? {}));
    case 'boolean':
      return fc.constantFrom<unknown>(true, false, 'true', 'false');
    case 'number':
    case 'int':
      return fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom('5', '0', '12.50'));
    default:
      return known(field, seen);
  }
}

/** An object with these fields, some of them wrong, some missing, and some that nobody has heard of. */
export function objectOf(fields: Readonly<Record<string, z.ZodType>>, seen: Seen): fc.Arbitrary<object> {
  const entries = Object.entries(fields).map(([name, shape]) => {
    const value = fc.oneof(
      {
        weight: 6,
        arbitrary: seen(name).length > 0 ? fc.constantFrom(...seen(name)) : likely(shape, name, seen),
      },
      { weight: 2, arbitrary: likely(shape, name, seen) },
      { weight: 1, arbitrary: nasty },
      { weight: 1, arbitrary: fc.constant(undefined) },
    );
    return value.map((one) => [name, one] as const);
  });
  const unknown = fc.tuple(
    fc.constantFrom('shoe_size', '__proto__', 'constructor', '', 'x y', 'a.b', '$'),
    nasty,
  );
  return fc
    .tuple(fc.tuple(...entries), fc.array(unknown, { maxLength: 1 }))
    .map(([named, others]) =>
      Object.fromEntries([...named, ...others].filter(([, value]) => value !== undefined)),
    );
}

function known(field: string, seen: Seen): fc.Arbitrary<unknown> {
  const texts = fc.constantFrom<unknown>(
    'MAIN',
    'OTHER',
    'ACTIVE',
    '5.00',
    '2027-01-31Z',
    'x',
    'ALL',
    'HOLD',
    'BOOK',
  );
  return seen(field).length > 0 ? fc.oneof(fc.constantFrom(...seen(field)), texts) : texts;
}

interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
}
