import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { CsvForm, ImportPreview } from '../../../../src/contract/invoice-import.ts';
import {
  vendorInvoice,
  writeCsv,
  writeEdifact,
  type WrittenInvoice,
} from '../../../../src/service/vendor-invoice.ts';
import { elsewhere, openTestStation, type TestStation, type Window } from '../../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-import-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function open(): Promise<{ testStation: TestStation; window: Window }> {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

/** The person chooses this file in the dialog. */
async function choose(
  { testStation, window }: { testStation: TestStation; window: Window },
  content: string | Uint8Array,
  name = 'invoice.csv',
): Promise<ImportPreview> {
  const bytes = Buffer.from(content);
  testStation.files.choice = { name, size: bytes.byteLength, read: () => Promise.resolve(bytes) };
  const preview = await window.ask('invoices.import.open', {});
  if (!preview) throw new Error('nothing was chosen');
  return preview;
}

/** How the file was read at first. */
const asFound = ({ file, vendor }: ImportPreview) => ({ file, vendor, charset: null, csv: null });

/** An invoice for these order lines of the sample library, as their vendor would send it. */
async function invoiceFor(
  { client }: TestStation,
  pols: readonly string[],
  more: Partial<WrittenInvoice> = {},
): Promise<WrittenInvoice> {
  const records = await Promise.all(pols.map((pol) => client.call('acq.pol.get', { path: { pol_id: pol } })));
  const invoice = vendorInvoice(records, '2026-11-02');
  const lines = invoice.lines.map((line) => ({ ...line, quantity: '1', amount: '10.00' }));
  return { ...invoice, number: 'NB-2026-77', total: `${String(10 * lines.length)}.00`, lines, ...more };
}

const csvOf = (...invoices: readonly WrittenInvoice[]): string => writeCsv(invoices);

describe('a file that was chosen', () => {
  test('is shown, and becomes the draft of a new invoice; nothing is sent', async () => {
    const { testStation, window } = await open();
    const written = await invoiceFor(testStation, ['POL-1001', 'POL-1002']);
    const preview = await choose({ testStation, window }, csvOf(written));
    expect(preview).toMatchObject({ name: 'invoice.csv', kind: 'csv', problems: [], problemCount: 0 });
    expect(preview.invoices).toMatchObject([written]);
    const draft = await window.ask('invoices.import.go', { ...asFound(preview), invoice: 0, pols: {} });
    expect(draft).toMatchObject({
      ...{
        number: 'NB-2026-77',
        date: '2026-11-02',
        vendor: written.vendor,
        currency: 'ILS',
        total: '20.00',
      },
      lines: [
        { pol: 'POL-1001', price: '10.00', quantity: '1', type: '', funds: [] },
        { pol: 'POL-1002', price: '10.00', quantity: '1' },
      ],
    });
    expect(testStation.intended.size).toBe(0);
  });

  test('is nothing where the person thinks better of it', async () => {
    const { window } = await open();
    expect(await window.ask('invoices.import.open', {})).toBeNull();
  });

  test('is what was shown, whatever becomes of the file on the disk', async () => {
    const { testStation, window } = await open();
    const preview = await choose({ testStation, window }, csvOf(await invoiceFor(testStation, ['POL-1001'])));
    testStation.files.choice = null;
    const again = await window.ask('invoices.import.map', asFound(preview));
    expect(again).toEqual(preview);
  });

  test('is gone for another window, once it is closed, and after another file', async () => {
    const { testStation, window } = await open();
    const preview = await choose({ testStation, window }, csvOf(await invoiceFor(testStation, ['POL-1001'])));
    const gone = { kind: 'invalid', field: 'file', reason: 'fileNotRead' };
    const other = testStation.window();
    expect(await other.failure('invoices.import.map', asFound(preview))).toMatchObject(gone);
    await choose({ testStation, window }, 'a,b');
    expect(await window.failure('invoices.import.map', asFound(preview))).toMatchObject(gone);
    const last = await choose({ testStation, window }, 'a,b');
    testStation.domain.windowClosed(window.id);
    expect(await window.failure('invoices.import.map', asFound(last))).toMatchObject(gone);
  });

  test('has no invoice that is not there', async () => {
    const { testStation, window } = await open();
    const preview = await choose({ testStation, window }, 'a,b');
    const failure = await window.failure('invoices.import.go', { ...asFound(preview), invoice: 3, pols: {} });
    expect(failure).toMatchObject({ kind: 'invalid', field: 'invoice', reason: 'gone' });
  });
});

test('a file that was dropped comes piece by piece', async () => {
  const { testStation, window } = await open();
  const bytes = Buffer.from(csvOf(await invoiceFor(testStation, ['POL-1001'])));
  const { file } = await window.ask('invoices.import.begin', { name: 'dropped.csv', size: bytes.byteLength });
  const [first, second] = [bytes.subarray(0, 60), bytes.subarray(60)].map((part) => part.toString('base64'));
  await window.ask('invoices.import.piece', { file, bytes: first ?? '' });
  const { received } = await window.ask('invoices.import.piece', { file, bytes: second ?? '' });
  expect(received).toBe(bytes.byteLength);
  const preview = await window.ask('invoices.import.map', { file, vendor: '', charset: null, csv: null });
  expect(preview).toMatchObject({ name: 'dropped.csv', problemCount: 0 });
  await window.ask('invoices.import.forget', { file });
  expect(await window.failure('invoices.import.map', asFound(preview))).toMatchObject({
    reason: 'fileNotRead',
  });
});

test('an empty file, and one that is too large, are refused before they are read', async () => {
  const { testStation, window } = await open();
  testStation.files.choice = { name: 'a.csv', size: 0, read: () => Promise.reject(new Error('read')) };
  expect(await window.failure('invoices.import.open', {})).toMatchObject({ reason: 'fileEmpty' });
  testStation.files.choice = { name: 'a.csv', size: 11e6, read: () => Promise.reject(new Error('read')) };
  expect(await window.failure('invoices.import.open', {})).toMatchObject({ reason: 'fileTooLarge' });
});

describe('what is remembered of a vendor', () => {
  test('its columns, as a person said what they are: its next file is read so, and is known as its', async () => {
    const { testStation, window } = await open();
    const text = (number: string): string => `Ref;Stk;Netto\r\n${number};2;12,50`;
    const preview = await choose({ testStation, window }, text('77'));
    const csv: CsvForm = {
      ...{ separator: ';', header: true, decimal: 'comma', days: 'dmy' },
      columns: ['number', 'quantity', 'amount'],
    };
    const how = { file: preview.file, charset: null, csv, vendor: 'LIBRAIRIE' };
    await window.ask('invoices.import.go', { ...how, invoice: 0, pols: { '0': 'POL-1001' } });
    const next = await choose({ testStation, window }, text('78'));
    expect(next).toMatchObject({ vendor: 'LIBRAIRIE', csv: { form: csv } });
    expect(next.invoices).toMatchObject([{ number: '78', vendor: 'LIBRAIRIE', sum: '12.50' }]);
    // Another library has other vendors.
    testStation.library = elsewhere;
    expect(await choose({ testStation, window }, text('79'))).toMatchObject({ vendor: '' });
  });

  test('how its EDIFACT files name their sender', async () => {
    const { testStation, window } = await open();
    const edi = readFileSync(path.join(import.meta.dirname, 'library-invoice.edi'));
    const preview = await choose({ testStation, window }, edi, 'library-invoice.edi');
    expect(preview.vendor).toBe('');
    const how = { ...asFound(preview), vendor: 'NORTHBOOKS' };
    const draft = await window.ask('invoices.import.go', { ...how, invoice: 0, pols: {} });
    expect(draft.vendor).toBe('NORTHBOOKS');
    expect(await choose({ testStation, window }, edi, 'next.edi')).toMatchObject({ vendor: 'NORTHBOOKS' });
  });
});

describe('the order lines of lines that name none', () => {
  test('are found by their ISBN, each looked for once, and taken over where a person agrees', async () => {
    const { testStation, window } = await open();
    const written = await invoiceFor(testStation, ['POL-1001', 'POL-1003']);
    const lines = [...written.lines, ...written.lines.slice(0, 1)].map((line) => ({ ...line, pol: '' }));
    const edi = writeEdifact([{ ...written, total: '30.00', lines }]);
    const preview = await choose({ testStation, window }, edi, 'invoice.edi');
    expect(preview.problems).toEqual([]);
    const reports: unknown[] = [];
    const input = { ...asFound(preview), invoice: 0 };
    const found = await window.ask('invoices.import.match', input, {
      report: (report) => reports.push(report),
    });
    expect(found.how).toBe('search');
    expect(found.matches.map(({ line, orders }) => [line, orders.map(({ pol }) => pol)])).toEqual([
      [0, ['POL-1001']],
      [1, ['POL-1003']],
      [2, ['POL-1001']],
    ]);
    expect(reports).toEqual([0, 1, 2].map((done) => ({ done, total: 3 })));
    const draft = await window.ask('invoices.import.go', {
      ...input,
      pols: { '0': 'POL-1001', '1': 'POL-1003' },
    });
    expect(draft.lines.map(({ pol }) => pol)).toEqual(['POL-1001', 'POL-1003', '']);
  });

  test('are not looked for once the person stops', async () => {
    const { testStation, window } = await open();
    const written = await invoiceFor(testStation, ['POL-1001']);
    const lines = written.lines.map((line) => ({ ...line, pol: '' }));
    const preview = await choose({ testStation, window }, writeEdifact([{ ...written, lines }]), 'a.edi');
    const input = { ...asFound(preview), invoice: 0 };
    await expect(
      window.ask('invoices.import.match', input, { signal: AbortSignal.abort() }),
    ).rejects.toThrow();
  });
});

describe('what is not taken over', () => {
  test('a credit note does not become an invoice that is paid; the invoice beside it does', async () => {
    const { testStation, window } = await open();
    const written = await invoiceFor(testStation, ['POL-1001']);
    const edi = writeEdifact([written, { ...written, number: 'NB-2' }]).replace('BGM+380', 'BGM+381');
    const preview = await choose({ testStation, window }, edi, 'a.edi');
    expect(preview.invoices.map(({ barred }) => barred)).toEqual(['creditNote', null]);
    const go = (invoice: number) => ({ ...asFound(preview), invoice, pols: {} });
    expect(await window.failure('invoices.import.go', go(0))).toMatchObject({
      ...{ kind: 'invalid', field: 'invoice', reason: 'notNow' },
    });
    expect(await window.ask('invoices.import.go', go(1))).toMatchObject({ number: 'NB-2' });
  });

  test('a file whose end is within a quotation mark', async () => {
    const { testStation, window } = await open();
    const text =
      'Invoice,Date,Vendor,Title,POL,Amount\nN-1,2026-01-02,V,A,POL-1,5\nN-1,2026-01-02,V,"B,POL-2,7';
    const preview = await choose({ testStation, window }, `${text}\nN-1,2026-01-02,V,C,POL-3,9`);
    expect(preview.invoices).toMatchObject([{ barred: 'quotes' }]);
    const go = { ...asFound(preview), invoice: 0, pols: {} };
    expect(await window.failure('invoices.import.go', go)).toMatchObject({ field: 'invoice' });
  });
});

describe('a sample of the practice library', () => {
  /** What was saved, as it is imported afterwards. */
  async function saved(at: { testStation: TestStation; window: Window }, kind: 'csv' | 'edifact') {
    at.testStation.files.place = path.join(folder, `sample.${kind}`);
    const answer = await at.window.ask('invoices.import.sample', { kind });
    expect(answer).toEqual({ savedAs: `sample.${kind}` });
    const content = at.testStation.files.written.get(at.testStation.files.place) ?? '';
    return choose(at, content, at.testStation.files.requests.at(-1));
  }

  test.each(['csv', 'edifact'] as const)('is imported without a problem: %s', async (kind) => {
    const at = await open();
    const preview = await saved(at, kind);
    expect(preview).toMatchObject({ kind, problems: [], problemCount: 0 });
    const [invoice] = preview.invoices;
    expect(preview.invoices).toHaveLength(1);
    expect(invoice?.lines.length).toBeGreaterThan(1);
    expect(invoice?.lines[0]).toMatchObject({
      pol: 'POL-1001',
      title: 'Atlas of the Night Sky',
      quantity: '3',
    });
    expect(invoice?.total).toBe(invoice?.sum);
    const draft = await at.window.ask('invoices.import.go', { ...asFound(preview), invoice: 0, pols: {} });
    const job = await at.window.ask('invoices.create', {
      ...{ intent: crypto.randomUUID(), draft, then: 'process', despiteNumber: false, despiteTotal: false },
      replaces: null,
    });
    expect(job).toMatchObject({ complete: true, number: invoice?.number, linesTotal: invoice?.sum });
  });

  test('is the same in both forms, and the same each time', async () => {
    const at = await open();
    const read = async (kind: 'csv' | 'edifact') =>
      (await saved(at, kind)).invoices.map(({ number, date, vendor, currency, total, lines }) => ({
        ...{ number, date, vendor, currency, total },
        lines: lines.map(({ pol, isbn, title, quantity, amount }) => [pol, isbn, title, quantity, amount]),
      }));
    expect(await read('edifact')).toEqual(await read('csv'));
    const [first, second] = [await read('csv'), await read('csv')];
    expect(first).toEqual(second);
  });

  test('is not saved where the person thinks better of it, and never made up at an institution', async () => {
    const { testStation, window } = await open();
    expect(await window.ask('invoices.import.sample', { kind: 'csv' })).toBeNull();
    testStation.files.place = '/home/me/sample.csv';
    testStation.library = elsewhere;
    expect(await window.failure('invoices.import.sample', { kind: 'csv' })).toMatchObject({ field: 'kind' });
    expect(testStation.files.written.size).toBe(0);
  });
});

test('charges become lines of their own, and VAT beside the lines is in their prices', async () => {
  const { testStation, window } = await open();
  const edi = readFileSync(path.join(import.meta.dirname, 'library-invoice.edi'), 'utf8')
    .replace("MOA+124:0.00'", "MOA+124:10.00'")
    .replace("MOA+176:0.00'", "MOA+176:10.00'")
    .replace("MOA+9:515.30'", "MOA+9:525.30'");
  const preview = await choose({ testStation, window }, edi, 'a.edi');
  const draft = await window.ask('invoices.import.go', { ...asFound(preview), invoice: 0, pols: {} });
  expect(draft.lines.map(({ price, vat, type }) => [price, vat, type])).toEqual([
    ['256.00', '10.00', ''],
    ['79.90', '', ''],
    ['176.90', '', ''],
    ['12.50', '', 'SHIPMENT'],
  ]);
});

test('a draft of it is entered as any other invoice, to the last line', async () => {
  const { testStation, window } = await open();
  const written = await invoiceFor(testStation, ['POL-1001', 'POL-1002']);
  const preview = await choose({ testStation, window }, csvOf(written));
  const draft = await window.ask('invoices.import.go', { ...asFound(preview), invoice: 0, pols: {} });
  const job = await window.ask('invoices.create', {
    ...{ intent: crypto.randomUUID(), draft, then: 'process', despiteNumber: false, despiteTotal: false },
    replaces: null,
  });
  expect(job).toMatchObject({ complete: true, number: 'NB-2026-77', linesTotal: '20.00' });
});
