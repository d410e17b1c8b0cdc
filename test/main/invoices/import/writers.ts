/** Writes invoices as vendors send them: the opposite of what the program reads, and no part of it. */

export interface WrittenLine {
  readonly pol: string;
  readonly isbn: string;
  readonly title: string;
  readonly quantity: string;
  /** With a point. */
  readonly amount: string;
}

export interface WrittenInvoice {
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly vendor: string;
  readonly currency: string;
  readonly total: string;
  readonly lines: readonly WrittenLine[];
}

export interface CsvStyle {
  readonly separator: string;
  readonly decimal: 'point' | 'comma';
  readonly days: 'ymd' | 'dmy' | 'mdy';
  readonly lineEnd: string;
}

const names = {
  number: 'Invoice number',
  date: 'Invoice date',
  vendor: 'Vendor',
  currency: 'Currency',
  total: 'Invoice total',
  pol: 'Order line',
  isbn: 'ISBN',
  title: 'Title',
  quantity: 'Quantity',
  amount: 'Amount',
};

const quoted = (text: string, { separator }: CsvStyle): string =>
  text.includes(separator) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function dayIn(date: string, { days }: CsvStyle): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return { ymd: date, dmy: `${day}.${month}.${year}`, mdy: `${month}/${day}/${year}` }[days];
}

/** A CSV file with a row of names, and in each row what the whole invoice has. */
export function writeCsv(invoices: readonly WrittenInvoice[], style: CsvStyle): string {
  const amountIn = (text: string): string => (style.decimal === 'comma' ? text.replace('.', ',') : text);
  const rows = invoices.flatMap((invoice) =>
    invoice.lines.map((line) => [
      ...[invoice.number, dayIn(invoice.date, style), invoice.vendor, invoice.currency],
      ...[amountIn(invoice.total), line.pol, line.isbn, line.title, line.quantity, amountIn(line.amount)],
    ]),
  );
  return [Object.values(names), ...rows]
    .map((row) => row.map((value) => quoted(value, style)).join(style.separator) + style.lineEnd)
    .join('');
}

export interface EdifactStyle {
  readonly component: string;
  readonly element: string;
  readonly decimal: string;
  readonly release: string;
  readonly terminator: string;
  /** Between segments. */
  readonly lineEnd: string;
}

export const usualStyle: EdifactStyle = {
  ...{ component: ':', element: '+', decimal: '.', release: '?', terminator: "'", lineEnd: '\n' },
};

type Element = string | readonly string[];

/** An INVOIC D.96A interchange, with its service string advice. */
export function writeEdifact(invoices: readonly WrittenInvoice[], style: EdifactStyle = usualStyle): string {
  const { component, element, decimal, release, terminator, lineEnd } = style;
  const special = [component, element, release, terminator];
  const released = (text: string): string =>
    Array.from(text, (one) => (special.includes(one) ? release + one : one)).join('');
  const segment = (...elements: readonly Element[]): string =>
    elements
      .map((one) => (typeof one === 'string' ? released(one) : one.map(released).join(component)))
      .join(element) +
    terminator +
    lineEnd;
  const amountIn = (text: string): string => text.replace('.', decimal);
  const messages = invoices.map((invoice, nth) => {
    const reference = String(nth + 1);
    const body = [
      segment('BGM', '380', invoice.number, '9'),
      segment('DTM', ['137', invoice.date.replaceAll('-', ''), '102']),
      segment('NAD', 'SU', [invoice.vendor, '', '92']),
      segment('CUX', ['2', invoice.currency, '4']),
      ...invoice.lines.flatMap((line, index) => [
        segment('LIN', String(index + 1), '', [line.isbn, 'EN']),
        segment('IMD', 'L', '050', ['', '', '', line.title]),
        segment('QTY', ['47', line.quantity]),
        segment('MOA', ['203', amountIn(line.amount)]),
        ...(line.pol === '' ? [] : [segment('RFF', ['LI', line.pol])]),
      ]),
      segment('UNS', 'S'),
      segment('CNT', ['2', String(invoice.lines.length)]),
      segment('MOA', ['9', amountIn(invoice.total)]),
    ];
    return [
      segment('UNH', reference, ['INVOIC', 'D', '96A', 'UN', 'EAN008']),
      ...body,
      segment('UNT', String(body.length + 2), reference),
    ].join('');
  });
  return [
    `UNA${component}${element}${decimal}${release} ${terminator}${lineEnd}`,
    segment('UNB', ['UNOC', '3'], ['5013546000000', '14'], ['5013546111111', '14'], ['261103', '0915'], '77'),
    ...messages,
    segment('UNZ', String(invoices.length), '77'),
  ].join('');
}
