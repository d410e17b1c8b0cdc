import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { type Endpoint, pathNames } from '../../src/service/define.ts';
import { endpoints, type Operation, operations } from '../../src/service/endpoints.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { NotForXml, toXml } from '../../src/service/xml.ts';
import { longer } from '../long.ts';
import { type Answer, codeOf, itemOf, type Library, messageOf, startLibrary } from './harness.ts';
import { Witness } from './witness.ts';
import { nastyText, objectOf, likely, nasty } from './wrong.ts';

/** So many calls for each row of the table. */
const CALLS = 40 * longer;

let folder = '';
let template = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrel-'));
  template = join(folder, 'template.db');
  await (await startLibrary({ database: template, sample: { patrons: 20, items: 120 } })).close();
});
afterAll(() => rm(folder, { recursive: true }));

/** A small library of its own, and somebody who looks into its database. */
async function watched(use: (library: Library, witness: Witness) => Promise<void>): Promise<void> {
  const database = join(folder, `${Math.random()}.db`);
  await copyFile(template, database);
  const library = await startLibrary({ database });
  const witness = new Witness(database);
  try {
    await use(library, witness);
  } finally {
    witness.close();
    await library.close();
  }
}

/** Nothing and dots would make another path of it. */
const partOfPath = nastyText.map((text) => (/^\.{0,2}$/.test(text) ? `x${text}` : text));

/** What stands in the open parts of paths, for the records that the library has: each set of them goes together. */
type Place = Readonly<Record<string, string>>;

/** The places of a row: those of the records of its list, or of the path above it. */
async function placesOf(library: Library, path: string): Promise<Place[]> {
  const item = await itemOf(library, sampleCode('itemFree1'));
  const seeds: readonly Place[] = [
    { mms_id: item.bib_data.mms_id, holding_id: item.holding_data.holding_id, item_pid: item.item_data.pid },
    ...(['patronGood', 'patronOwing', 'patronNothing'] as const).map((id) => ({ user_id: sampleCode(id) })),
    ...['POL-1001', 'POL-1002'].map((pol_id) => ({ pol_id })),
    { partner_code: 'PARTNER' },
  ];
  const names = pathNames(path);
  let places: Place[] = [{}];
  for (const [index, name] of names.entries()) {
    const next: Place[] = [];
    for (const place of places) {
      const own = seeds.filter(
        (seed) =>
          name in seed && names.slice(0, index).every((one) => !(one in seed) || place[one] === seed[one]),
      );
      const values =
        own.length > 0 ? own.map((seed) => seed[name] ?? '') : await listed(library, path, name, place);
      for (const value of values.slice(0, 4)) next.push({ ...place, [name]: value });
    }
    places = next;
  }
  return places;
}

/** The ids of the records in the list that stands above this part of a path. */
async function listed(library: Library, path: string, name: string, place: Place): Promise<string[]> {
  const above = path.slice(0, path.indexOf(`/{${name}}`));
  const { key } =
    operations.map((one): Endpoint => endpoints[one]).find((row) => row.list && row.path === above)?.list ??
    {};
  if (key === undefined) return [];
  const answer = await library.get(filled(above, place));
  const entries = (answer.body as Record<string, unknown>)[key];
  if (!Array.isArray(entries)) return [];
  return (entries as Record<string, unknown>[]).flatMap((entry) => {
    const id = [name, 'id', 'code', 'loan_id', 'request_id', 'pid', 'number', 'name'].map(
      (field) => entry[field],
    );
    const first = id.find((one) => typeof one === 'string' || typeof one === 'number');
    return first === undefined ? [] : [String(first)];
  });
}

const filled = (path: string, place: Place) =>
  path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent((place[name] ?? '').toWellFormed()));

/** Every value of every field in the library, by the field's name. */
function valuesIn(records: readonly unknown[]): (field: string) => readonly unknown[] {
  const values = new Map<string, Map<string, unknown>>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value)) {
        const known = values.get(name) ?? new Map<string, unknown>();
        if (known.size < 12) known.set(JSON.stringify(one), one);
        values.set(name, known);
        visit(one);
      }
    }
  };
  records.forEach(visit);
  return (field) => [...(values.get(field)?.values() ?? [])];
}

/** A query with some of the row's parameters, right and wrong, some of them twice. */
function queryOf(
  row: Endpoint,
  seen: (field: string) => readonly unknown[],
): fc.Arbitrary<[string, string][]> {
  const text = (value: unknown) =>
    typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  const named = Object.entries(row.query.shape).map(([name, shape]) =>
    fc
      .oneof(
        { weight: 4, arbitrary: likely(shape as z.ZodType, name, seen).map(text) },
        { weight: 3, arbitrary: fc.constant(undefined) },
        { weight: 2, arbitrary: nastyText },
      )
      .map((value): [string, string][] => (value === undefined ? [] : [[name, value]])),
  );
  const more = fc.array(fc.tuple(fc.constantFrom('shoe_size', 'limit', '__proto__', 'q', ''), nastyText), {
    maxLength: 1,
  });
  return fc.tuple(fc.tuple(...named), more).map(([parts, others]) => [...parts.flat(), ...others]);
}

/** A body that is nearly right, or not even an object. */
function bodyOf(row: Endpoint, seen: (field: string) => readonly unknown[]): fc.Arbitrary<unknown> {
  if (!row.body) return fc.constant(undefined);
  const unwrapped = unwrap(row.body);
  return fc.oneof(
    { weight: 8, arbitrary: objectOf(unwrapped, seen) },
    { weight: 1, arbitrary: nasty },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{', '[1', '{"a":1}}', '', '<item/>', '"x"', '\uFEFF{}', '{"a":1e999}'),
    },
  );
}

function unwrap(body: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const { def } = body._zod as unknown as {
    def: { shape?: Record<string, z.ZodType>; innerType?: z.ZodType; in?: z.ZodType; options?: z.ZodType[] };
  };
  if (def.shape) return def.shape;
  const inner = def.innerType ?? def.in;
  if (inner) return unwrap(inner);
  return Object.assign({}, ...(def.options ?? []).map(unwrap)) as Record<string, z.ZodType>;
}

function textOf(row: Endpoint, body: unknown): string | undefined {
  if (body === undefined || typeof body === 'string') return body;
  if (row.xml === undefined || typeof body !== 'object' || body === null) return JSON.stringify(body);
  try {
    return toXml(row.xml, body as Record<string, unknown>);
  } catch (error) {
    if (error instanceof NotForXml) return JSON.stringify(body);
    throw error;
  }
}

/** Parameters that say something other by being empty than by being left out. */
const neverLeftOut = new Set(['q', 'amount']);

/** The fields that the row's own shapes find wrong, the query's before the body's. */
function wrongFields(row: Endpoint, query: readonly [string, string][], body: string | undefined): string[] {
  // Of a parameter that comes twice, the first counts; one without a value is not there.
  const first = new Map([...query].reverse());
  const sent = Object.fromEntries(
    [...first].filter(
      ([name, value]) => Object.hasOwn(row.query.shape, name) && (value !== '' || neverLeftOut.has(name)),
    ),
  );
  if (/^\d+$/.test(sent['limit'] ?? '')) delete sent['limit'];
  const zeros = Object.keys(sent).filter((name) => sent[name]?.includes('\0') === true);
  if (zeros.length > 0) return zeros;
  const inQuery = row.query.safeParse(sent);
  if (!inQuery.success) return inQuery.error.issues.map(({ path }) => String(path[0]));
  if (!row.body || row.xml !== undefined || body === undefined || body.trim() === '') return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return [];
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return [];
  const inBody = row.body.safeParse(parsed);
  return inBody.success ? [] : inBody.error.issues.map(({ path }) => String(path[0]));
}

function routeOf(operation: Operation): string {
  const { method, path, op = '' }: Endpoint = endpoints[operation];
  return `${method} ${path} ${op}`;
}

const send: Record<
  Endpoint['method'],
  (library: Library, path: string, body: string | undefined) => Promise<Answer>
> = {
  GET: (library, path) => library.get(path),
  DELETE: (library, path) => library.del(path),
  POST: (library, path, body) => library.post(path, body),
  PUT: (library, path, body) => library.put(path, body ?? ''),
};

test('what is written is seen from outside', () =>
  watched(async (library, witness) => {
    const before = witness.print();
    expect(witness.print()).toBe(before);
    const answer = await library.post(`/users/${sampleCode('patronGood')}/fees`, {
      type: { value: 'LOSTITEMREPLACEMENTFEE' },
      original_amount: 5,
      owner: { value: 'MAIN' },
    });
    expect(answer.status, answer.text).toBe(200);
    const after = witness.print();
    expect(after).not.toBe(before);
    expect(witness.print()).toBe(after);
  }));

test.each(operations)(
  '%s: whatever is sent is done, or refused with a code and the field, and then nothing has changed',
  { timeout: 240_000 * longer },
  (operation) =>
    watched(async (library, witness) => {
      const row: Endpoint = endpoints[operation];
      const places = await placesOf(library, row.path);
      const seen = valuesIn(witness.records());
      const garbage = fc.record(Object.fromEntries(pathNames(row.path).map((name) => [name, partOfPath])));
      const place =
        places.length === 0
          ? garbage
          : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...places) }, { weight: 1, arbitrary: garbage });
      // Which of two rows of one path a call was for, only the server knows.
      const shared = operations.some((other) => other !== operation && routeOf(other) === routeOf(operation));
      /** All that is in the library, or undefined where a call may just have changed it. */
      let print: string | undefined;
      await fc.assert(
        fc.asyncProperty(place, queryOf(row, seen), bodyOf(row, seen), async (at, query, body) => {
          const messages = new URLSearchParams(
            query.map(([name, value]): [string, string] => [name, value.toWellFormed()]),
          );
          if (row.op !== undefined) messages.set('op', row.op);
          const path = filled(row.path, at);
          const text = textOf(row, body);
          print ??= witness.print();
          const answer = await send[row.method](library, `${path}?${messages.toString()}`, text);
          const sent = `${row.method} ${path}?${messages.toString()} ${text ?? ''}\n${answer.status} ${answer.text}`;
          if (answer.status < 400) {
            print = undefined;
            return;
          }
          expect(answer.status, sent).toBeLessThan(500);
          expect(codeOf(answer), sent).toMatch(/^(\d+|[A-Z_]+)$/);
          expect(messageOf(answer), sent).toMatch(/\S/);
          // The path is looked at first.
          const byPath = path.includes('%00') || [404, 405, 431].includes(answer.status);
          const fields = byPath || shared ? [] : wrongFields(row, query, text);
          if (fields.length > 0) {
            expect(
              fields.some((field) => messageOf(answer).includes(field)),
              `${fields.join(', ')}: ${sent}`,
            ).toBe(true);
          }
          expect(witness.print(), sent).toBe(print);
        }),
        { numRuns: CALLS },
      );
    }),
);

test('a body as deep as it likes is refused, and a long one read', { timeout: 120_000 }, () =>
  watched(async (library, witness) => {
    const print = witness.print();
    for (const depth of [200, 5000, 200_000]) {
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const) {
        const deep = open.repeat(depth) + '1' + close.repeat(depth);
        const record = `{"primary_id":"deep","account_type":"INTERNAL","status":"ACTIVE","user_group":"STAFF","x":${deep}}`;
        const answer = await library.post('/users', record);
        expect([answer.status, codeOf(answer)], answer.text).toEqual([400, '401652']);
      }
    }
    expect(witness.print()).toBe(print);
  }),
);
