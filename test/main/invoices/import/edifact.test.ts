import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeEdifact, type WrittenInvoice } from '../../../../src/service/vendor-invoice.ts';
import { preview, said } from './reading.ts';

const read = (text: string | Uint8Array) => preview(text, { name: 'invoice.edi' });

/**
 * Written by hand after the EDItEUR Library EDI Implementation Guidelines (version 1.2, section L.8), with the order
 * lines of the sample library, in the form in which library suppliers send it.
 */
const libraryInvoice = readFileSync(path.join(import.meta.dirname, 'library-invoice.edi'));

const invoice: WrittenInvoice = {
  ...{ number: 'NB-1', date: '2026-11-02', vendor: 'NORTHBOOKS', currency: 'ILS', total: '15.50' },
  lines: [
    { pol: 'POL-1001', isbn: '9789650000004', title: "Bach's fugues: 1+1?", quantity: '2', amount: '10.00' },
    { pol: 'POL-1002', isbn: '9789650000004', title: 'Atlas', quantity: '1', amount: '5.50' },
  ],
};

describe('an INVOIC D.96A', () => {
  test('of a library supplier', () => {
    const found = read(libraryInvoice);
    // The last number is no ISBN, and the line names no order line: a person says which.
    expect(said(found)).toEqual(['BGM3 vendor required', 'LIN39 pol noOrderLine']);
    expect(found).toMatchObject({ kind: 'edifact', charset: 'utf-8', csv: null });
    expect(found.invoices).toHaveLength(1);
    expect(found.invoices[0]).toMatchObject({
      ...{ number: 'NB-2026-04417', date: '2026-11-02', vendor: '', sender: 'North Books Library Supply' },
      ...{ currency: 'ILS', total: '515.30', shipment: '12.50', sum: '502.80', vatTotal: '0.00' },
    });
    expect(found.invoices[0]?.lines).toMatchObject([
      {
        ...{ pol: 'POL-1001', isbn: '9789650000011', quantity: '3', price: '82.00', amount: '246.00' },
        ...{ title: 'Atlas of the night sky: with maps of both hemispheres', reference: 'NB-5512-1' },
      },
      { pol: 'POL-1002', title: 'A field guide to paper', quantity: '1', amount: '79.90' },
      { pol: '', isbn: '', title: 'Histoire de la reliure', reference: 'NB-5513-7', amount: '176.90' },
    ]);
  });

  test.each([
    ['the usual separators', {}],
    [
      'others (UNA), and a comma for decimals',
      { component: '|', element: '*', decimal: ',', terminator: '~' },
    ],
    ['all in one line', { lineEnd: '' }],
    ['lines that end as on Windows', { lineEnd: '\r\n' }],
  ])('in %s', (_, style) => {
    const found = read(writeEdifact([invoice, { ...invoice, number: 'NB-2' }], style));
    expect(said(found)).toEqual([]);
    expect(found.invoices.map(({ number }) => number)).toEqual(['NB-1', 'NB-2']);
    expect(found.invoices[0]).toMatchObject({ vendor: 'NORTHBOOKS', total: '15.50', sum: '15.50' });
    expect(found.invoices[0]?.lines).toMatchObject(invoice.lines);
  });

  test('in ISO 8859-1, as UNOC says', () => {
    const text = writeEdifact([
      { ...invoice, lines: [{ pol: 'POL-1', isbn: '', title: 'Élan', quantity: '1', amount: '15.50' }] },
    ]);
    const found = read(Buffer.from(text.replace('UNOW:4', 'UNOC:3'), 'latin1'));
    expect(found.charset).toBe('windows-1252');
    expect(found.invoices[0]?.lines[0]?.title).toBe('Élan');
  });

  test('with its sender known has that vendor', () => {
    const vendors = { NORTHBOOKS: { senders: ['North Books Library Supply'], csv: null } };
    const found = preview(libraryInvoice, { beside: { vendors, currency: 'ILS' } });
    expect(found.invoices[0]?.vendor).toBe('NORTHBOOKS');
    expect(found.vendor).toBe('NORTHBOOKS');
  });

  test('with VAT beside the lines, and with VAT beside the whole alone', () => {
    const beside = libraryInvoice
      .toString()
      .replace("MOA+124:0.00'", "MOA+124:10.00'")
      .replace("MOA+176:0.00'", "MOA+176:10.00'")
      .replace("MOA+9:515.30'", "MOA+9:525.30'");
    expect(said(read(beside))).not.toContainEqual(expect.stringContaining('apart'));
    const apart = beside.replace("MOA+124:10.00'", "MOA+124:0.00'");
    expect(said(read(apart))).toContainEqual(expect.stringMatching(/ vatTotal apart 10\.00$/));
  });

  test('with a subscription has its period, also one that the whole invoice has', () => {
    const periods = "DTM+194:20260101:102'DTM+206:20261231:102'CUX";
    const found = read(
      writeEdifact([invoice], { lineEnd: '' }).replace('CUX', periods).replace('UNT+19', 'UNT+21'),
    );
    expect(found.invoices[0]?.lines[0]).toMatchObject({ from: '2026-01-01', to: '2026-12-31' });
  });
});

describe('what is no such invoice is named by segment', () => {
  const text = writeEdifact([invoice]);

  test.each([
    ['ends in the middle of a segment', text.slice(0, text.indexOf('MOA+9') + 5), /^MOA19 - truncated MOA$/],
    ['ends behind a segment', text.slice(0, text.indexOf('UNS')), /^RFF16 - truncated RFF$/],
    ['ends before UNZ', text.slice(0, text.indexOf('UNZ')), /^UNT20 - truncated UNT$/],
    ['is an order', text.replace('INVOIC', 'ORDERS'), /^UNH2 - otherMessage ORDERS$/],
    ['is a dispatch advice', text.replace('INVOIC', 'DESADV'), /^UNH2 - otherMessage DESADV$/],
    ['has a message without an end', text.replace(/UNT.*\n/, ''), /^UNZ20 - noSegment UNT$/],
    ['is not EDIFACT', 'Dear library,', /^0 - notEdifact Dear library,$/],
    ['has words between segments', text.replace('CUX', 'hello CUX'), /^6 - notASegment/],
  ])('%s', (_, broken, expected) => {
    const found = read(broken);
    expect(said(found)).toEqual([expect.stringMatching(expected)]);
    expect(found.invoices).toEqual([]);
  });

  test('an invoice beside an order is read, and the order is named', () => {
    const two = writeEdifact([invoice, invoice]).replace('INVOIC', 'ORDERS');
    const found = read(two);
    expect(said(found)).toEqual(['UNH2 - otherMessage ORDERS']);
    expect(found.invoices).toHaveLength(1);
  });

  test('a credit note, and counts that do not fit', () => {
    expect(said(read(text.replace('BGM+380', 'BGM+381')))).toEqual(['BGM3 - creditNote']);
    expect(said(read(text.replace('CNT+2:2', 'CNT+2:3').replace('UNT+19', 'UNT+17')))).toEqual([
      'CNT18 - count 2',
      'UNT20 - count 19',
    ]);
  });

  test.each([
    ['QTY+47:2', 'QTY+47:0', 'QTY9 quantity notPositive 0'],
    ['QTY+47:2', 'QTY+47:1.5', 'QTY9 quantity notWhole 1.5'],
    ['QTY+47:2', 'QTY+47:1000000', 'QTY9 quantity tooMany 1000000'],
    ['DTM+137:20261102', 'DTM+137:20261302', 'DTM4 date notADate 20261302'],
    ['CUX+2:ILS', 'CUX+2:XXX', 'CUX6 currency notACurrency XXX'],
    ['MOA+203:10.00', 'MOA+203:ten', 'MOA10 amount notAnAmount ten'],
    ['MOA+9:15.50', 'MOA+9:16.50', 'MOA19 total totalDiffers 15.50'],
    ['BGM+380+NB-1', 'BGM+380+', 'BGM3 number required'],
  ])('%s as %s', (from, to, expected) => {
    expect(said(read(text.replace(from, to)))).toEqual([expected]);
  });
});
