import fc from 'fast-check';
import { contract, type CallName } from '../../../src/contract/index.ts';
import { sampleOf } from './sample.ts';

const names = Object.keys(contract) as CallName[];
const LONG = 100_001;

function cyclic(): unknown {
  const round: Record<string, unknown> = { list: [] };
  round['self'] = round;
  (round['list'] as unknown[]).push(round);
  return round;
}

function nested(depth: number): unknown {
  let inner: unknown = 'x';
  for (let remaining = depth; remaining > 0; remaining--) inner = remaining % 2 ? [inner] : { raw: inner };
  return inner;
}

const hostile = () =>
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('a trap');
      },
      ownKeys: () => {
        throw new Error('a trap');
      },
    },
  );

/** Values that no window of ours sends; made anew each time, for some are changed by whoever reads them. */
const odd: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  nan: () => Number.NaN,
  infinity: () => Infinity,
  minusZero: () => -0,
  fraction: () => 1.5,
  huge: () => 1e308,
  unsafe: () => 2 ** 53,
  bigint: () => 10n ** 40n,
  symbol: () => Symbol('x'),
  function: () => () => 'x',
  date: () => new Date(Number.NaN),
  regexp: () => /x/,
  map: () => new Map([['userId', 'x']]),
  set: () => new Set(['x']),
  error: () => new Error('x'),
  bytes: () => new Uint8Array(8),
  buffer: () => new ArrayBuffer(8),
  promise: () => Promise.resolve('x'),
  weak: () => new WeakMap(),
  boxed: () => Object('x') as unknown,
  noPrototype: () => Object.create(null) as unknown,
  text: () => 'x',
  empty: () => '',
  blank: () => ' \u0000\ud800',
  long: () => 'x'.repeat(LONG),
  list: () => [],
  sparse: () => Array<unknown>(3),
  sparseEnd: () => Object.assign([], { length: 4_000_000_000 }),
  listWithMore: () => Object.assign(['x'], { more: 'x' }),
  wide: () => Array<unknown>(2000).fill('x'),
  object: () => ({}),
  proto: () =>
    JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown,
  getter: () => ({
    get userId(): string {
      throw new Error('a getter');
    },
  }),
  toJson: () => ({ toJSON: () => ({ polluted: true }), toString: () => 'x' }),
  cyclic,
  deep: () => nested(150),
  veryDeep: () => nested(20_000),
  proxy: hostile,
  proxyOfList: () => new Proxy(['x'], { get: () => 'x' }),
  revoked: () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
};

const oddNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'station.get ',
  'STATION.GET',
];

/** Which part of an input, counted in their order, and what takes its place; `gone` takes it away, `more` adds to it. */
interface Change {
  readonly at: number;
  readonly put: string;
}

const put = fc.constantFrom(...Object.keys(odd), 'gone', 'more');

/** A call as a window that is not ours may make it. */
export interface Message {
  readonly name: unknown;
  readonly id: unknown;
  readonly input: unknown;
}

/** A text, or the name of one of the odd values. */
type Part = { readonly text: string } | { readonly odd: string };

const partOf = (usual: fc.Arbitrary<string>): fc.Arbitrary<Part> =>
  fc.oneof(
    { weight: 12, arbitrary: usual.map((text) => ({ text })) },
    { weight: 1, arbitrary: fc.constantFrom(...oddNames, '', 'x'.repeat(LONG)).map((text) => ({ text })) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(odd)).map((which) => ({ odd: which })) },
  );

/** How a message is made: plain, so that one that fails can be told. */
export interface Recipe {
  readonly name: Part;
  readonly id: Part;
  readonly changes: readonly Change[];
}

export const recipe: fc.Arbitrary<Recipe> = fc.record({
  name: partOf(fc.constantFrom(...names)),
  id: partOf(fc.uuid()),
  changes: fc.array(fc.record({ at: fc.nat({ max: 60 }), put }), { minLength: 1, maxLength: 3 }),
});

const made = (part: Part): unknown => ('text' in part ? part.text : odd[part.odd]?.());

export function messageOf({ name, id, changes }: Recipe): Message {
  const called = made(name);
  return { name: called, id: made(id), input: changed(called, changes) };
}

export const isCall = (called: unknown): called is CallName => names.includes(called as CallName);

function changed(called: unknown, changes: readonly Change[]): unknown {
  const root: Record<string, unknown> = {
    input: isCall(called) ? sampleOf(contract[called].input) : {},
  };
  for (const { at, put: which } of changes) {
    const slots = slotsIn(root);
    const slot = slots[at % slots.length];
    if (!slot) continue;
    const { parent, key } = slot;
    if (which === 'gone') Reflect.deleteProperty(parent, key);
    else if (which === 'more') parent[`${key}more`] = 'x';
    else parent[key] = odd[which]?.();
  }
  return root['input'];
}

/** The parts of an input that is still as it was made: what is odd already is left alone. */
function slotsIn(root: Record<string, unknown>): { parent: Record<string, unknown>; key: string }[] {
  const slots: { parent: Record<string, unknown>; key: string }[] = [];
  const visit = (parent: Record<string, unknown>): void => {
    for (const key of Object.keys(parent)) {
      slots.push({ parent, key });
      const value = parent[key];
      if (isMade(value)) visit(value);
    }
  };
  visit(root);
  return slots;
}

const oddParts = new WeakSet<object>();
for (const which of Object.keys(odd)) {
  const make = odd[which];
  (odd as Record<string, () => unknown>)[which] = () => {
    const made = make?.();
    if ((typeof made === 'object' && made !== null) || typeof made === 'function') oddParts.add(made);
    return made;
  };
}

function isMade(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !oddParts.has(value);
}
