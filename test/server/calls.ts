import type { Operation } from '../../src/service/endpoints.ts';
import { sampleCode } from '../../src/service/samples.ts';
import {
  type Answer,
  invoiceFor,
  itemOf,
  type Library,
  newFee,
  newInvoice,
  newPatron,
  pathOf,
} from './harness.ts';

/** Every operation of the table, to be called once with what it needs: one that is missing here does not compile. */
export function callsOf(library: Library): Record<Operation, () => Promise<Answer>> {
  const desk = 'library=MAIN&circ_desk=DEFAULT_CIRC_DESK';
  const hold = { request_type: 'HOLD', pickup_location_library: 'MAIN' };
  const rivka = `/users/${sampleCode('patronGood')}`;
  const record = { account_type: 'INTERNAL', status: 'ACTIVE', user_group: 'STAFF' };

  async function feeAt(): Promise<string> {
    const user = await newPatron(library);
    return `/users/${user}/fees/${await newFee(library, user, '1.00')}`;
  }

  const place = (code: string) => ({ code, name: 'A place', type: { value: 'OPEN' } });

  const file = { type: 'GENERAL', file_name: 'a.txt', content: 'SGVsbG8=' };
  const deposit = { deposit_profile: { value: 'DEPOSIT' }, amount: '50.00', owner: { value: 'MAIN' } };

  async function madeAt(path: string, body: object): Promise<string> {
    const made = await library.post(path, body);
    return `${path}/${(made.body as { id?: string }).id ?? ''}`;
  }

  const attachmentAt = () => madeAt(`${rivka}/attachments`, file);
  const depositAt = () => madeAt(`${rivka}/deposits`, deposit);

  async function firstOf(path: string, list: string, id: string): Promise<string> {
    const answer = (await library.get(path)).body as Record<string, Record<string, string>[]>;
    return `${path}/${answer[list]?.[0]?.[id] ?? ''}`;
  }

  const loanAt = () => firstOf(`${rivka}/loans`, 'item_loan', 'loan_id');

  async function requestAt(): Promise<string> {
    const user = await newPatron(library);
    const { bib_data: bib } = await itemOf(library, sampleCode('itemForHold'));
    await library.post(`/users/${user}/requests?mms_id=${bib.mms_id}`, hold);
    return firstOf(`/users/${user}/requests`, 'user_request', 'request_id');
  }

  async function digitizationAt(): Promise<string> {
    const user = await newPatron(library);
    const { bib_data: bib } = await itemOf(library, sampleCode('itemReference'));
    await library.post(`/users/${user}/requests?mms_id=${bib.mms_id}`, { request_type: 'DIGITIZATION' });
    return firstOf(`/users/${user}/requests`, 'user_request', 'request_id');
  }

  const borrowing = {
    owner: 'MAIN',
    format: { value: 'DIGITAL' },
    citation_type: { value: 'CR' },
    title: 'On paper',
    agree_to_copyright_terms: true,
  };

  async function idOf(answer: Promise<Answer>): Promise<string> {
    return String((await answer).body['request_id']);
  }

  async function borrowingAt(): Promise<string> {
    const path = `/users/${await newPatron(library)}/resource-sharing-requests`;
    return `${path}/${await idOf(library.post(path, borrowing))}`;
  }

  const purchase = {
    format: { value: 'PHYSICAL' },
    citation_type: { value: 'BOOK' },
    owner: { value: 'MAIN' },
    resource_metadata: { title: 'On paper' },
  };

  async function purchaseAt(): Promise<string> {
    const path = `/users/${await newPatron(library)}/purchase-requests`;
    return `${path}/${await idOf(library.post(path, purchase))}`;
  }

  const lending = (externalId: string) => ({
    external_id: externalId,
    owner: 'MAIN',
    partner: { value: 'PARTNER' },
    format: { value: 'PHYSICAL' },
    citation_type: { value: 'BOOK' },
    title: 'On paper',
  });
  const lendings = '/partners/PARTNER/lending-requests';

  /** An invoice to which this was done already. */
  async function invoiceAt(...done: string[]): Promise<string> {
    const path = `/acq/invoices/${await newInvoice(library)}`;
    for (const op of done) await library.post(`${path}?op=${op}`, {});
    return path;
  }

  return {
    'users.list': () => library.get('/users?q=name~a'),
    'users.create': () => library.post('/users', { ...record, primary_id: 'operations' }),
    'users.get': () => library.get(rivka),
    'users.update': async () => {
      const id = await newPatron(library);
      return library.put(`/users/${id}`, { ...record, primary_id: id });
    },
    'users.delete': async () => library.del(`/users/${await newPatron(library)}`),
    'users.personalData': () => library.get(`${rivka}/personal-data`),
    'users.attachments.list': () => library.get(`${rivka}/attachments`),
    'users.attachments.get': async () => library.get(await attachmentAt()),
    'users.attachments.create': () => library.post(`${rivka}/attachments`, file),
    'users.deposits.list': () => library.get(`${rivka}/deposits`),
    'users.deposits.create': () => library.post(`${rivka}/deposits`, deposit),
    'users.deposits.get': async () => library.get(await depositAt()),
    'users.deposits.act': async () => library.post(`${await depositAt()}?op=pay`),
    'users.fees.list': () => library.get(`${rivka}/fees`),
    'users.fees.create': () =>
      library.post(`${rivka}/fees`, { type: 'OTHER', original_amount: '1.00', owner: 'MAIN' }),
    'users.fees.get': async () => library.get(await feeAt()),
    'users.fees.payAll': () => library.post(`${rivka}/fees/all?op=pay`),
    'users.fees.pay': async () => library.post(`${await feeAt()}?op=pay&amount=0.50`),
    'users.fees.waive': async () => library.post(`${await feeAt()}?op=waive&reason=OTHER`),
    'users.fees.dispute': async () => library.post(`${await feeAt()}?op=dispute`),
    'users.fees.restore': async () => {
      const fee = await feeAt();
      await library.post(`${fee}?op=dispute`);
      return library.post(`${fee}?op=restore`);
    },
    'users.loans.list': () => library.get(`${rivka}/loans`),
    'users.loans.create': () => library.post(`${rivka}/loans?item_barcode=${sampleCode('itemFree1')}`),
    'users.loans.get': async () => library.get(await loanAt()),
    'users.loans.renew': async () => library.post(`${await loanAt()}?op=renew`),
    'users.loans.update': async () => library.put(await loanAt(), { due_date: '2099-01-01Z' }),
    'users.requests.list': () => library.get(`${rivka}/requests`),
    'users.requests.create': async () => {
      const { bib_data: bib } = await itemOf(library, sampleCode('itemFree2'));
      return library.post(`${rivka}/requests?mms_id=${bib.mms_id}`, hold);
    },
    'users.requests.get': async () => library.get(await requestAt()),
    'users.requests.cancel': async () => library.del(`${await requestAt()}?reason=CannotBeFulfilled`),
    'users.requests.update': async () => library.put(await requestAt(), { comment: 'By Friday' }),
    'users.requests.nextStep': async () => library.post(`${await digitizationAt()}?op=next_step`),
    'users.resourceSharing.create': async () =>
      library.post(`/users/${await newPatron(library)}/resource-sharing-requests`, borrowing),
    'users.resourceSharing.get': async () => library.get(await borrowingAt()),
    'users.resourceSharing.cancel': async () => library.del(await borrowingAt()),
    'users.resourceSharing.updateShipping': async () =>
      library.post(`${await borrowingAt()}?op=update_shipping&shipping_cost=12.5&fund_code=ILL`),
    'users.purchaseRequests.list': () => library.get(`${rivka}/purchase-requests`),
    'users.purchaseRequests.create': async () =>
      library.post(`/users/${await newPatron(library)}/purchase-requests`, purchase),
    'users.purchaseRequests.get': async () => library.get(await purchaseAt()),
    'users.purchaseRequests.cancel': async () => library.post(`${await purchaseAt()}?op=cancel`),
    'partners.lendingRequests.create': () => library.post(lendings, lending('operations-1')),
    'partners.lendingRequests.get': async () =>
      library.get(`${lendings}/${await idOf(library.post(lendings, lending('operations-2')))}`),
    'conf.libraries.list': () => library.get('/conf/libraries'),
    'conf.libraries.get': () => library.get('/conf/libraries/SCI'),
    'conf.departments.list': () => library.get('/conf/departments'),
    'conf.circDesks.list': () => library.get('/conf/libraries/SCI/circ-desks'),
    'conf.circDesks.get': () => library.get('/conf/libraries/SCI/circ-desks/DEFAULT_CIRC_DESK'),
    'conf.locations.list': () => library.get('/conf/libraries/LAW/locations'),
    'conf.locations.get': () => library.get('/conf/libraries/LAW/locations/OPEN'),
    'conf.locations.create': () => library.post('/conf/libraries/LAW/locations', place('NEW')),
    'conf.locations.update': async () => {
      await library.post('/conf/libraries/LAW/locations', place('CHANGED'));
      return library.put('/conf/libraries/LAW/locations/CHANGED', place('CHANGED'));
    },
    'conf.locations.delete': async () => {
      await library.post('/conf/libraries/LAW/locations', place('GONE'));
      return library.del('/conf/libraries/LAW/locations/GONE');
    },
    'conf.codeTables.list': () => library.get('/conf/code-tables'),
    'conf.codeTables.update': async () =>
      library.put('/conf/code-tables/NoteTypes', (await library.get('/conf/code-tables/NoteTypes')).body),
    'conf.mappingTables.list': () => library.get('/conf/mapping-tables'),
    'conf.mappingTables.get': () => library.get('/conf/mapping-tables/SlipPrinters'),
    'conf.mappingTables.update': async () =>
      library.put(
        '/conf/mapping-tables/SlipPrinters',
        (await library.get('/conf/mapping-tables/SlipPrinters')).body,
      ),
    'conf.depositProfiles.list': () => library.get('/conf/deposit-profiles'),
    'conf.depositProfiles.get': () => library.get('/conf/deposit-profiles/DEPOSIT'),
    'conf.importProfiles.list': () => library.get('/conf/md-import-profiles'),
    'conf.importProfiles.get': () => library.get('/conf/md-import-profiles/7200001'),
    'conf.letters.list': () => library.get('/conf/letters'),
    'conf.letters.get': () => library.get('/conf/letters/FulTransitSlipLetter'),
    'conf.letters.update': () =>
      library.put('/conf/letters/FulTransitSlipLetter', '<letter><enabled>true</enabled></letter>'),
    'conf.printers.list': () => library.get('/conf/printers'),
    'conf.printers.get': () => library.get('/conf/printers/7100001'),
    'conf.workflows.run': () => library.post('/conf/workflows/REMOVE_EXPIRED_BLOCKS'),
    'conf.feeTransactions': () => library.get('/conf/utilities/fee-transactions'),
    'conf.codeTables.get': () => library.get('/conf/code-tables/FineFeeType'),
    'conf.general': () => library.get('/conf/general'),
    'acq.invoices.list': () => library.get('/acq/invoices'),
    'acq.invoices.search': () => library.get('/acq/invoices?q=all~books'),
    'acq.invoices.get': async () => library.get(`/acq/invoices/${await newInvoice(library)}`),
    'acq.invoices.create': () => library.post('/acq/invoices', invoiceFor('10.00')),
    'acq.invoices.lines.list': async () => library.get(`/acq/invoices/${await newInvoice(library)}/lines`),
    'acq.invoices.lines.create': async () =>
      library.post(`/acq/invoices/${await newInvoice(library)}/lines`, {
        price: '10.00',
        po_line: 'POL-1001',
      }),
    'acq.invoices.process': async () => library.post(`${await invoiceAt()}?op=process_invoice`, {}),
    'acq.invoices.paid': async () => library.post(`${await invoiceAt('process_invoice')}?op=paid`, {}),
    'acq.invoices.markInErp': async () =>
      library.post(`${await invoiceAt('process_invoice')}?op=mark_in_erp`, {}),
    'acq.invoices.reject': async () => library.post(`${await invoiceAt('process_invoice')}?op=rejected`, {}),
    'acq.pol.search': () => library.get('/acq/po-lines?q=all~Atlas'),
    'acq.pol.get': () => library.get('/acq/po-lines/POL-1001'),
    'acq.pol.update': async () =>
      library.put('/acq/po-lines/POL-1001', (await library.get('/acq/po-lines/POL-1001')).body),
    'acq.pol.items.list': () => library.get('/acq/po-lines/POL-1001/items'),
    'acq.pol.items.receive': async () => {
      const path = await firstOf('/acq/po-lines/POL-1003/items', 'item', 'pid');
      return library.post(`${path}?op=receive`);
    },
    'items.byBarcode': () => library.get(`/items?item_barcode=${sampleCode('itemFree3')}`),
    'bibs.items.get': async () => library.get(pathOf(await itemOf(library, sampleCode('itemFree3')))),
    'bibs.items.loans': async () =>
      library.get(`${pathOf(await itemOf(library, sampleCode('itemFree3')))}/loans`),
    'bibs.items.requests': async () =>
      library.get(`${pathOf(await itemOf(library, sampleCode('itemHoldHere')))}/requests`),
    'bibs.items.scanIn': async () =>
      library.post(`${pathOf(await itemOf(library, sampleCode('itemFree4')))}?op=scan&${desk}`),
  };
}
