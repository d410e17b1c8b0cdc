import type { InvoiceField } from '../../../contract/invoice-import.ts';
import { at, dayOf, type Message, preferred, type Segment } from './segments.ts';
import { lineOf } from './invoic-line.ts';
import type { Charge, FileInvoice, FileLine, FileValue, Problems } from './parsed.ts';

type Fields = Partial<Record<InvoiceField, FileValue>>;

/** What a message is read with. */
interface Reading {
  /** The sender of the interchange. */
  readonly sender: string;
  /** Which of the file's invoices it is, from 0. */
  readonly nth: number;
  readonly problems: Problems;
}

/** Which segment of several says it best: qualifiers in the order of preference. */
const invoiceDates = ['137', '3', '131'];
/** What is to be paid; else what the message comes to. */
const totals = ['9', '86', '77', '39', '128'];
const suppliers = ['SU', 'SR', 'SE'];
/** Of a charge: what it comes to. */
const chargeAmounts = ['8', '23', '204', '131'];
/** The code of a party, where it is the buyer's own for it. Source: code list 3055. */
const assignedByBuyer = '92';

/** Charges of a whole invoice, by the kind of service (7161). Any other is overhead. */
const charges: Readonly<Record<string, Charge['field']>> = {
  DL: 'shipment',
  FC: 'shipment',
  FI: 'shipment',
  SH: 'shipment',
  IN: 'insurance',
  TX: 'vatTotal',
};

/** Reads an INVOIC message. Nothing in it is judged yet. Source: EDItEUR, Library EDI Guidelines, L.8. */
export function invoiceOf({ header, segments }: Message, { sender, nth, problems }: Reading): FileInvoice {
  const { head, lines, summary } = partsOf(segments);
  const fields: Fields = {};
  const put = (field: InvoiceField, segment: Segment | undefined, text: string | undefined): void => {
    if (segment && text !== undefined && text !== '') fields[field] = { text, place: segment.place };
  };
  const opening = head.find(({ tag }) => tag === 'BGM');
  if (!opening) problems.add('noSegment', { place: header.place, detail: 'BGM', invoice: nth });
  else if (isReversal(opening)) problems.add('creditNote', { place: opening.place, invoice: nth });
  put('number', opening, opening && at(opening, 1));
  const date = preferred(head, 'DTM', invoiceDates);
  put('date', date, date && dayOf(date));
  const due = preferred(head, 'DTM', ['13']);
  put('due', due, due && dayOf(due));
  const currency = preferred(head, 'CUX', ['2', '1', '4']);
  put('currency', currency, currency && at(currency, 0, 1));
  const party = preferred(head, 'NAD', suppliers);
  if (party && at(party, 1, 2) === assignedByBuyer) put('vendor', party, at(party, 1));
  const total = preferred(summary, 'MOA', totals);
  put('total', total, total && at(total, 0, 1));
  const charged = chargesIn(head);
  const period = periodIn(head);
  const tax = preferred(summary, 'MOA', ['176', '124']) ?? preferred(head, 'MOA', ['124']);
  if (!charged.some(({ field }) => field === 'vatTotal')) put('vatTotal', tax, tax && at(tax, 0, 1));
  const told = summary.find((segment) => segment.tag === 'CNT' && at(segment, 0) === '2');
  if (told && at(told, 0, 1) !== String(lines.length)) {
    problems.add('count', { place: told.place, detail: String(lines.length), invoice: nth });
  }
  return {
    place: opening?.place ?? header.place,
    sender: (party && (at(party, 3) || at(party, 2) || at(party, 1))) || sender,
    fields,
    charges: charged,
    lines: lines.map((line) => withPeriod(lineOf(line), period)),
  };
}

interface Parts {
  readonly head: readonly Segment[];
  /** Each from its LIN to the next. */
  readonly lines: readonly (readonly Segment[])[];
  readonly summary: readonly Segment[];
}

function partsOf(segments: readonly Segment[]): Parts {
  const head: Segment[] = [];
  const lines: Segment[][] = [];
  const summary: Segment[] = [];
  let isSummary = false;
  for (const segment of segments) {
    if (segment.tag === 'UNS') isSummary = true;
    else if (isSummary) summary.push(segment);
    else if (segment.tag === 'LIN') lines.push([segment]);
    else (lines.at(-1) ?? head).push(segment);
  }
  return { head, lines, summary };
}

/** A credit note (381), or a message that cancels an earlier one (1). */
const isReversal = (opening: Segment): boolean => at(opening, 0) === '381' || at(opening, 2) === '1';

/** The charges and allowances of the whole invoice: each ALC, and the MOA behind it. */
function chargesIn(head: readonly Segment[]): Charge[] {
  const parts: Segment[][] = [];
  for (const segment of head) {
    if (segment.tag === 'ALC') parts.push([segment]);
    else parts.at(-1)?.push(segment);
  }
  return parts.flatMap(([charge, ...rest]): Charge[] => {
    const amount = preferred(rest, 'MOA', chargeAmounts);
    if (!charge || !amount) return [];
    const field = at(charge, 0) === 'A' ? 'discount' : (charges[at(charge, 4)] ?? 'overhead');
    return [{ field, text: at(amount, 0, 1), place: amount.place }];
  });
}

type Period = Partial<Record<'from' | 'to', FileValue>>;

/** The period of the whole invoice. */
function periodIn(head: readonly Segment[]): Period {
  const period: Period = {};
  for (const [field, qualifier] of [
    ['from', '194'],
    ['to', '206'],
  ] as const) {
    const segment = preferred(head, 'DTM', [qualifier]);
    if (segment) period[field] = { text: dayOf(segment), place: segment.place };
  }
  return period;
}

/** A line without a period of its own has that of the invoice: so subscriptions are invoiced. */
const withPeriod = (line: FileLine, period: Period): FileLine => ({
  ...line,
  fields: { ...period, ...line.fields },
});
