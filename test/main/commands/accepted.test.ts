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
import { openTestStation, until, type Window } from '../support/test-station.ts';
import { oddly } from '../support/oddly.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-accepted-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = async () => {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
};

const nothing = () => ({});
const unread = { record: null };

describe('what was done is done, whatever its answer says', () => {
  test('a loan is due on another day', async () => {
    const { testStation, window } = await open();
    const userId = code('patronGood');
    const loan = (await window.ask('loans.list', { userId })).loans[0];
    const due = localDay(new Date(Date.now() + 40 * 86_400_000));
    const input = { userId, loanId: loan?.loanId ?? '', seen: loan?.due ?? '', due };
    oddly(testStation, 'users.loans.update', nothing, 'users.loans.get');
    expect(await window.ask('loans.setDue', { ...input, intent: randomUUID() })).toEqual(unread);
    testStation.odd = {};
    const now = (await window.ask('loans.list', { userId })).loans.find(
      ({ loanId }) => loanId === input.loanId,
    );
    expect(localDay(new Date(now?.due ?? ''))).toBe(due);
  });

  test('a loan is renewed; where its answer names no day, it is read', async () => {
    const { testStation, window } = await open();
    const userId = code('patronGood');
    const [, loan] = (await window.ask('loans.list', { userId })).loans;
    const loans = [loan?.loanId ?? ''];
    oddly(testStation, 'users.loans.renew', nothing);
    const { outcomes } = await window.ask('loans.renew', { userId, loans });
    const { due_date: due } = await testStation.client.call('users.loans.get', {
      path: { user_id: userId, loan_id: loans[0] ?? '' },
    });
    expect(outcomes).toMatchObject([{ ok: true, due: momentOf(due) }]);
    oddly(testStation, 'users.loans.renew', nothing, 'users.loans.get');
    expect((await window.ask('loans.renew', { userId, loans })).outcomes).toMatchObject([
      { ok: true, due: '' },
    ]);
  });

  test('a request is placed, changed and moved to its next step', async () => {
    const { testStation, window } = await open();
    const userId = code('patronNothing');
    const of = { userId, type: 'DIGITIZATION' } as const;
    const fields = { ...fieldsOf({}), partial: false, copyright: true };
    const on = { kind: 'item', barcode: code('itemForHold') } as const;
    oddly(testStation, 'users.requests.create', nothing);
    expect(await window.ask('requests.place', { ...of, intent: randomUUID(), on, fields })).toEqual(unread);
    testStation.odd = {};
    const read = async () => (await window.ask('requests.list', { userId })).requests[0];
    const placed = await read();
    const one = { userId, requestId: placed?.requestId ?? '', seen: placed?.fields ?? fields };
    const changed = { ...one, fields: { ...one.seen, comment: 'Soon' }, intent: randomUUID() };
    oddly(testStation, 'users.requests.update', nothing, 'users.requests.get');
    expect(await window.ask('requests.update', changed)).toEqual(unread);
    testStation.odd = {};
    expect(await read()).toMatchObject({ fields: { comment: 'Soon' } });
    oddly(testStation, 'users.requests.nextStep', nothing, 'users.requests.get');
    const step = { userId, requestId: one.requestId, release: false, intent: randomUUID() };
    expect(await window.ask('requests.nextStep', step)).toEqual(unread);
    testStation.odd = {};
    expect((await read())?.task).not.toBe(placed?.task);
  });

  test('a borrowing request is made, and its shipping cost written', async () => {
    const { testStation, window } = await open();
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
    oddly(testStation, 'users.resourceSharing.create', nothing, 'users.resourceSharing.get');
    const query = { intent: randomUUID(), userId, form, overrideBlocks: false };
    expect(await window.ask('sharing.create', query)).toEqual(unread);
    testStation.odd = {};
    const [request] = (await window.ask('sharing.list', { userId, also: [] })).requests;
    const { requestId = '' } = request ?? {};
    oddly(testStation, 'users.resourceSharing.updateShipping', nothing, 'users.resourceSharing.get');
    const cost = { intent: randomUUID(), userId, requestId, cost: '9', fund: '' };
    expect(await window.ask('sharing.setShipping', cost)).toEqual(unread);
    testStation.odd = {};
    const [now] = (await window.ask('sharing.list', { userId, also: [] })).requests;
    expect(now?.shippingCost).toMatchObject({ amount: '9.00' });
  });

  test('a purchase is asked for', async () => {
    const { testStation, window } = await open();
    const userId = code('patronGood');
    const before = (await window.ask('purchases.list', { userId })).total;
    oddly(testStation, 'users.purchaseRequests.create', nothing);
    const form = { title: 'Ex Libris', author: '', isbn: '', issn: '', publisher: '', publication_year: '' };
    const codes = { mms_id: '', citation_type: 'BOOK', format: 'PHYSICAL', owner: 'MAIN' };
    const query = { intent: randomUUID(), userId, form: { ...form, ...codes } };
    expect(await window.ask('purchases.create', query)).toEqual(unread);
    expect((await window.ask('purchases.list', { userId })).total).toBe(before + 1);
  });

  test('a patron is added, and saved', async () => {
    const { testStation, window } = await open();
    const grace = await window.ask('patrons.read', { userId: code('patronNothing') });
    const form = {
      ...grace.form,
      primaryId: 'new.patron',
      identifiers: [],
      addresses: [],
      emails: [],
      phones: [],
    };
    oddly(testStation, 'users.create', nothing, 'users.get');
    expect(await window.ask('patrons.create', { intent: randomUUID(), form })).toEqual(unread);
    testStation.odd = {};
    const made = await window.ask('patrons.read', { userId: 'new.patron' });
    oddly(testStation, 'users.update', nothing, 'users.get');
    const saved = { intent: randomUUID(), seen: made.seen, form: { ...made.form, firstName: 'Nova' } };
    expect(await window.ask('patrons.save', saved)).toEqual(unread);
    testStation.odd = {};
    expect((await window.ask('patrons.read', { userId: 'new.patron' })).form.firstName).toBe('Nova');
  });

  test('a note is added, and the patron at the desk keeps their name', async () => {
    const { testStation, window } = await open();
    const userId = code('patronGood');
    await window.scanned(userId);
    const before = await until(() => window.patron());
    const note = { userId: before.userId, type: 'GENERAL', visibleToPatron: false, popUp: false };
    oddly(testStation, 'users.update', nothing, 'users.get');
    expect(await window.ask('notes.add', { ...note, text: 'Here', intent: randomUUID() })).toEqual(unread);
    expect(window.patron()).toEqual(before);
    testStation.odd = {};
    const user = await testStation.client.call('users.get', { path: { user_id: userId } });
    expect(notesOf(user).map((one) => one.note_text)).toContain('Here');
    // Read anew, it can be edited as always.
    const now = await window.ask('desk.refresh', {});
    const at = now.notes.findIndex(({ text }) => text === 'Here');
    oddly(testStation, 'users.update', nothing);
    const { date = '' } = now.notes[at] ?? {};
    const remove = { userId: before.userId, at, text: 'Here', date, intent: randomUUID() };
    expect((await window.done('notes.remove', remove)).name).toBe(before.name);
  });
});

describe('a scan', () => {
  test('that returned a book of which the answer says nothing reads where it goes, or says that it cannot', async () => {
    const { testStation, window } = await open();
    oddly(testStation, 'bibs.items.scanIn', nothing);
    const read = await window.scanned(code('itemOnLoan'));
    expect(read).toMatchObject({ state: 'done', result: { kind: 'returned', next: { to: 'shelf' } } });
    oddly(testStation, 'bibs.items.scanIn', nothing, 'bibs.items.get');
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
    const input = { pol: view.pol, pid: item?.pid ?? '', date: localDay(new Date()), ...where, keep };
    return { view, item, expected: input };
  }

  test('an item is received where its order line has a price that is none', async () => {
    const { testStation, window } = await open();
    const { view, expected } = await order(window);
    testStation.odd['acq.pol.get'] = (pol) => ({ ...(pol as object), price: { sum: 'n/a' } });
    const intent = randomUUID();
    expect(await window.ask('receiving.receive', { ...expected, keep: null, intent })).toMatchObject({
      kept: null,
      failure: null,
    });
    const pol = await testStation.client.call('acq.pol.get', { path: { pol_id: view.pol } });
    expect(JSON.stringify(pol)).toContain('"receive_date"');
    expect(testStation.journal.entry(intent)?.state).toBe('accepted');
  });

  test('an item is kept where its receipt says nothing of it: it is read between the steps', async () => {
    const { testStation, window } = await open();
    const { expected } = await order(window);
    const intent = randomUUID();
    oddly(testStation, 'acq.pol.items.receive', nothing);
    expect(await window.ask('receiving.receive', { ...expected, intent })).toMatchObject({ kept: 'done' });
    const [stored] = testStation.journal.doneIn(`order:${expected.pol}`, 'bibs.items.scanIn');
    expect(testStation.intended.get(stored?.id ?? '')?.before).toMatchObject({ process: 'TRANSIT' });
  });

  test('an item that is kept is told as kept where the journal cannot be written then', async () => {
    const { testStation, window } = await open();
    const { expected } = await order(window);
    const { journal } = testStation;
    const write = journal.updateStep.bind(journal);
    journal.updateStep = () => {
      throw new Error('the disk is full');
    };
    testStation.defect = () => 'a full disk';
    const outcome = await window
      .ask('receiving.receive', { ...expected, intent: randomUUID() })
      .finally(() => (journal.updateStep = write));
    expect(outcome).toMatchObject({ kept: 'done', failure: null });
  });

  test('an item that was received in finishing stays on the list, and nothing is said not to have been done', async () => {
    const { testStation, window } = await open();
    const { view, expected } = await order(window);
    await testStation.faults(
      { operation: 'acq.pol.items.receive', fault: 'drop-before', count: 1 },
      { operation: 'acq.pol.get', fault: 'html', after: 1 },
    );
    await window.failure('receiving.receive', { ...expected, intent: randomUUID() });
    await testStation.faults();
    await testStation.clock.pass(200_000);
    const event = window.roomEvents.findLast((one) => 'unfinished' in one);
    const [remaining] = event && 'unfinished' in event ? event.unfinished : [];
    // The answer does not say where the item is now, and it cannot be read either.
    oddly(testStation, 'acq.pol.items.receive', () => ({}), 'bibs.items.get');
    expect(await window.ask('receiving.finish', { id: remaining?.id ?? '' })).toMatchObject({
      unfinished: [{ id: remaining?.id, failure: { kind: 'unreachable' }, running: false }],
    });
    testStation.odd = {};
    const now = await window.ask('receiving.refresh', {});
    expect(dateOf(now.items[0]?.received)).toBe(`${expected.date}Z`);
    expect(await window.ask('receiving.finish', { id: remaining?.id ?? '' })).toEqual({
      unfinished: [],
      alerts: [],
    });
    expect(view.pol).toBe(now.pol);
  });

  test('a barcode is given where the order line cannot be read then', async () => {
    const { testStation, window } = await open();
    const { view, item } = await order(window, code('polNoBarcode'));
    oddly(testStation, 'acq.pol.update', nothing, 'acq.pol.get');
    const values = { pol: view.pol, pid: item?.pid ?? '', barcode: 'NEW-1', intent: randomUUID() };
    expect(await window.ask('receiving.setBarcode', values)).toEqual(unread);
    testStation.odd = {};
    expect((await window.ask('receiving.refresh', {})).items[0]?.barcode).toBe('NEW-1');
  });
});
