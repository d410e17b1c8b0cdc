import type { InvoiceJob, JobLine, JobStep } from '../../../src/contract/invoices.ts';

export const lineOf = (step: JobLine['step']): JobLine => ({
  draft: {
    ...{ pol: 'POL-1001', price: '10.00', quantity: '', type: '', funds: [] },
    ...{ from: '', to: '', vat: '', note: '' },
  },
  step,
});

/** An unfinished invoice: created, its line in, and to be processed. */
export const jobOf = ({
  steps,
  ...more
}: Partial<Omit<InvoiceJob, 'steps'>> & {
  steps?: Partial<Record<'create' | 'process' | 'pay', JobStep>>;
} = {}): InvoiceJob => ({
  ...{ id: 'job', since: '', number: 'N-1', vendor: 'NORTHBOOKS', currency: 'ILS', then: 'process' },
  ...{ invoiceId: '1', lines: 1, failure: null, progress: null, elsewhere: null, complete: false },
  draft: {
    ...{ number: 'N-1', date: '2026-11-20', dueDate: '', vendor: 'NORTHBOOKS', account: '', currency: '' },
    ...{ total: '', owner: '', reference: '', paymentMethod: '', note: '' },
  },
  draftLines: [lineOf({ state: 'done' })],
  ...{ total: '10.00', linesTotal: '10.00', totalTooHigh: false, totalTooLow: false, alerts: [] },
  ...more,
  steps: {
    ...{ create: { state: 'done' }, process: { state: 'toDo' }, pay: { state: 'notAsked' } },
    ...steps,
  },
});
