import { type Area, read, type Trial } from '../check.ts';
import { done, equal, has, holds, listed, need, refused } from '../expect.ts';
import { p } from '../http.ts';
import { cents, code, type Json, text } from '../read.ts';
import { paging } from './paging.ts';
import { stateOf } from './invoicing.ts';

const rule = 'Acquisitions';

async function first(t: Trial): Promise<Json> {
  return need(listed(t, await t.service.get('/acq/invoices'), 'invoice').items[0], 'no invoice');
}

const ids = (invoices: readonly Json[]) => invoices.map((invoice) => text(invoice['id']));

/** Invoices: listed, searched and read. */
export const invoiceSearch: Area = {
  title: 'Invoices: lists',
  checks: [
    read(
      ['acq.invoices.list', 'acq.invoices.get'],
      rule,
      'a list holds invoices in an envelope, each readable by its id',
      async (t) => {
        const invoice = done(t, await t.service.get(p`/acq/invoices/${text((await first(t))['id'])}`));
        for (const field of ['id', 'number', 'invoice_date'])
          has(invoice, field, (value) => text(value) !== '', 'a text');
        for (const field of ['vendor', 'currency'])
          has(invoice, field, (value) => code(value) !== '', 'a code');
        has(invoice, 'total_amount', (value) => !Number.isNaN(cents(value)), 'an amount');
      },
    ),
    ...paging({
      operation: 'acq.invoices.list',
      rule: `${rule}; Limits`,
      key: 'invoice',
      id: (invoice) => invoice['id'],
      path: () => Promise.resolve('/acq/invoices'),
    }),
    read('acq.invoices.list', rule, 'status and vendor_code choose among the invoices', async (t) => {
      const { items } = listed(t, await t.service.get('/acq/invoices', { limit: 100 }), 'invoice');
      const vendor = code(need(items[0], 'no invoice')['vendor']);
      const ofVendor = listed(
        t,
        await t.service.get('/acq/invoices', { vendor_code: vendor, limit: 100 }),
        'invoice',
      );
      equal('vendors', [...new Set(ofVendor.items.map((one) => code(one['vendor'])))], [vendor]);
      const status = stateOf(items[0] ?? {}).invoice;
      const inStatus = listed(t, await t.service.get('/acq/invoices', { status, limit: 100 }), 'invoice');
      equal('statuses', [...new Set(inStatus.items.map((one) => stateOf(one).invoice))], [status]);
      const none = await t.service.get('/acq/invoices', { vendor_code: t.world.unique('vendor') });
      equal('of an unknown vendor', listed(t, none, 'invoice').items, []);
    }),
    read(
      'acq.invoices.get',
      `${rule}, view`,
      'view is brief or full, full unless said; brief has fewer fields',
      async (t) => {
        const path = p`/acq/invoices/${text((await first(t))['id'])}`;
        const full = done(t, await t.service.get(path, { view: 'full' }));
        equal('unless said', done(t, await t.service.get(path)), full);
        const brief = done(t, await t.service.get(path, { view: 'brief' }));
        equal('the same id', brief['id'] === full['id'], true);
        const fewer =
          Object.keys(brief).length < Object.keys(full).length ||
          JSON.stringify(brief).length < JSON.stringify(full).length;
        holds('brief', fewer, 'less than full', 'as much');
      },
    ),
    read('acq.invoices.get', 'Errors', 'an invoice that does not exist is refused', async (t) => {
      refused(t, await t.service.get(p`/acq/invoices/${'0'}`));
    }),
    read(
      'acq.invoices.search',
      `${rule}, rule 3`,
      'a search finds the listed invoice by its number',
      async (t) => {
        const invoice = await first(t);
        const q = `all~${text(invoice['number'])}`;
        const { items } = listed(t, await t.service.get('/acq/invoices', { q, limit: 100 }), 'invoice');
        equal('the invoice is found', ids(items).includes(text(invoice['id'])), true);
        const none = await t.service.get('/acq/invoices', { q: `all~${t.world.unique('none')}` });
        equal('of a number that no invoice has', listed(t, none, 'invoice').items, []);
        const byNumber = { q: `invoice_number~${text(invoice['number'])}`, limit: 100 };
        const numbered = listed(t, await t.service.get('/acq/invoices', byNumber), 'invoice');
        equal('by its own field', ids(numbered.items).includes(text(invoice['id'])), true);
        const vendor = code(invoice['vendor']);
        const ofVendor = await t.service.get('/acq/invoices', { q: `vendor_code~${vendor}`, limit: 100 });
        equal('by vendor', ids(listed(t, ofVendor, 'invoice').items).includes(text(invoice['id'])), true);
      },
    ),
    read(
      'acq.invoices.search',
      `${rule}, rule 3`,
      'a search of nothing, or with a limit out of range, is refused',
      async (t) => {
        refused(t, await t.service.get('/acq/invoices', { q: ' ' }));
        refused(t, await t.service.get('/acq/invoices', { q: 'all~x', limit: -1 }));
        refused(t, await t.service.get('/acq/invoices', { q: 'shoe_size~42' }));
      },
    ),
    read(
      'acq.invoices.search',
      rule,
      'a search of any text is answered or refused, never a fault',
      async (t) => {
        for (const text of [`'; DROP TABLE invoices; --`, '"', '~~', '%_', '\\', '(']) {
          const { status } = await t.service.get('/acq/invoices', { q: `all~${text}` });
          holds(`q=all~${text}`, status < 500, 'an answer or a refusal', String(status));
        }
      },
    ),
  ],
};
