import type { InvoicePlan } from '../../../src/main/invoices/plans.ts';

/** A vendor's file of invoices. */
export interface VendorFile {
  readonly name: string;
  readonly content: Buffer;
  readonly plans: readonly InvoicePlan[];
}

const columns = ['Invoice number', 'Invoice date', 'Vendor', 'Order line', 'Quantity', 'Amount', 'Note'];

/** With a row for each line, which says of its invoice what the others say. */
export function csvFile(plans: readonly InvoicePlan[]): VendorFile {
  const rows = plans.flatMap(({ number, date, vendor, lines }) =>
    lines.map(({ pol, amount, note = '' }) => [number, date, vendor, pol, '1', amount, note]),
  );
  const text = [columns, ...rows].map((row) => `${row.join(';')}\r\n`).join('');
  return { name: 'invoices.csv', content: Buffer.from(text), plans };
}

/** An INVOIC interchange with a message for each invoice. */
export function edifactFile(plans: readonly InvoicePlan[]): VendorFile {
  const messages = plans.flatMap(({ number, date, vendor, lines }, nth) => {
    const message = [
      `UNH+${nth + 1}+INVOIC:D:96A:UN:EAN008`,
      `BGM+380+${number}+9`,
      `DTM+137:${date.replaceAll('-', '')}:102`,
      `NAD+SU+${vendor}::92`,
      'CUX+2:ILS:4',
      ...lines.flatMap(({ pol, amount, note = '' }, at) => [
        `LIN+${at + 1}`,
        'QTY+47:1',
        `FTX+LIN+++${note}`,
        `MOA+203:${amount}`,
        `RFF+LI:${pol}`,
      ]),
      'UNS+S',
      `CNT+2:${lines.length}`,
    ];
    return [...message, `UNT+${message.length + 1}+${nth + 1}`];
  });
  const whole = ['UNB+UNOC:3+5013546000000:14+5013546111111:14+261103:0915+77', ...messages];
  const text = [...whole, `UNZ+${plans.length}+77`].map((segment) => `${segment}'\n`).join('');
  return { name: 'invoices.edi', content: Buffer.from(text), plans };
}
