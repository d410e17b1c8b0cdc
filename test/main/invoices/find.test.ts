import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { invoicesBySearch, invoicesOfNumber } from '../../../src/main/invoices/find.ts';
import { commandTable } from '../../../src/main/command-table.ts';
import { differing, page, refusal } from '../support/deployed.ts';
import { lookingUp } from '../support/looking-up.ts';

const library = lookingUp();

const vendor = 'LEXPRESS';

/** A number that no invoice has yet. */
const fresh = (): string => randomUUID().replaceAll('-', '');

const bodyOf = (number: string, total = '10.00') => ({
  number,
  invoice_date: '2026-01-01Z',
  vendor: { value: vendor },
  total_amount: total,
});
const create = (number: string, total?: string) =>
  library.client.call('acq.invoices.create', { body: bodyOf(number, total) });
const found = async (client: Client, number: string, invoiceIds: string[] | null = []) =>
  (
    await commandTable.lookUp(client, {
      id: '1',
      operation: 'acq.invoices.create',
      payload: { body: bodyOf(number) },
      before: { invoiceIds },
    })
  ).found;

/** Services in which a search says nothing of what is there. */
const searches: Readonly<Record<string, () => Client>> = {
  'that refuses the field': () =>
    differing(library.client, ({ operation }) =>
      operation === 'acq.invoices.search' ? refusal(operation) : null,
    ),
  'that fails': () =>
    differing(library.client, ({ operation }) =>
      operation === 'acq.invoices.search' ? refusal(operation, '402119') : null,
    ),
  'that is blind to the field': () =>
    differing(library.client, ({ operation }) => (operation === 'acq.invoices.search' ? page([]) : null)),
  'that answers without its key': () =>
    differing(library.client, ({ operation }) => (operation === 'acq.invoices.search' ? page([], {}) : null)),
};

describe.each(Object.entries(searches))('a search %s', (_name, service) => {
  test('proves nothing: the list of invoices is looked through', async () => {
    const number = fresh();
    expect(await found(service(), number)).toBe('didNotHappen');
    const { id } = await create(number);
    expect(await found(service(), number)).toBe('happened');
    expect(await found(service(), number, [String(id)])).toBe('didNotHappen');
    // What was there before could not be told.
    expect(await found(service(), number, null)).toBe('unclear');
    expect(await invoicesBySearch(service(), { vendor, number })).toBeNull();
  });

  test('is unclear where the list cannot be looked through', async () => {
    const lists = [
      (query: Readonly<Record<string, unknown>>) => {
        const { offset, limit } = query as { offset: number; limit: number };
        const items = Array.from({ length: limit }, (_one, index) => ({ id: String(offset + index + 1) }));
        return page(items, { total_record_count: 1_000_000 });
      },
      () => page([], {}),
      () => page([], { total_record_count: 3 }),
      () => refusal('acq.invoices.list', '60340'),
    ];
    for (const list of lists) {
      const client = differing(service(), ({ operation, query }) =>
        operation === 'acq.invoices.list' ? list(query) : null,
      );
      expect(await found(client, 'NOT-THERE')).toBe('unclear');
    }
  });
});

test('a search that finds what was just read proves that another is not there, without the whole list', async () => {
  await create(fresh());
  let listed = 0;
  const counting = differing(library.client, ({ operation }) => {
    if (operation === 'acq.invoices.list') listed += 1;
    return null;
  });
  expect(await invoicesOfNumber(counting, { vendor, number: fresh() })).toEqual([]);
  expect(await invoicesOfNumber(counting, { vendor, number: fresh() })).toEqual([]);
  expect(listed).toBe(1);
});

test('one written in another way is another form of search', async () => {
  const plainOnly = differing(library.client, ({ operation, query }) =>
    operation === 'acq.invoices.search' && /["\s-]/.test(String(query['q'])) ? page([]) : null,
  );
  const [plain, quoted] = [fresh(), `A "B" ${fresh()}`];
  await create(plain);
  await create(quoted);
  expect(await invoicesOfNumber(plainOnly, { vendor, number: plain })).toHaveLength(1);
  expect(await invoicesOfNumber(plainOnly, { vendor, number: quoted })).toHaveLength(1);
});

test('an invoice of the same number is ours only if it says what we sent and has no lines yet', async () => {
  const [same, other] = [fresh(), fresh()];
  const { id } = await create(same, '10');
  expect(await found(library.client, same)).toBe('happened');
  await library.client.call('acq.invoices.lines.create', {
    path: { invoice_id: String(id) },
    body: { price: '10', po_line: 'POL-1001' },
  });
  expect(await found(library.client, same)).toBe('unclear');
  await create(other, '12.00');
  expect(await found(library.client, other)).toBe('unclear');
});
