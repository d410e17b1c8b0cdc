import { type Area, write } from '../check.ts';
import { done, equal, has, refused, took } from '../expect.ts';
import { at, code, text } from '../read.ts';
import { invoicedWith, stateOf } from './invoicing.ts';

const rule = 'States and transitions: Invoices; Notes: Invoices';

const names = {
  process_invoice: 'acq.invoices.process',
  paid: 'acq.invoices.paid',
  mark_in_erp: 'acq.invoices.markInErp',
  rejected: 'acq.invoices.reject',
} as const;
type Op = keyof typeof names;
const ops = Object.keys(names) as Op[];

/** What may be done with an invoice after what; anything that is not named is refused. */
const ways: { after: Op[]; legal: Partial<Record<Op, string>> }[] = [
  { after: [], legal: { process_invoice: 'READY_TO_BE_PAID', rejected: 'IN_REVIEW' } },
  {
    after: ['process_invoice'],
    legal: { paid: 'CLOSED', mark_in_erp: 'READY_TO_BE_PAID', rejected: 'IN_REVIEW' },
  },
  { after: ['process_invoice', 'paid'], legal: {} },
];

export const invoiceStates: Area = {
  title: 'Invoice states',
  checks: [
    ...ways.flatMap(({ after, legal }) =>
      ops.map((op) => {
        const to = legal[op];
        const past = after.length === 0 ? 'a new invoice' : `after ${after.join(' and ')}`;
        return write(
          names[op],
          rule,
          `${op} ${to ? `leads ${past} to ${to}` : `is refused ${past}`}`,
          async (t) => {
            const path = await invoicedWith(t, after);
            const before = done(t, await t.service.get(path));
            const answer = await t.service.post(path, { op }, {});
            const now = async () => done(t, await t.service.get(path));
            if (to === undefined) {
              refused(t, answer);
              equal('the invoice', await now(), before);
            } else {
              took(t, answer);
              equal('status', stateOf(await now()).invoice, to);
            }
          },
        );
      }),
    ),
    write(
      'acq.invoices.process',
      rule,
      'a processed invoice is approved, and its lines are ready',
      async (t) => {
        const invoice = done(t, await t.service.get(await invoicedWith(t, ['process_invoice'])));
        equal('approval', stateOf(invoice).approval, 'APPROVED');
        equal('payment', stateOf(invoice).payment, 'NOT_PAID');
        equal('line', code(at(invoice, 'invoice_lines.invoice_line.0.status')), 'READY');
      },
    ),
    write('acq.invoices.paid', rule, 'a paid invoice says so, and has a voucher', async (t) => {
      const invoice = done(t, await t.service.get(await invoicedWith(t, ['process_invoice', 'paid'])));
      equal('payment', stateOf(invoice).payment, 'PAID');
      has(invoice, 'payment.voucher_number', (value) => text(value) !== '', 'a number');
    }),
    write(
      'acq.invoices.paid',
      'Acquisitions, rule 2',
      'an invoice is paid once: the second time is refused',
      async (t) => {
        const path = await invoicedWith(t, ['process_invoice', 'paid']);
        refused(t, await t.service.post(path, { op: 'paid' }, {}));
        refused(t, await t.service.post(path, { op: 'paid', force: true }, {}));
        equal('payment', stateOf(done(t, await t.service.get(path))).payment, 'PAID');
      },
    ),
    write('acq.invoices.reject', rule, 'a rejected invoice can be processed again', async (t) => {
      const path = await invoicedWith(t, ['process_invoice', 'rejected', 'process_invoice', 'paid']);
      equal('status', stateOf(done(t, await t.service.get(path))).invoice, 'CLOSED');
    }),
  ],
};
