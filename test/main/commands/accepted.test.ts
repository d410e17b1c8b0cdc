import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { SharingForm } from '../../../src/contract/sharing.ts';
import { localDay } from '../../../src/shared/days.ts';
import { fieldsOf } from '../../../src/main/requests/view.ts';
import { dateOf, momentOf } from '../../../src/service/read.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { notesOf } from '../../../src/service/notes.ts';
import { openHouse, until, type Window } from '../support/house.ts';
import { oddly } from '../support/oddly.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-accepted-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = async () => {
  const house = await openHouse(folder);
  return { house, window: house.window() };
};

const nothing = () => ({});
const unread = { record: null };

describe('what was done is done, whatever its answer says', () => {
  test('a loan is due on another day', async () => {
    const { house, window } = await open();
    const userId = code('patronGood');
    const loan = (await window.ask('loans.list', { userId })).loans[0];
    const due = localDay(new Date(Date.now() + 40 * 86_400_000));
    const wanted = { userId, loanId: loan?.loanId ?? '', seen: loan?.due ?? '', due };
    oddly(house, 'users.loans.update', nothing, 'users.loans.get');
    expect(await window.ask('loans.setDue', { ...wanted, intent: randomUUID() })).toEqual(unread);
    house.odd = {};
    const now = (await window.ask('loans.list', { userId })).loans.find(
      ({ loanId }) => loanId === wanted.loanId,
    );
    expect(localDay(new Date(now?.due ?? ''))).toBe(due);
  });

  test('a loan is renewed; where its answer names no day, it is read', async () => {
    const { house, window } = await open();
    const userId = code('patronGood');
    const [, loan] = (await window.ask('loans.list', { userId })).loans;
    const loans = [loan?.loanId ?? ''];
    oddly(house, 'users.loans.renew', nothing);
    const { outcomes } = await window.ask('loans.renew', { userId, loans });
    const { due_date: due } = await house.client.call('users.loans.get', {
      path: { user_id: userId, loan_id: loans[0] ?? '' },
    });
    expect(outcomes).toMatchObject([{ ok: true, due: momentOf(due) }]);
    oddly(house, 'users.loans.renew', nothing, 'users.loans.get');
    expect((await window.ask('loans.renew', { userId, loans })).outcomes).toMatchObject([
      { ok: true, due: '' },
    ]);
  });

  test('a request is placed, changed and moved to its next step', async () => {
    const { house, window } = await open();
    const userId = code('patronNothing');
    const of = { userId, type: 'DIGITIZATION' } as const;
    const fields = { ...fieldsOf({}), partial: false, copyright: true };
    const on = { kind: 'item', barcode: code('itemForHold') } as const;
    oddly(house, 'users.requests.create', nothing);
    expect(await window.ask('requests.place', { ...of, intent: randomUUID(), on, fields })).toEqual(unread);
    house.odd = {};
    const read = async () => (await window.ask('requests.list', { userId })).requests[0];
    const placed = await read();
    const one = { userId, requestId: placed?.requestId ?? '', seen: placed?.fields ?? fields };
    const changed = { ...one, fields: { ...one.seen, comment: 'Soon' }, intent: randomUUID() };
    oddly(house, 'users.requests.update', nothing, 'users.requests.get');
    expect(await window.ask('requests.update', changed)).toEqual(unread);
    house.odd = {};
    expect(await read()).toMatchObject({ fields: { comment: 'Soon' } });
    oddly(house, 'users.requests.nextStep', nothing, 'users.requests.get');
    const step = { userId, requestId: one.requestId, release: false, intent: randomUUID() };
    expect(await window.ask('requests.nextStep', step)).toEqual(unread);
    house.odd = {};
    expect((await read())?.task).not.toBe(placed?.task);
  });

  test('a borrowing request is made, and its shipping cost written', async () => {
    const { house, window } = await open();
    const userId = code('patronGood');
    const citation = Object.fromEntries(
      'title journal_title author year publisher edition volume issue pages isbn issn doi pmid oclc_number mms_id'
        .split(' ')
        .map((field) => [field, '']),
    ) as unknown as SharingForm['citation'];
    const form: SharingForm = {
      citation: { ...citation, title: 'Annals' },
      citation_type: 'BK',
      format: 'PHYSICAL',
      owner: 'MAIN',
      pickup_location: 'MAIN',
      level_of_service: '',
      last_interest_date: '',
      willing_to_pay: false,
      note: '',
      agree_to_copyright_terms: true,
    };
    oddly(house, 'users.resourceSharing.create', nothing, 'users.resourceSharing.get');
    const asked = { intent: randomUUID(), userId, form, overrideBlocks: false };
    expect(await window.ask('sharing.create', asked)).toEqual(unread);
    house.odd = {};
    const [request] = (await window.ask('sharing.list', { userId, also: [] })).requests;
    const { requestId = '' } = request ?? {};
    oddly(house, 'users.resourceSharing.updateShipping', nothing, 'users.resourceSharing.get');
    const cost = { intent: randomUUID(), userId, requestId, cost: '9', fund: '' };
    expect(await window.ask('sharing.setShipping', cost)).toEqual(unread);
    house.odd = {};
    const [now] = (await window.ask('sharing.list', { userId, also: [] })).requests;
    expect(now?.shippingCost).toMatchObject({ amount: '9.00' });
  });

  test('a purchase is asked for', async () => {
    const { house, window } = await open();
    const userId = code('patronGood');
    const before = (await window.ask('purchases.list', { userId })).total;
    oddly(house, 'users.purchaseRequests.create', nothing);
    const form = { title: 'Ex Libris', author: '', isbn: '', issn: '', publisher: '', publication_year: '' };
    const codes = { mms_id: '', citation_type: 'BOOK', format: 'PHYSICAL', owner: 'MAIN' };
    const asked = { intent: randomUUID(), userId, form: { ...form, ...codes } };
    expect(await window.ask('purchases.create', asked)).toEqual(unread);
    expect((await window.ask('purchases.list', { userId })).total).toBe(before + 1);
  });

  test('a patron is added, and saved', async () => {
    const { house, window } = await open();
    const grace = await window.ask('patrons.read', { userId: code('patronNothing') });
    const form = {
      ...grace.form,
      primaryId: 'new.patron',
      identifiers: [],
      addresses: [],
      emails: [],
      phones: [],
    };
    oddly(house, 'users.create', nothing, 'users.get');
    expect(await window.ask('patrons.create', { intent: randomUUID(), form })).toEqual(unread);
    house.odd = {};
    const made = await window.ask('patrons.read', { userId: 'new.patron' });
    oddly(house, 'users.update', nothing, 'users.get');
    const saved = { intent: randomUUID(), seen: made.seen, form: { ...made.form, firstName: 'Nova' } };
    expect(await window.ask('patrons.save', saved)).toEqual(unread);
    house.odd = {};
    expect((await window.ask('patrons.read', { userId: 'new.patron' })).form.firstName).toBe('Nova');
  });

  test('a note is added, and the patron at the desk keeps their name', async () => {
    const { house, window } = await open();
    const userId = code('patronGood');
    await window.scanned(userId);
    const before = await until(() => window.patron());
    const note = { userId: before.userId, type: 'GENERAL', visibleToPatron: false, popUp: false };
    oddly(house, 'users.update', nothing, 'users.get');
    expect(await window.ask('notes.add', { ...note, text: 'Here', intent: randomUUID() })).toEqual(unread);
    expect(window.patron()).toEqual(before);
    house.odd = {};
    const user = await house.client.call('users.get', { path: { user_id: userId } });
    expect(notesOf(user).map((one) => one.note_text)).toContain('Here');
    // Read anew, it can be edited as always.
    const now = await window.ask('desk.refresh', {});
    const at = now.notes.findIndex(({ text }) => text === 'Here');
    oddly(house, 'users.update', nothing);
    const { date = '' } = now.notes[at] ?? {};
    const remove = { userId: before.userId, at, text: 'Here', date, intent: randomUUID() };
    expect((await window.done('notes.remove', remove)).name).toBe(before.name);
  });
});

describe('a scan', () => {
  test('that returned a book of which the answer says nothing reads where it goes, or says that it cannot', async () => {
    const { house, window } = await open();
    oddly(house, 'bibs.items.scanIn', nothing);
    const read = await window.scanned(code('itemOnLoan'));
    expect(read).toMatchObject({ state: 'done', result: { kind: 'returned', next: { to: 'shelf' } } });
    oddly(house, 'bibs.items.scanIn', nothing, 'bibs.items.get');
    const again = await window.scanned(code('itemOnLoan'));
    expect(again).toMatchObject({
      state: 'done',
      result: { kind: 'returned', title: read.result?.kind === 'returned' ? read.result.title : '' },
    });
    expect(again.result).toMatchObject({ next: { to: 'unread' } });
  });
});

describe('receiving', () => {
  const room = { room: 'receiving' } as const;
  const keep = { workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' };

  async function order(window: Window, pol = code('polSeveral')) {
    await window.scanned(pol, room);
    const view = await window.ask('receiving.refresh', {});
    const [item] = view.items;
    const where = { department: 'CAT', departmentLibrary: 'MAIN' };
    const wanted = { pol: view.pol, pid: item?.pid ?? '', date: localDay(new Date()), ...where, keep };
    return { view, item, wanted };
  }

  test('an item is received where its order line has a price that is none', async () => {
    const { house, window } = await open();
    const { view, wanted } = await order(window);
    house.odd['acq.pol.get'] = (pol) => ({ ...(pol as object), price: { sum: 'n/a' } });
    const intent = randomUUID();
    expect(await window.ask('receiving.receive', { ...wanted, keep: null, intent })).toMatchObject({
      kept: null,
      failure: null,
    });
    const pol = await house.client.call('acq.pol.get', { path: { pol_id: view.pol } });
    expect(JSON.stringify(pol)).toContain('"receive_date"');
    expect(house.journal.entry(intent)?.state).toBe('accepted');
  });

  test('an item is kept where its receipt says nothing of it: it is read between the steps', async () => {
    const { house, window } = await open();
    const { wanted } = await order(window);
    const intent = randomUUID();
    oddly(house, 'acq.pol.items.receive', nothing);
    expect(await window.ask('receiving.receive', { ...wanted, intent })).toMatchObject({ kept: 'done' });
    const [kept] = house.journal.doneIn(`order:${wanted.pol}`, 'bibs.items.scanIn');
    expect(house.intended.get(kept?.id ?? '')?.before).toMatchObject({ process: 'TRANSIT' });
  });

  test('an item that is kept is told as kept where the journal cannot be written then', async () => {
    const { house, window } = await open();
    const { wanted } = await order(window);
    const { journal } = house;
    const write = journal.updateStep.bind(journal);
    journal.updateStep = () => {
      throw new Error('the disk is full');
    };
    house.defect = () => 'a full disk';
    const outcome = await window
      .ask('receiving.receive', { ...wanted, intent: randomUUID() })
      .finally(() => (journal.updateStep = write));
    expect(outcome).toMatchObject({ kept: 'done', failure: null });
  });

  test('an item that was received in finishing stays on the list, and nothing is said not to have been done', async () => {
    const { house, window } = await open();
    const { view, wanted } = await order(window);
    await house.faults(
      { operation: 'acq.pol.items.receive', fault: 'drop-before', count: 1 },
      { operation: 'acq.pol.get', fault: 'html', after: 1 },
    );
    await window.failure('receiving.receive', { ...wanted, intent: randomUUID() });
    await house.faults();
    await house.clock.pass(200_000);
    const event = window.roomEvents.findLast((one) => 'unfinished' in one);
    const [left] = event && 'unfinished' in event ? event.unfinished : [];
    oddly(house, 'acq.pol.items.receive', (answer) => answer, 'bibs.items.get');
    expect(await window.ask('receiving.finish', { id: left?.id ?? '' })).toMatchObject({
      unfinished: [{ id: left?.id, failure: { kind: 'unreachable' }, running: false }],
    });
    house.odd = {};
    const now = await window.ask('receiving.refresh', {});
    expect(dateOf(now.items[0]?.received)).toBe(`${wanted.date}Z`);
    expect(await window.ask('receiving.finish', { id: left?.id ?? '' })).toEqual({ unfinished: [] });
    expect(view.pol).toBe(now.pol);
  });

  test('a barcode is given where the order line cannot be read then', async () => {
    const { house, window } = await open();
    const { view, item } = await order(window, code('polNoBarcode'));
    oddly(house, 'acq.pol.update', nothing, 'acq.pol.get');
    const given = { pol: view.pol, pid: item?.pid ?? '', barcode: 'NEW-1', intent: randomUUID() };
    expect(await window.ask('receiving.setBarcode', given)).toEqual(unread);
    house.odd = {};
    expect((await window.ask('receiving.refresh', {})).items[0]?.barcode).toBe('NEW-1');
  });
});
