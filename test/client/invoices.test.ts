import { describe, expect, test } from 'vitest';
import { paginate } from '../../src/client/paginate.ts';
import { InvalidArgumentError } from '../../src/client/errors.ts';
import { lineToWrite, noteOf, typeOf, vatOf } from '../../src/service/invoice.ts';
import { clientOf, failing, json, stub } from './stub.ts';

async function answering(answer: object) {
  const service = await stub((response) => json(response, answer));
  return { service, client: clientOf(service.address) };
}

const path = { invoice_id: '7' };
const body = { number: 'N', invoice_date: '2026-11-20', vendor: 'V', total_amount: '1.00' };

test('a list and a search have one path; lines are asked for a hundred at a time, an invoice in full', async () => {
  const { service, client } = await answering({});
  await client.call('acq.invoices.list', { query: { status: 'ACTIVE', vendor_code: 'V' } });
  await client.call('acq.invoices.search', { query: { q: 'number~1 AND vendor_code~V' } });
  await client.call('acq.invoices.lines.list', { path });
  await client.call('acq.invoices.get', { path });
  expect(service.arrived.map(({ url }) => new URL(url, 'http://x'))).toMatchObject([
    { pathname: '/svcws/v1/acq/invoices', search: expect.stringContaining('status=ACTIVE') as string },
    { pathname: '/svcws/v1/acq/invoices', search: expect.stringContaining('q=number~1%20AND') as string },
    { search: expect.stringContaining('limit=100') as string },
    { search: '?view=full' },
  ]);
});

test('an operation on an invoice, and a receipt, send an empty object where no body is given', async () => {
  const { service, client } = await answering({});
  await client.call('acq.invoices.process', { path });
  await client.call('acq.invoices.paid', { path });
  await client.call('acq.invoices.markInErp', { path });
  await client.call('acq.invoices.reject', { path });
  await client.call('acq.pol.items.receive', { path: { pol_id: 'P', item_id: '1' } });
  expect(service.arrived.map(({ body: sent }) => sent)).toEqual(['{}', '{}', '{}', '{}', '{}']);
  expect(service.arrived.map(({ url }) => new URL(url, 'http://x').searchParams.get('op'))).toEqual([
    ...['process_invoice', 'paid', 'mark_in_erp', 'rejected', 'receive'],
  ]);
});

describe('before anything is sent', () => {
  test.each([
    ['q', { q: ' ' }],
    ['limit', { q: 'all~x', limit: 101 }],
    ['limit', { q: 'all~x', limit: -1 }],
  ])('a search with a wrong %s is refused', async (field, query) => {
    const { service, client } = await answering({});
    const error = await failing(client.call('acq.invoices.search', { query }));
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error).toMatchObject({ place: 'query', field });
    expect(service.arrived).toEqual([]);
  });

  test.each([
    ['number', ''],
    ['invoice_date', '20.11.2026'],
    ['total_amount', undefined],
    ['vendor', undefined],
  ])('an invoice whose %s is %j is refused', async (field, value) => {
    const { service, client } = await answering({});
    const wrong = { ...body, [field]: value };
    expect(await failing(client.call('acq.invoices.create', { body: wrong }))).toMatchObject({
      place: 'body',
      field,
    });
    expect(service.arrived).toEqual([]);
  });
});

test('items of an order line are read as a list, as the one object of some releases, and without their key', async () => {
  for (const [answer, pids] of [
    [{ item: [{ pid: '1' }, { pid: '2' }], total_record_count: 2 }, ['1', '2']],
    [{ item: { pid: '1' }, total_record_count: 1 }, ['1']],
    [{ total_record_count: 0 }, []],
  ] as const) {
    const { client } = await answering(answer);
    const found = [];
    for await (const item of paginate(client, 'acq.pol.items.list', { path: { pol_id: 'P' } }))
      found.push(item.pid);
    expect(found).toEqual(pids);
  }
});

test('a line is read in either names, and written in those that the service has', () => {
  const draft = {
    amount: '1.00',
    pol: 'P',
    note: 'n',
    vatAmount: '0.17',
    from: '2026-01-01',
    to: '2026-12-31',
  };
  const written = [lineToWrite(draft), lineToWrite(draft, 'older')];
  expect(written).toEqual([
    expect.objectContaining({
      type: { value: 'REGULAR' },
      note: 'n',
      invoice_line_vat: { vat_amount: '0.17' },
    }),
    expect.objectContaining({
      invoice_line_type: { value: 'REGULAR' },
      notes: 'n',
      vat: { vat_amount: '0.17' },
    }),
  ]);
  for (const line of written) {
    expect([typeOf(line), noteOf(line), vatOf(line)]).toEqual(['REGULAR', 'n', { vat_amount: '0.17' }]);
    expect(line).toMatchObject({ price: '1.00', quantity: 1, po_line: 'P' });
    expect(line).not.toHaveProperty('fund_distribution');
  }
});
