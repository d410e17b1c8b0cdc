import { describe, expect, test } from 'vitest';
import type { ImportedInvoice, ImportedLine, ImportPreview } from '../../../src/contract/invoice-import.ts';
import { InvoiceImport } from '../../../src/renderer/invoices/import/import.svelte.ts';
import { main, settled } from '../support/main.ts';

const place = { line: 1, segment: '' };
const line = (more: Partial<ImportedLine>): ImportedLine => ({
  ...{ place, pol: '', isbn: '', title: '', reference: '', quantity: '1', price: '', amount: '10.00' },
  ...{ vat: '', fund: '', from: '', to: '', note: '', ...more },
});
const invoice = (vendor: string): ImportedInvoice => ({
  ...{ place, sender: '', number: 'N-1', date: '', due: '', vendor, account: '', currency: '', total: '' },
  ...{ shipment: '', overhead: '', insurance: '', discount: '', vatTotal: '', sum: '', barred: null },
  lines: [line({ isbn: '9789650000004' }), line({ reference: '77' }), line({ reference: '78' })],
});
const preview = (vendor: string): ImportPreview => ({
  ...{ file: 'f', name: 'a.csv', size: 1, kind: 'csv', charset: 'utf-8', vendor, problems: [] },
  ...{ problemCount: 0, invoices: [invoice(vendor)] },
  csv: {
    form: { separator: ',', header: true, decimal: 'point', days: 'ymd', columns: ['amount'] },
    anySign: true,
    columns: [],
  },
});
const found = (pol: string, vendor: string) => ({ pol, vendor, title: 'Atlas' });

async function opened(vendor: string): Promise<InvoiceImport> {
  const current = new InvoiceImport();
  void current.choose();
  await main.open('invoices.import.open').answer(preview(vendor));
  await main.open('invoices.import.match').answer({
    how: 'search',
    matches: [
      { line: 0, orders: [found('POL-1', 'ANOTHER')] },
      { line: 1, orders: [found('POL-2', 'ANOTHER')] },
      { line: 2, orders: [found('POL-3', 'NORTHBOOKS')] },
    ],
  });
  return current;
}

describe('the one order line that was found', () => {
  test("by the vendor's reference is taken where it is this vendor's; by its ISBN in any case", async () => {
    const current = await opened('NORTHBOOKS');
    expect([0, 1, 2].map((nth) => current.polOf(nth))).toEqual(['POL-1', '', 'POL-3']);
    current.setPol(1, 'POL-2');
    expect(current.polOf(1)).toBe('POL-2');
  });

  test('is taken, or not any more, once a person says whose invoice it is', async () => {
    const current = await opened('');
    expect([0, 1, 2].map((nth) => current.polOf(nth))).toEqual(['POL-1', '', '']);
    void current.read({ vendor: 'ANOTHER' });
    await main.open('invoices.import.map').answer(preview('ANOTHER'));
    expect([0, 1, 2].map((nth) => current.polOf(nth))).toEqual(['POL-1', 'POL-2', '']);
  });
});

test('a sign of decimals that was only guessed is not said by saying something else', async () => {
  const current = await opened('NORTHBOOKS');
  void current.change({ header: false });
  await settled();
  const asked = main.open('invoices.import.map');
  expect(asked.input.csv).toMatchObject({ header: false, decimal: null });
  await asked.answer(preview('NORTHBOOKS'));
  void current.change({ decimal: 'comma' });
  await settled();
  expect(main.open('invoices.import.map').input.csv).toMatchObject({ decimal: 'comma' });
});
