import fc from 'fast-check';

const LONG = 200_000;
const DEEP = 20_000;

/** A value as JSON text, which no `JSON.stringify` would write: numbers out of range, nesting without end. */
const texts: Readonly<Record<string, string>> = {
  huge: '1e999',
  minusZero: '-0',
  manyDigits: '9'.repeat(LONG),
  manyDecimals: `"1.${'0'.repeat(LONG)}1"`,
  deepList: '['.repeat(DEEP) + ']'.repeat(DEEP),
  deepObject: '{"value":'.repeat(DEEP) + '1' + '}'.repeat(DEEP),
  deepMix: '[{"row":'.repeat(DEEP) + 'null' + '}]'.repeat(DEEP),
  proto: '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  twice: '{"value":"one","value":["two"],"value":"three"}',
  spaces: JSON.stringify(`a${' '.repeat(LONG)}b`),
  ends: JSON.stringify(`x${'\n'.repeat(LONG)}.`),
  tabs: JSON.stringify(`Item's destination is:${'\t'.repeat(LONG)}x`),
  dots: JSON.stringify('.'.repeat(LONG)),
  long: JSON.stringify('x'.repeat(LONG)),
  wide: `[${'{},'.repeat(5000)}{}]`,
  entities: JSON.stringify('&#x'.repeat(LONG / 4)),
  tracking: JSON.stringify('tracking id '.repeat(LONG / 12)),
};

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    ...['\u0000', '\ud800', '\udfff\ud800', '\u202e', '\ufeff', '__proto__', 'constructor', 'toString'],
    ...[
      'NaN',
      'null',
      'undefined',
      '[object Object]',
      'true',
      'TRUE',
      '0x10',
      '1e3',
      '1e9',
      '1,50',
      '-',
      '.',
      '+',
    ],
    ...[
      '-1',
      '0',
      '007',
      '9'.repeat(30),
      '2026-02-30Z',
      '0000-00-00Z',
      '2026-13-01',
      '+275760-09-13T00:00:00.001Z',
    ],
    ...[
      '8640000000000001',
      '-99999999999999999999',
      '99999999999',
      '<b>x</b>',
      '../../etc/passwd',
      'C:\\x',
      '%00',
    ],
    ...[
      "Item's destination is: . Request/Process Type: . Requester: . Place in Queue: .",
      'Requester:Requester:',
    ],
  ),
);

/** What stands in place of a value: itself, or the name of one of the texts above. */
export type Wrong = { readonly value: unknown } | { readonly text: keyof typeof texts } | 'gone' | 'again';

export const wrong: fc.Arbitrary<Wrong> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(null, '', 0, -1, 1.5, 1e21, 5e-324, true, false).map((value) => ({ value })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom([], {}, [null], [[]], { value: null }, { value: {} }, { value: [] })
      .map((value) => ({ value })),
  },
  { weight: 5, arbitrary: oddText.map((value) => ({ value })) },
  {
    weight: 3,
    arbitrary: fc
      .oneof(oddText, fc.double(), fc.boolean())
      .map((inner) => ({ value: { value: inner, desc: inner } })),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => ({ value })) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(texts)).map((text) => ({ text })) },
  { weight: 2, arbitrary: fc.constantFrom('gone' as const, 'again' as const) },
);

/** One change in a JSON document: which of its values, counted in their order, and what takes its place. */
export interface Change {
  readonly at: number;
  readonly wrong: Wrong;
}

export const change: fc.Arbitrary<Change> = fc.record({ at: fc.nat({ max: 5000 }), wrong });

interface Slot {
  readonly in: Record<string, unknown>;
  readonly key: string;
}

/** The document with these changes made, as text. */
export function changed(document: string, changes: readonly Change[]): string {
  const root: Record<string, unknown> = { root: JSON.parse(document) as unknown };
  const raw: string[] = [];
  for (const { at, wrong: is } of changes) {
    const slots = slotsIn(root);
    const slot = slots[at % slots.length];
    if (slot) put(slot, is, raw);
  }
  return JSON.stringify(root['root'] ?? null).replaceAll(
    /"@raw(\d+)@"/g,
    (_, nth: string) => raw[Number(nth)] ?? '',
  );
}

function put({ in: parent, key }: Slot, is: Wrong, raw: string[]): void {
  if (is === 'gone') {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else Reflect.deleteProperty(parent, key);
  } else if (is === 'again') {
    parent[key] = Array.isArray(parent[key])
      ? [...(parent[key] as unknown[]), ...(parent[key] as unknown[])]
      : [parent[key], parent[key]];
  } else if ('text' in is) {
    raw.push(texts[is.text] ?? 'null');
    parent[key] = `@raw${raw.length - 1}@`;
  } else parent[key] = structuredClone(is.value);
}

/** Every value of a document, from the outside in. */
function slotsIn(root: Record<string, unknown>): Slot[] {
  const slots: Slot[] = [];
  const open: unknown[] = [root];
  for (let part = open.shift(); part !== undefined; part = open.shift()) {
    for (const [key, value] of Object.entries(part as object)) {
      slots.push({ in: part as Record<string, unknown>, key });
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return slots;
}
