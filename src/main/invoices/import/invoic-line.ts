import type { LineField } from '../../../contract/invoice-import.ts';
import { isbnOf } from '../../../shared/isbn.ts';
import { at, dayOf, preferred, type Segment } from './segments.ts';
import type { FileLine, FileValue } from './parsed.ts';

/** What a line comes to, without VAT: its own amount, else that of the goods. */
const lineAmounts = ['203', '66', '38'];
/** The price of one copy: net, else as listed. */
const prices = ['AAA', 'AAE', 'AAF', 'AAB'];
/** What says which title it is: EDItEUR's codes, and the older ones in letters. */
const titleCodes = ['050', 'BTI'];

/** Reads a line of an INVOIC message, from its LIN. */
export function lineOf(segments: readonly Segment[]): FileLine {
  const fields: Partial<Record<LineField, FileValue>> = {};
  const put = (field: LineField, segment: Segment | undefined, text: string | undefined): void => {
    if (segment && text !== undefined && text !== '') fields[field] = { text, place: segment.place };
  };
  const value = (field: LineField, tag: string, qualifiers: readonly string[]): void => {
    const segment = preferred(segments, tag, qualifiers);
    put(field, segment, segment && at(segment, 0, 1));
  };
  value('pol', 'RFF', ['LI']);
  value('reference', 'RFF', ['SLI', 'SNL']);
  value('quantity', 'QTY', ['47']);
  value('amount', 'MOA', lineAmounts);
  value('price', 'PRI', prices);
  value('vat', 'MOA', ['124']);
  for (const [field, qualifier] of [
    ['from', '194'],
    ['to', '206'],
  ] as const) {
    const segment = preferred(segments, 'DTM', [qualifier]);
    put(field, segment, segment && dayOf(segment));
  }
  const product = productOf(segments);
  put('isbn', product?.segment, product?.isbn);
  const about = segments.filter(({ tag }) => tag === 'IMD');
  put('title', about[0], titleOf(about));
  const note = segments.find(({ tag }) => tag === 'FTX');
  put('note', note, note && textIn(note, 3));
  const [start] = segments;
  return { place: start?.place ?? { line: 0, segment: 'LIN' }, fields };
}

/** The ISBN: the line's own number, or one of those beside it. Other numbers of products are none. */
function productOf(segments: readonly Segment[]): { segment: Segment; isbn: string } | null {
  const numbers = segments.flatMap((segment) => {
    if (segment.tag === 'LIN') return [{ segment, text: at(segment, 2) }];
    if (segment.tag !== 'PIA') return [];
    return segment.elements.slice(1).map((_, nth) => ({ segment, text: at(segment, nth + 1) }));
  });
  const found = numbers.find(({ text }) => isbnOf(text) !== null);
  return found ? { segment: found.segment, isbn: found.text } : null;
}

/** The words of a description: one text that may be split over components and segments. */
const textIn = ({ elements }: Segment, element: number, from = 0): string =>
  (elements[element] ?? [])
    .slice(from)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

function titleOf(about: readonly Segment[]): string {
  const titles = about.filter((segment) => titleCodes.includes(at(segment, 1)));
  return (titles.length > 0 ? titles : about.slice(0, 1)).map((segment) => textIn(segment, 2, 3)).join(' ');
}
