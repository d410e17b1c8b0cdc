import { type Area, write } from '../check.ts';
import { done, equal, has, holds, refused } from '../expect.ts';
import { p } from '../http.ts';
import { cents, code, text } from '../read.ts';
import { unsupported } from './ops.ts';
import { invoiced, newInvoice, stateOf } from './invoicing.ts';

const rule = 'Acquisitions';

/** Invoices: created, and acted on where there is none. */
export const invoices: Area = {
  title: 'Invoices',
  checks: [
    write(
      'acq.invoices.create',
      'Acquisitions objects: Invoice',
      'a created invoice has an id, by which it is read',
      async (t) => {
        const { sent, answer, path } = await invoiced(t);
        has(answer, 'id', (value) => text(value) !== '', 'an id');
        const got = done(t, await t.service.get(path));
        equal('number', got['number'], sent['number']);
        equal(
          'vendor and currency',
          [got['vendor'], got['currency']].map(code),
          [sent['vendor'], sent['currency']].map(code),
        );
        equal('total in hundredths', cents(got['total_amount']), cents(sent['total_amount']));
        equal('invoice_date', text(got['invoice_date']).slice(0, 10), '2026-11-01');
        equal('payment status', stateOf(got).payment, 'NOT_PAID');
      },
    ),
    write(
      'acq.invoices.create',
      'Acquisitions objects: Invoice',
      'a date is taken with and without its zone letter',
      async (t) => {
        for (const invoice_date of ['2026-11-01', '2026-11-01Z']) {
          const { answer } = await invoiced(t, { invoice_date });
          equal('invoice_date', text(answer['invoice_date']).slice(0, 10), '2026-11-01');
        }
      },
    ),
    ...['number', 'invoice_date', 'vendor', 'total_amount'].map((field) =>
      write(
        'acq.invoices.create',
        'Acquisitions objects: Invoice; Errors, 2',
        `without ${field} it is refused`,
        async (t) => {
          refused(
            t,
            await t.service.post('/acq/invoices', {}, { ...(await newInvoice(t)), [field]: undefined }),
          );
        },
      ),
    ),
    write(
      'acq.invoices.create',
      'Errors, 3',
      'an invoice that cannot be made is refused with 60260',
      async (t) => {
        const vendor = { value: t.world.unique('vendor') };
        refused(t, await t.service.post('/acq/invoices', {}, { ...(await newInvoice(t)), vendor }), {
          code: '60260',
        });
      },
    ),
    write(
      'acq.invoices.get',
      'States and transitions: Invoices',
      'an invoice is never deleted',
      async (t) => {
        const { path } = await invoiced(t);
        const { status } = await t.service.del(path);
        holds('DELETE', status >= 400 && status < 500, 'a refusal', String(status));
        done(t, await t.service.get(path));
      },
    ),
    ...unsupported({
      operations: [
        'acq.invoices.process',
        'acq.invoices.paid',
        'acq.invoices.markInErp',
        'acq.invoices.reject',
      ],
      rule: `${rule}, rule 1`,
      body: {},
      record: async (t) => {
        const { path } = await invoiced(t);
        return { path, readAt: path };
      },
    }),
    write(
      ['acq.invoices.process', 'acq.invoices.paid', 'acq.invoices.markInErp', 'acq.invoices.reject'],
      'Errors',
      'on an invoice that does not exist they are refused',
      async (t) => {
        for (const op of ['process_invoice', 'paid', 'mark_in_erp', 'rejected']) {
          refused(t, await t.service.post(p`/acq/invoices/${'0'}`, { op }, {}));
        }
      },
    ),
  ],
};
