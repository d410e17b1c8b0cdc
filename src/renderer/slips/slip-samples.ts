import { m } from '../../messages/compiled/messages.js';
import type { Slip, SlipKind } from '../../contract/slips.ts';
import { instant } from '../ui/format.ts';

/** In the order of the list. */
export const slipKinds = [
  'due',
  'hold',
  'transit',
  'payment',
  'return',
  'session',
  'takings',
] as const satisfies readonly SlipKind[];

/** Two weeks, in milliseconds. */
const loanTime = 14 * 86_400_000;

/** A slip with made-up content, for the preview. */
export function sampleSlip(kind: SlipKind): Slip {
  const reader = { name: m.slips_sample_reader(), barcode: '21234000000000' };
  const book = { title: m.slips_sample_title(), barcode: '31234000000000' };
  const other = { title: m.slips_sample_other(), barcode: '31234000000018' };
  const due = new Date(Date.now() + loanTime).toISOString().slice(0, 10);
  const place = m.slips_sample_place();
  const sum = (amount: string) => ({ amount, currency: 'EUR' });
  switch (kind) {
    case 'due':
      return { kind, reader, books: [book, other].map((one) => ({ ...one, due })) };
    case 'return':
      return { kind, reader, books: [book, other] };
    case 'hold':
    case 'transit':
      return { kind, book, reader: reader.name, place };
    case 'payment': {
      const fee = { fee: m.slips_sample_fee(), title: book.title, paid: sum('5.00'), left: sum('2.50') };
      const method = m.slips_sample_method();
      return {
        ...{ kind, reader, fees: [fee], paid: sum('5.00'), method },
        ...{ given: sum('10.00'), change: sum('5.00'), owed: sum('2.50') },
      };
    }
    case 'session':
      return { kind, reader, lent: [{ ...book, due }], returned: [other], paid: sum('5.00') };
    case 'takings': {
      const taken = [{ method: m.slips_sample_method(), count: 3, sum: sum('12.50') }];
      return { kind, from: instant(), taken, sum: sum('12.50') };
    }
  }
}
