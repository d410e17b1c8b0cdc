import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { paginate } from '../../src/client/paginate.ts';
import { clientOf, json, stub } from './stub.ts';

interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

/** The same without a network between, for thousands of walks. */
async function walkHere(answer: (request: PageRequest, nth: number) => { item_loan: { loan_id: number }[] }) {
  let nth = 0;
  const call = (_operation: string, { query }: { query: PageRequest }) => {
    const envelope = answer(query, ++nth);
    return Promise.resolve({ items: envelope.item_loan, total: 0, envelope });
  };
  const client = { call } as unknown as Client;
  const ids: unknown[] = [];
  for await (const loan of paginate(client, 'users.loans.list', { path: { user_id: 'u' } }))
    ids.push(loan.loan_id);
  return ids;
}

/** All loans of a service that answers each page as told. */
async function walk(answer: (request: PageRequest, nth: number) => unknown) {
  const service = await stub((response, { url }, nth) => {
    const query = new URL(url, 'http://x').searchParams;
    json(response, answer({ limit: Number(query.get('limit')), offset: Number(query.get('offset')) }, nth));
  });
  const client = clientOf(service.address);
  const ids: unknown[] = [];
  for await (const loan of paginate(client, 'users.loans.list', { path: { user_id: 'u' } }))
    ids.push(loan.loan_id);
  return { ids, requests: service.arrived.length, service };
}

const loans = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, nth) => ({ loan_id: from + nth }));
const pageOf = <T>(all: readonly T[], { limit, offset }: PageRequest) => ({
  item_loan: all.slice(offset, offset + limit),
  total_record_count: all.length,
});

test.each([0, 1, 99, 100, 101, 199, 200, 250, 300])('%i entries', async (count) => {
  const all = loans(0, count);
  const { ids, requests, service } = await walk((request) => pageOf(all, request));
  expect(ids).toEqual(all.map(({ loan_id }) => loan_id));
  // Each page but the first begins with the last entry of the one before.
  expect(requests).toBe(count <= 100 ? 1 : 1 + Math.ceil((count - 100) / 99));
  expect(service.arrived[0]?.url).toContain('limit=100&offset=0');
});

test.each([1, 2, 10, 99])('a service that gives %i at once, whatever was asked', async (most) => {
  const all = loans(0, 57);
  const { ids } = await walk((request) => pageOf(all, { ...request, limit: Math.min(most, request.limit) }));
  expect(ids).toEqual(all.map(({ loan_id }) => loan_id));
});

test('entries that look alike are all given', async () => {
  const all = Array.from({ length: 230 }, () => ({ title: 'The same' }));
  expect((await walk((request) => pageOf(all, request))).ids).toHaveLength(230);
});

test('no count: the first short page is the last', async () => {
  const all = loans(0, 130);
  const { ids, requests } = await walk((request) => ({ item_loan: pageOf(all, request).item_loan }));
  expect([ids.length, requests]).toEqual([130, 2]);
});

test.each([250, 100, 0])('a missing key is the end, where %i are counted', async (total_record_count) => {
  const { ids, requests } = await walk((request, nth) =>
    nth === 1 ? pageOf(loans(0, 250), request) : { total_record_count },
  );
  expect(ids).toHaveLength(100);
  expect(requests).toBe(2);
});

test('a service that knows no paging does not keep us for ever', async () => {
  const { ids, requests } = await walk(() => ({ item_loan: loans(0, 100) }));
  expect([ids.length, requests]).toEqual([100, 2]);
});

test('entries that are others in every answer do not keep us for ever', async () => {
  const all = loans(0, 250);
  const { ids } = await walk((request, nth) => {
    const page = pageOf(all, request);
    return { ...page, item_loan: page.item_loan.map((loan) => ({ loan, loan_id: loan.loan_id, nth })) };
  });
  expect(new Set(ids)).toEqual(new Set(all.map(({ loan_id }) => loan_id)));
});

test.each([
  [
    'says that there are fewer than there were, and then again more',
    ({ offset }: PageRequest) =>
      offset === 0
        ? { ...pageOf(loans(0, 2), { limit: 1, offset }) }
        : { item_loan: [], total_record_count: 1 },
  ],
  [
    'has another second page in every answer',
    ({ offset }: PageRequest, nth: number) => ({
      item_loan: offset === 0 ? loans(0, 100) : loans(1000 * nth, 1000 * nth + 100),
      total_record_count: 300,
    }),
  ],
])('a service that %s does not keep us for ever: that is no answer', async (_, answer) => {
  await expect(walkHere(answer)).rejects.toMatchObject({
    kind: 'unexpected-answer',
    found: 'shape',
    field: 'item_loan',
  });
});

test('a list without paging is one page', async () => {
  const service = await stub((response) =>
    json(response, { library: [{ code: 'A' }, { code: 'B' }], total_record_count: 5 }),
  );
  const codes: unknown[] = [];
  for await (const { code } of paginate(clientOf(service.address), 'conf.libraries.list', {}))
    codes.push(code);
  expect(codes).toEqual(['A', 'B']);
  expect(service.arrived.map(({ url }) => url)).toEqual(['/svcws/v1/conf/libraries']);
});

/** Before each page but the first: so many go, at one place, and so many come, at another. */
const change = fc.record({
  from: fc.nat(),
  gone: fc.integer({ min: 0, max: 130 }),
  at: fc.nat(),
  come: fc.integer({ min: 0, max: 130 }),
});

test('entries that come and go meanwhile: none of the others is skipped or given twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 350 }),
      fc.array(change, { maxLength: 4 }),
      fc.constantFrom(2, 3, 10, 100),
      fc.boolean(),
      async (count, changes, most, balanced) => {
        let all: { loan_id: number }[] = loans(0, count);
        let next = 10_000;
        const gone = new Set<number>();
        const ids = await walkHere((request, nth) => {
          const now = nth === 1 ? undefined : changes[nth - 2];
          if (now) {
            const from = now.from % (all.length + 1);
            const leaving = all.slice(from, from + now.gone);
            for (const { loan_id } of leaving) gone.add(loan_id);
            all = all.toSpliced(from, leaving.length);
            // As many as went: the count does not tell.
            const come = balanced ? leaving.length : now.come;
            all = all.toSpliced(now.at % (all.length + 1), 0, ...loans(next, (next += come)));
          }
          return pageOf(all, { ...request, limit: Math.min(most, request.limit) });
        });
        expect(new Set(ids).size).toBe(ids.length);
        const records = loans(0, count).filter(({ loan_id }) => !gone.has(loan_id));
        expect(ids).toEqual(expect.arrayContaining(records.map(({ loan_id }) => loan_id)));
      },
    ),
    { numRuns: 1500 },
  );
}, 60_000);
