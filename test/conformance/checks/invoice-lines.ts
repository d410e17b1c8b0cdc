import { type Area, LeftOut, read, type Trial, write } from '../check.ts';
import { done, equal, has, listed, refused, took } from '../expect.ts';
import { p } from '../http.ts';
import { at, cents, code, objects, text } from '../read.ts';
import { fundedPol, invoiced, invoicedWith, newLine } from './invoicing.ts';
import { paging } from './paging.ts';

const form = 'Acquisitions objects: Invoice line';

/** The lines of the first listed invoice that has some. */
async function somewhere(t: Trial): Promise<string> {
  const { items } = listed(t, await t.service.get('/acq/invoices', { limit: 20 }), 'invoice');
  for (const invoice of items) {
    const path = p`/acq/invoices/${text(invoice['id'])}/lines`;
    if (listed(t, await t.service.get(path), 'invoice_line').items.length > 0) return path;
  }
  throw new LeftOut('the service has no invoice with lines');
}

export const invoiceLines: Area = {
  title: 'Invoice lines',
  checks: [
    read(
      'acq.invoices.lines.list',
      `${form}; Acquisitions`,
      'lines come in an envelope, with amount, quantity and type',
      async (t) => {
        const { items } = listed(t, await t.service.get(await somewhere(t), { limit: 100 }), 'invoice_line');
        for (const line of items) {
          has(line, 'id', (value) => text(value) !== '', 'an id');
          has(line, 'price', (value) => !Number.isNaN(cents(value)), 'an amount');
          has(line, 'type', (value) => code(value) !== '', 'a code');
        }
      },
    ),
    // The page of lines has a length of its own; everything else is as for other lists.
    ...paging({
      operation: 'acq.invoices.lines.list',
      rule: 'Limits',
      key: 'invoice_line',
      id: (line) => line['id'],
      path: somewhere,
      usual: 100,
    }),
    read(
      ['acq.invoices.lines.list', 'acq.invoices.get'],
      'Errors',
      'of an invoice that does not exist they are refused',
      async (t) => {
        refused(t, await t.service.get(p`/acq/invoices/${'0'}/lines`));
      },
    ),
    write(
      'acq.invoices.lines.create',
      form,
      'a created line has an id, is listed, and stands in the full view',
      async (t) => {
        const { path } = await invoiced(t);
        const sent = await newLine(t);
        const line = done(t, await t.service.post(`${path}/lines`, {}, sent));
        has(line, 'id', (value) => text(value) !== '', 'an id');
        equal('po_line', line['po_line'], sent['po_line']);
        equal('price in hundredths', cents(line['price']), 3000);
        const { items } = listed(t, await t.service.get(`${path}/lines`), 'invoice_line');
        equal(
          'ids',
          items.map((one) => one['id']),
          [line['id']],
        );
        const invoice = done(t, await t.service.get(path));
        equal(
          'in the full view',
          objects(at(invoice, 'invoice_lines.invoice_line')).map((one) => one['id']),
          [line['id']],
        );
      },
    ),
    write(
      'acq.invoices.lines.create',
      `${form}; Acquisitions, rule 7`,
      'quantity is 1, type REGULAR and the fund the first of the order line, unless said',
      async (t) => {
        const { path } = await invoiced(t);
        const { pol, fund } = await fundedPol(t);
        const line = done(t, await t.service.post(`${path}/lines`, {}, { po_line: pol, price: '30.00' }));
        equal('quantity', text(line['quantity']), '1');
        equal('type', code(line['type']), 'REGULAR');
        equal('fund', code(at(objects(line['fund_distribution'])[0], 'fund_code')), fund);
      },
    ),
    write(
      'acq.invoices.lines.create',
      `${form}; Errors, 2`,
      'without an amount, with a wrong one or an unknown order line it is refused',
      async (t) => {
        const { path } = await invoiced(t);
        const sent = await newLine(t);
        for (const wrong of [
          { price: undefined },
          { price: 'much' },
          { po_line: t.world.unique('pol') },
          { quantity: -1 },
        ]) {
          refused(t, await t.service.post(`${path}/lines`, {}, { ...sent, ...wrong }));
        }
        equal('lines', listed(t, await t.service.get(`${path}/lines`), 'invoice_line').items, []);
        refused(t, await t.service.post(p`/acq/invoices/${'0'}/lines`, {}, sent));
      },
    ),
    write(
      'acq.invoices.lines.create',
      'Acquisitions, rule 6',
      'a failing line leaves the invoice and takes later lines',
      async (t) => {
        const { path } = await invoiced(t);
        const sent = await newLine(t);
        refused(t, await t.service.post(`${path}/lines`, {}, { ...sent, price: 'much' }));
        took(t, await t.service.post(`${path}/lines`, {}, { ...sent, price: '10.00' }));
        took(t, await t.service.post(`${path}/lines`, {}, { ...sent, price: '20.00' }));
        equal('lines', listed(t, await t.service.get(`${path}/lines`), 'invoice_line').items.length, 2);
        took(t, await t.service.post(path, { op: 'process_invoice' }, {}));
      },
    ),
    write(
      'acq.invoices.lines.create',
      'Notes: Invoices',
      'an invoice that is processed or paid takes no more lines',
      async (t) => {
        for (const ops of [['process_invoice'], ['process_invoice', 'paid']]) {
          const path = await invoicedWith(t, ops);
          refused(t, await t.service.post(`${path}/lines`, {}, await newLine(t)));
          equal('lines', listed(t, await t.service.get(`${path}/lines`), 'invoice_line').items.length, 1);
        }
      },
    ),
  ],
};
