import { describe, expect, test } from 'vitest';
import type { CallOptions, Client } from '../../../src/client/client.ts';
import { invoicesBySearch, invoicesOfNumber } from '../../../src/main/invoices/find.ts';
import { searchValue } from '../../../src/service/query.ts';
import { page } from '../support/deployed.ts';

interface Stored {
  readonly id: string;
  readonly number: string;
  readonly vendor: { readonly value: string };
}
interface Search {
  readonly operation: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
}

const invoice = (number: string, vendor = 'V'): Stored => ({ id: number, number, vendor: { value: vendor } });

/** A service with these invoices; `finds` says what its search answers, where that is not what is there. */
function serviceOf(
  invoices: readonly Stored[],
  finds: (number: string) => readonly unknown[] = (number) => invoices.filter((one) => one.number === number),
  isWhole = true,
) {
  const requests: Search[] = [];
  const answer = (all: readonly unknown[], offset: unknown) => {
    const total_record_count = isWhole ? all.length : all.length + 1;
    return page(all.slice(Number(offset ?? 0)), { total_record_count });
  };
  const client = {
    call(operation: string, { query = {} }: Partial<Search>, options: CallOptions = {}) {
      requests.push({ operation, query, options });
      if (operation === 'acq.invoices.list') return Promise.resolve(answer(invoices, query['offset']));
      const known = invoices.map(({ number }) => number).concat('A1', 'A-1', 'A 1');
      const number = known.find((one) => query['q'] === `invoice_number~${searchValue(one)}`);
      return Promise.resolve(answer(finds(number ?? ''), query['offset']));
    },
  } as unknown as Client;
  return {
    client,
    requests,
    count: (operation: string) => requests.filter((one) => one.operation === operation).length,
  };
}

/** One number of each way of writing it, and another that is there. */
const forms = [
  ['letters and digits', 'A1', 'B22'],
  ['marks', 'A-1', 'B/2.2_2'],
  ['marks at the end', 'A-1', 'B-'],
  ['marks at the beginning', 'A-1', '-B'],
  ['what has to stand in quotation marks', 'A 1', 'B 2'],
  ['a blank at the end', 'A 1', 'B2 -ü'],
] as const;
const kindOf = (name: string): string =>
  /^marks/.test(name) ? 'marks' : /letters/.test(name) ? 'word' : 'quoted';

describe.each(forms)('a search by %s', (name, missing) => {
  test.each(forms)(
    'that finds nothing proves something only where one by the same was found: %s',
    async (other, _, there) => {
      const { client, requests, count } = serviceOf([invoice(there)]);
      const found = await invoicesBySearch(client, { vendor: 'V', number: missing });
      expect(found).toEqual(kindOf(name) === kindOf(other) ? [] : null);
      expect(count('acq.invoices.search')).toBe(kindOf(name) === kindOf(other) ? 2 : 1);
      expect(requests.find(({ operation }) => operation === 'acq.invoices.list')?.query).toMatchObject({
        limit: 100,
      });
    },
  );
});

describe('the invoices of a number', () => {
  test('are found by one search, whatever capitals and blanks they are written with', async () => {
    const stored = { ...invoice(' a1 '), vendor: { value: ' v ' } };
    const { client, requests, count } = serviceOf([stored], () => [stored]);
    const { signal } = new AbortController();
    expect(await invoicesOfNumber(client, { vendor: 'V', number: 'A1' }, { signal })).toEqual([stored]);
    expect(await invoicesOfNumber(client, { vendor: ' v', number: ' a1 ' }, { signal })).toEqual([stored]);
    expect(count('acq.invoices.list')).toBe(0);
    expect(requests[0]?.query).toMatchObject({ q: 'invoice_number~A1' });
    expect(requests.every(({ options }) => options.signal === signal)).toBe(true);
  });

  test('are those of the vendor: another’s only shows that the search finds something', async () => {
    const { client, count } = serviceOf([invoice('A1', 'W')]);
    expect(await invoicesOfNumber(client, { vendor: 'V', number: 'A1' })).toEqual([]);
    expect(count('acq.invoices.list')).toBe(0);
  });

  test('are picked from what a service answers that does not know the field, and answers all', async () => {
    const invoices = ['B1', 'A1', 'C1'].map((number) => invoice(number));
    const { client } = serviceOf(invoices, () => invoices);
    expect(await invoicesOfNumber(client, { vendor: 'V', number: 'A1' })).toEqual([invoice('A1')]);
    // A part of all proves nothing.
    const part = serviceOf(invoices, () => invoices, false);
    expect(await invoicesOfNumber(part.client, { vendor: 'V', number: 'D1' })).toBeNull();
  });

  test('are found in a search that does not end, and not said to be missing by it', async () => {
    const [there, none] = [serviceOf([invoice('A1')], undefined, false), serviceOf([], undefined, false)];
    expect(await invoicesBySearch(there.client, { vendor: 'V', number: 'A1' })).toEqual([invoice('A1')]);
    expect(await invoicesBySearch(none.client, { vendor: 'V', number: 'A1' })).toBeNull();
    // What came of it proves nothing for the next.
    expect(await invoicesBySearch(there.client, { vendor: 'V', number: 'A-1' })).toBeNull();
    expect(await invoicesBySearch(there.client, { vendor: 'W', number: 'A1' })).toBeNull();
  });

  test('are found in a list that does not end, and not said to be missing by it', async () => {
    const { client } = serviceOf([invoice('A1')], () => [], false);
    expect(await invoicesOfNumber(client, { vendor: 'V', number: 'A1' })).toEqual([invoice('A1')]);
    expect(await invoicesOfNumber(client, { vendor: 'V', number: 'A-1' })).toBeNull();
  });

  test('are looked for among five thousand, and no more', async () => {
    const requests: string[] = [];
    const client = {
      call(operation: string, { query = {} }: Partial<Search>) {
        requests.push(operation);
        const from = Number(query['offset'] ?? 0);
        const some = Array.from({ length: 100 }, (_one, nth) => invoice(`N${from + nth}`));
        return Promise.resolve(page(some, { total_record_count: 1_000_000 }));
      },
    } as unknown as Client;
    expect(await invoicesOfNumber(client, { vendor: 'V', number: 'A1' })).toBeNull();
    expect(requests.filter((one) => one === 'acq.invoices.search')).toHaveLength(51);
  });

  test('are asked for once: what proves the search is remembered', async () => {
    const { client, count } = serviceOf([invoice('B1')]);
    for (const number of ['A1', 'A1'])
      expect(await invoicesOfNumber(client, { vendor: 'V', number })).toEqual([]);
    expect([count('acq.invoices.list'), count('acq.invoices.search')]).toEqual([1, 3]);
  });
});
