import Papa from 'papaparse';
import { sum } from '../shared/money.ts';
import { decimalsOf } from './currency.ts';
import { amountOf, arrayOf, codeOf, countOf, textOf } from './read.ts';
import type { Pol } from './shapes/pol.ts';

/** A line of a vendor's invoice. What is `''` is not written. */
export interface WrittenLine {
  readonly pol: string;
  readonly isbn: string;
  readonly title: string;
  readonly quantity: string;
  /** With a point. */
  readonly amount: string;
  readonly note?: string;
}

/** An invoice as the vendors of the practice library send it. What is `''` is not written. */
export interface WrittenInvoice {
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly vendor: string;
  readonly currency: string;
  readonly total: string;
  readonly lines: readonly WrittenLine[];
}

/** The invoice of a vendor for these order lines, all of them its own, dated on this day: for what they cost. */
export function vendorInvoice(pols: readonly Pol[], date: string): WrittenInvoice {
  const [first] = pols;
  const vendor = codeOf(first?.vendor);
  const currency = codeOf(first?.price?.currency);
  const decimals = decimalsOf(currency);
  const lines = pols.map((pol) => ({
    pol: textOf(pol.number),
    isbn: textOf(pol.resource_metadata?.isbn),
    title: textOf(pol.resource_metadata?.title),
    quantity: String(Math.max(1, copiesIn(pol))),
    amount: amountOf(pol.price?.sum, decimals),
  }));
  const total = sum(
    lines.map(({ amount }) => amount),
    decimals,
  );
  return { number: `${vendor}-${date.replaceAll('-', '')}`, date, vendor, currency, total, lines };
}

const copiesIn = ({ location }: Pol): number =>
  arrayOf(location).reduce((count, { quantity }) => count + (countOf(quantity) ?? 0), 0);

/** How a vendor's program writes CSV. */
export interface CsvStyle {
  readonly separator: string;
  readonly decimal: 'point' | 'comma';
  readonly days: 'ymd' | 'dmy' | 'mdy';
  readonly lineEnd: string;
}

const continental: CsvStyle = { separator: ';', decimal: 'comma', days: 'dmy', lineEnd: '\r\n' };

const columns = [
  ...['Invoice number', 'Invoice date', 'Vendor', 'Currency', 'Invoice total'],
  ...['Order line', 'ISBN', 'Title', 'Quantity', 'Amount', 'Note'],
];

function dayIn(date: string, { days }: CsvStyle): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return { ymd: date, dmy: `${day}.${month}.${year}`, mdy: `${month}/${day}/${year}` }[days];
}

/** A CSV file with a row of names, and in the row of each line also what the whole invoice has. */
export function writeCsv(invoices: readonly WrittenInvoice[], style: CsvStyle = continental): string {
  const { separator: delimiter, lineEnd: newline } = style;
  const amountIn = (text: string): string => (style.decimal === 'comma' ? text.replace('.', ',') : text);
  const rows = invoices.flatMap((invoice) =>
    invoice.lines.map((line) => [
      ...[invoice.number, dayIn(invoice.date, style), invoice.vendor, invoice.currency],
      ...[amountIn(invoice.total), line.pol, line.isbn, line.title, line.quantity, amountIn(line.amount)],
      line.note ?? '',
    ]),
  );
  return Papa.unparse([columns, ...rows], { delimiter, newline }) + newline;
}

/** How a vendor's program writes EDIFACT: its separators, as UNA says them, and what is between segments. */
export interface EdifactStyle {
  readonly component: string;
  readonly element: string;
  readonly decimal: string;
  readonly release: string;
  readonly terminator: string;
  readonly lineEnd: string;
}

const usual: EdifactStyle = {
  ...{ component: ':', element: '+', decimal: '.', release: '?', terminator: "'", lineEnd: '\n' },
};

type Element = string | readonly string[];

/** An INVOIC D.96A interchange in UTF-8, with its service string advice, and a message for each invoice. */
export function writeEdifact(invoices: readonly WrittenInvoice[], style: Partial<EdifactStyle> = {}): string {
  const { component, element, decimal, release, terminator, lineEnd } = { ...usual, ...style };
  const special = [component, element, release, terminator];
  const released = (text: string): string =>
    Array.from(text, (one) => (special.includes(one) ? release + one : one)).join('');
  const elementText = (one: Element): string =>
    typeof one === 'string' ? released(one) : one.map(released).join(component);
  const write = (segments: readonly (readonly Element[])[]): string =>
    segments.map((segment) => segment.map(elementText).join(element) + terminator + lineEnd).join('');
  const messages = invoices.flatMap((invoice, nth) =>
    messageOf(invoice, String(nth + 1), (text) => text.replace('.', decimal)),
  );
  const day = dense(invoices[0]?.date ?? '');
  return (
    `UNA${component}${element}${decimal}${release} ${terminator}${lineEnd}` +
    write([
      ['UNB', ['UNOW', '4'], ['5013546000000', '14'], ['5013546111111', '14'], [day, '0915'], '77'],
      ...messages,
      ['UNZ', String(invoices.length), '77'],
    ])
  );
}

/** A day without its hyphens. */
const dense = (date: string): string => date.replaceAll('-', '');

/** The segments of a message. Source: EDItEUR, Library EDI Guidelines, L.8. */
function messageOf(
  invoice: WrittenInvoice,
  reference: string,
  amountIn: (text: string) => string,
): (readonly Element[])[] {
  const body: (readonly Element[])[] = [
    ['BGM', '380', invoice.number, '9'],
    ['DTM', ['137', dense(invoice.date), '102']],
    ['NAD', 'SU', [invoice.vendor, '', '92']],
    ['CUX', ['2', invoice.currency, '4']],
    ...invoice.lines.flatMap((line, index) => lineSegments(line, String(index + 1), amountIn)),
    ['UNS', 'S'],
    ['CNT', ['2', String(invoice.lines.length)]],
    ...(invoice.total === '' ? [] : [['MOA', ['9', amountIn(invoice.total)]]]),
  ];
  return [
    ['UNH', reference, ['INVOIC', 'D', '96A', 'UN', 'EAN008']],
    ...body,
    ['UNT', String(body.length + 2), reference],
  ];
}

function lineSegments(
  { pol, isbn, title, quantity, amount, note = '' }: WrittenLine,
  number: string,
  amountIn: (text: string) => string,
): (readonly Element[])[] {
  return [
    ['LIN', number, ...(isbn === '' ? [] : ['', [isbn, 'EN']])],
    ...(title === '' ? [] : [['IMD', 'L', '050', ['', '', '', title]]]),
    ['QTY', ['47', quantity]],
    ...(note === '' ? [] : [['FTX', 'LIN', '', '', note]]),
    ['MOA', ['203', amountIn(amount)]],
    ...(pol === '' ? [] : [['RFF', ['LI', pol]]]),
  ];
}
