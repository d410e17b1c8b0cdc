import { expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { page } from '../support/deployed.ts';
import { wholeList } from '../../../src/main/commands/lists.ts';

const items = Array.from({ length: 250 }, (_one, nth) => ({ id: String(nth) }));

/** A service with these fees; `told` says what a page of it says of the whole. */
function serviceOf(report: (offset: number) => object): Client {
  const call = (_operation: string, { query }: { query: { offset: number; limit: number } }) =>
    Promise.resolve(page(items.slice(query.offset, query.offset + query.limit), report(query.offset)));
  return { call } as unknown as Client;
}
const read = (client: Client, limit?: number) =>
  wholeList(client, 'acq.invoices.list', {}, limit === undefined ? {} : { limit });

test.each([
  [249, 249, false],
  [250, 250, true],
  [251, 250, true],
  [0, 0, false],
])('a list of 250 of which %i are wanted is read to %i, and is whole: %s', async (most, length, isWhole) => {
  const list = await read(
    serviceOf(() => ({ total_record_count: 250 })),
    most,
  );
  expect(list.items).toHaveLength(length);
  expect(list.isWhole).toBe(isWhole);
});

test('a page that says neither what it has nor how many there are proves nothing of the whole', async () => {
  const list = await read(
    serviceOf((offset) => (offset > 150 ? {} : { total_record_count: 250, invoice: [] })),
  );
  expect(list.isWhole).toBe(false);
  const silent = await read(
    serviceOf((offset) => (offset > 150 ? { invoice: [] } : { total_record_count: 250 })),
  );
  expect(silent.isWhole).toBe(true);
});
