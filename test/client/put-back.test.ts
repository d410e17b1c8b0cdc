import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Endpoint, pathNames } from '../../src/service/define.ts';
import { endpoints, type Operation, operations } from '../../src/service/endpoints.ts';
import { patched } from '../../src/service/patch.ts';
import { clientOf, json, stub } from './stub.ts';

type Replacement = { [K in Operation]: (typeof endpoints)[K]['method'] extends 'PUT' ? K : never }[Operation];
type Json = Readonly<Record<string, unknown>>;

/** What a service may send for each record that is written back whole, in the forms that vary from one to the next. */
const records: Record<Exclude<Replacement, 'conf.letters.update'>, readonly Json[]> = {
  'users.update': [
    { primary_id: 'a', account_type: 'INTERNAL', status: { value: 'ACTIVE' }, user_group: 'STAFF' },
    {
      primary_id: '7',
      account_type: { value: 'INTERNAL', desc: 'Internal' },
      status: 'ACTIVE',
      user_group: { value: 7 },
      user_note: null,
      expiry_date: 1_797_292_800_000,
    },
  ],
  'users.loans.update': [
    { loan_id: 7, due_date: '2026-12-05T21:59:00Z', renewable: null, loan_fine: -1.5, library: 'MAIN' },
  ],
  'users.requests.update': [
    { request_id: '7', request_type: 'HOLD', place_in_queue: '1', request_date: '2026-12-05B' },
    { request_type: { value: 'HOLD' }, request_status: null, place_in_queue: 1 },
  ],
  'conf.locations.update': [
    { code: 'OPEN', name: 'Open', type: { value: 'OPEN', desc: null }, suppress_from_publishing: 'false' },
  ],
  'conf.codeTables.update': [
    { name: 'T', row: [] },
    { name: 'T', row: [{ code: 7, enabled: true, default: 'false' }, { code: '8' }] },
    { name: 'T', row: [{ code: 'A', enabled: { value: 'true', desc: 'Yes' }, default: { value: false } }] },
  ],
  'conf.mappingTables.update': [
    { name: 'M', row: [{ column0: 'a', column1: null, enabled: 'true' }] },
    { row: [{ column0: 1, column9: 'x', enabled: { value: 'false' } }], rows: null },
  ],
  'acq.pol.update': [
    { number: 'POL-1', price: { sum: '180.0', currency: 'ILS' }, location: { copy: { pid: 7 } } },
    { number: null, fund_distribution: [{ fund_code: 'F', percent: -100 }], location: [] },
  ],
};

const names = Object.keys(records) as (keyof typeof records)[];

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, '007', '1.50', '', 1e21, [null], { value: null }),
);

const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

test('every record that is written back whole is here', () => {
  const row = (operation: Operation): Endpoint => endpoints[operation];
  const whole = operations.filter((name) => row(name).method === 'PUT' && row(name).xml === undefined);
  expect([...names].sort()).toEqual(whole.sort());
});

test.each(names)(
  '%s: what is read, edited in one field, goes back as it came but for that field',
  async (name) => {
    const endpoint: Endpoint = endpoints[name];
    const service = await stub((response, { body }) => json(response, JSON.parse(body)));
    // One call for all rows: that the arguments are those of the row is what other tests are about.
    const client = clientOf(service.address) as {
      call: (operation: string, input: { path: object; body: object }) => Promise<unknown>;
    };
    const path = Object.fromEntries(pathNames(endpoint.path).map((part) => [part, 'x']));
    const unknown = fc.dictionary(
      fc.string({ minLength: 1 }).map((field) => `our ${field}`),
      anything,
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...records[name]), unknown, anything, async (known, more, to) => {
        const came = asJson({ ...more, ...known });
        expect(endpoint.returns.safeParse(came).success).toBe(true);
        const edited = patched(came, ['our own'], to);
        expect(await client.call(name, { path, body: edited })).toEqual(asJson(edited));
        const sent = JSON.parse(service.arrived.at(-1)?.body ?? '') as Json;
        expect(sent).toEqual({ ...came, 'our own': asJson(to) });
      }),
      { numRuns: 60 },
    );
  },
);
