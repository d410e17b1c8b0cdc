import { m } from '../../messages/compiled/messages.js';
import type { Slip, SlipKind } from '../../contract/slips.ts';
import { localDay } from '../../shared/days.ts';
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
  'route',
  'workOrder',
  'claim',
  'lending',
] as const satisfies readonly SlipKind[];

/** Two weeks, in milliseconds. */
const loanTime = 14 * 86_400_000;

const receivedItem = (book: { readonly title: string; readonly barcode: string }) => ({
  ...{ ...book, pol: 'POL-1001', received: localDay(), rush: true, onHold: false },
});

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
    case 'route':
      return { kind, item: receivedItem(book), place: m.slips_sample_department() };
    case 'workOrder':
      return {
        ...{ kind, item: receivedItem(book), department: m.slips_sample_department() },
        ...{ type: m.slips_sample_work_order(), status: m.slips_sample_status() },
      };
    case 'claim': {
      const line = (title: string, pol: string, why: 'short' | 'damaged') => ({
        ...{ title, pol, why, count: 1, reference: '', expected: why === 'short' ? due : '' },
      });
      const lines = [line(book.title, 'POL-1001', 'short'), line(other.title, 'POL-1002', 'damaged')];
      return { kind, vendor: m.slips_sample_vendor(), account: '4711', invoice: '2026-118', lines };
    }
    case 'lending':
      return {
        ...{ kind, partner: m.slips_sample_partner(), requestId: '70001234', within: '' },
        ...{ externalId: '0b6f2c1e-5d0a-4c3e-9a51-7e2f4a6b8c90', title: book.title },
        ...{ author: m.slips_sample_reader(), callNumber: 'Z665 .E93', neededBy: due },
        ...{ format: m.slips_sample_format(), notes: [m.slips_sample_note()] },
      };
  }
}
