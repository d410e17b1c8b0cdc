import { expect, test } from 'vitest';
import { ours } from '../../src/service/codes.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { atOnce } from './at-once.ts';
import {
  codeOf,
  done,
  invoiceFor,
  itemOf,
  lend,
  newFee,
  newInvoice,
  newPatron,
  sharedLibrary,
} from './harness.ts';

const library = sharedLibrary();
const desk = { circ_desk: { value: 'DEFAULT_CIRC_DESK' }, library: { value: 'MAIN' } };

test('two desks lend one item at once: one wins', async () => {
  for (const barcode of [sampleCode('itemFree1'), sampleCode('itemFree3')]) {
    const users = await Promise.all([newPatron(library), newPatron(library)]);
    const loans = users.map((user) => ({ path: `/users/${user}/loans?item_barcode=${barcode}`, body: desk }));
    const answers = await atOnce(library, loans);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.filter(({ status }) => status === 400).map(codeOf)).toEqual([ours.itemOnLoan]);
    const totals = await Promise.all(users.map((user) => library.get(`/users/${user}/loans`)));
    expect(totals.map(({ body }) => Number(body['total_record_count'])).sort()).toEqual([0, 1]);
  }
});

test('two payments of the last 5.00: one wins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const user = await newPatron(library);
    const path = `/users/${user}/fees/${await newFee(library, user, '5.00')}`;
    const payment = { path: `${path}?op=pay&amount=5.00` };
    const answers = await atOnce(library, [payment, payment]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const fee = done<{ balance: string; transaction: object[] }>(await library.get(path));
    expect(fee).toMatchObject({ balance: '0.00', transaction: [{ amount: '5.00' }] });
    expect(fee.transaction).toHaveLength(1);
  }
});

test('one invoice is paid twice at once: one wins, and there is one voucher', async () => {
  for (let round = 0; round < 5; round += 1) {
    const path = `/acq/invoices/${await newInvoice(library)}`;
    done(await library.post(`${path}?op=process_invoice`, {}));
    const answers = await atOnce(library, [{ path: `${path}?op=paid` }, { path: `${path}?op=paid` }]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.filter(({ status }) => status === 400).map(codeOf)).toEqual([ours.invoicePaid]);
    const winner = answers.find(({ status }) => status === 200);
    expect(done(await library.get(path))).toEqual(winner?.body);
  }
});

test('one invoice is entered twice at once: one wins', async () => {
  const body = invoiceFor('10.00');
  const answers = await atOnce(library, [
    { path: '/acq/invoices', body },
    { path: '/acq/invoices', body },
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(answers.filter(({ status }) => status === 400).map(codeOf)).toEqual(['60260']);
});

test('twelve lines at once have numbers without gaps', async () => {
  const id = await newInvoice(library, '12.00');
  const line = { path: `/acq/invoices/${id}/lines`, body: { price: '1.00', po_line: 'POL-1001' } };
  const answers = await atOnce(
    library,
    Array.from({ length: 12 }, () => line),
  );
  expect(answers.map(({ body }) => Number(body['number'])).sort((one, other) => one - other)).toEqual(
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  expect(done(await library.get(`/acq/invoices/${id}`))).toMatchObject({
    total_invoice_lines_amount: '12.00',
  });
});

test('one item is received twice at once: one wins', async () => {
  const { item } = done<{ item: { pid: string }[] }>(await library.get('/acq/po-lines/POL-1001/items'));
  const path = `/acq/po-lines/POL-1001/items/${item[0]?.pid ?? ''}?op=receive`;
  const answers = await atOnce(library, [{ path }, { path }]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(answers.filter(({ status }) => status === 400).map(codeOf)).toEqual(['401877']);
});

test('twenty holds at once stand in a queue without gaps', async () => {
  const { bib_data: bib } = await itemOf(library, sampleCode('itemForHold'));
  const users = await Promise.all(Array.from({ length: 20 }, () => newPatron(library)));
  const hold = { request_type: 'HOLD', pickup_location_library: 'MAIN' };
  const answers = await Promise.all(
    users.map((user) => library.post(`/users/${user}/requests?mms_id=${bib.mms_id}`, hold)),
  );
  const places = answers.map((answer) => done<{ place_in_queue: number }>(answer).place_in_queue);
  expect(places.sort((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

test('one identifier for two new patrons: one wins', async () => {
  const record = { primary_id: 'twins', account_type: 'INTERNAL', status: 'ACTIVE', user_group: 'STAFF' };
  const answers = await Promise.all([library.post('/users', record), library.post('/users', record)]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
});

test('a loan and a deletion at once never leave a loan without its patron', async () => {
  for (let round = 0; round < 10; round += 1) {
    const user = await newPatron(library);
    const barcode = sampleCode('itemFree2');
    const [lent, deleted] = await Promise.all([lend(library, user, barcode), library.del(`/users/${user}`)]);
    expect([lent.status, deleted.status]).not.toEqual([200, 200]);
    if (lent.status !== 200) continue;
    const item = await itemOf(library, barcode);
    const path = `/bibs/${item.bib_data.mms_id}/holdings/${item.holding_data.holding_id}/items/${item.item_data.pid}`;
    done(await library.post(`${path}?op=scan&library=MAIN&circ_desk=DEFAULT_CIRC_DESK`));
  }
});
