import { describe, expect, test } from 'vitest';
import type { RequestView } from '../../../src/contract/requests.ts';
import { RequestEdits } from '../../../src/renderer/requests/edit.svelte.ts';
import { noFields } from '../../../src/renderer/requests/fields.ts';
import { cancellationOf, Requests } from '../../../src/renderer/requests/requests.svelte.ts';
import { main } from '../support/main.ts';
import { aRequest, away } from '../support/views.ts';

let patrons = 0;
async function withRequests(...requests: readonly RequestView[]): Promise<Requests> {
  const tab = new Requests(`patron-${(patrons += 1)}`);
  void tab.list.load();
  await main.open('requests.list').answer({ requests, total: requests.length });
  return tab;
}

const hold = aRequest('hold');
const scan = aRequest('scan', { type: { code: 'DIGITIZATION', label: 'Digitization' } });

describe('the requests of a patron', () => {
  test('are read by what is to be shown, and not again for what is shown already', async () => {
    const tab = await withRequests(hold);
    expect(main.all('requests.list')[0]?.input).toEqual({ userId: tab.userId, status: 'active' });
    expect(tab.isWhole).toBe(true);
    await tab.show({ shown: 'active', type: 'ALL' });
    expect(main.times('requests.list')).toBe(1);
    void tab.show({ type: 'BOOKING' });
    expect(tab.rows).toEqual([]);
    expect(tab.isWhole).toBe(false);
    expect(main.open('requests.list').input).toEqual({
      userId: tab.userId,
      status: 'active',
      type: 'BOOKING',
    });
    await main.open('requests.list').fail(away);
    expect(tab.list.failure).toEqual(away);
  });

  test('shown for one status are never those of the status before', async () => {
    const tab = await withRequests(hold);
    void tab.list.load();
    const active = main.open('requests.list');
    void tab.show({ shown: 'history' });
    await active.answer({ requests: [hold], total: 1 });
    expect(tab.rows).toEqual([]);
    await main.open('requests.list').answer({ requests: [scan], total: 1 });
    expect(tab.rows).toEqual([scan]);
  });

  test('can be changed while they stand, not once they are history', async () => {
    const tab = await withRequests(hold);
    tab.at = 'hold';
    tab.cancel();
    expect(tab.dialog).toEqual({ act: 'cancel', request: hold });
    tab.dialog = null;
    void tab.show({ shown: 'history' });
    await main.open('requests.list').answer({ requests: [hold], total: 1 });
    tab.cancel();
    tab.edit();
    tab.step();
    expect(tab.dialog).toBeNull();
  });

  test('move to a next step where they are a digitization', async () => {
    const tab = await withRequests(hold, scan);
    tab.at = 'hold';
    tab.step();
    expect(tab.dialog).toBeNull();
    tab.at = 'scan';
    tab.step();
    expect(tab.dialog).toEqual({ act: 'step', request: scan });
  });

  test('to be cancelled from anywhere are looked for among all that stand', async () => {
    const tab = await withRequests(hold);
    void tab.show({ shown: 'history', type: 'HOLD' });
    tab.cancelOne();
    expect(tab.dialog).toEqual({ act: 'cancel', request: null });
    expect(main.open('requests.list').input).toEqual({ userId: tab.userId, status: 'active' });
  });

  test('begin with the kind that was asked for', async () => {
    const tab = await withRequests(hold);
    tab.place('BOOKING');
    expect(tab.draft.form.type).toBe('BOOKING');
    tab.leave();
    expect(tab.dialog).toBeNull();
  });

  test('go where the one before went for as long as a visit lasts, and a request that was begun where it was to go', () => {
    const pickup = { pickupLibrary: 'SCI', pickupDesk: '' };
    const visit = (userId: string) => new Requests(userId).draft.form;
    visit('guest').pickup = pickup;
    expect(visit('guest').pickup).toEqual({ pickupLibrary: '', pickupDesk: '' });
    Object.assign(visit('guest'), { pickup, barcode: '1' });
    expect(visit('guest').pickup).toEqual(pickup);
    expect(visit('another').pickup).toEqual({ pickupLibrary: '', pickupDesk: '' });
  });

  test('have drafts of their own: a note for one is offered for no other', () => {
    cancellationOf('a', 'one').form.note = 'Died';
    expect(cancellationOf('a', 'two').form.note).toBe('');
  });
});

describe('an edit of a request', () => {
  const request = aRequest('r', { fields: { ...noFields, comment: 'as it was', volume: '1' } });
  const fresh = (comment: string, volume = '1'): RequestView => ({
    ...request,
    fields: { ...request.fields, comment, volume },
  });

  test('is there when it is opened again, where something was changed', () => {
    const edits = new RequestEdits('a');
    edits.of(request).fields.comment = 'mine';
    expect(edits.isDirty).toBe(true);
    expect(edits.of(request).fields.comment).toBe('mine');
    const other = edits.of(aRequest('other'));
    expect(other.fields.comment).toBe('');
    expect(edits.unsent.map(({ request: { requestId } }) => requestId)).toEqual(['r']);
    edits.startOver();
    expect(edits.isDirty).toBe(false);
    expect(edits.of(request).fields.comment).toBe('as it was');
  });

  test('is brought onto the request as it stands: what was typed stays, what another changed is told', async () => {
    const edit = new RequestEdits('a').of(request);
    edit.fields.comment = 'mine';
    void edit.read();
    await main.open('requests.get').answer(fresh('theirs', '2'));
    expect(edit.fields).toMatchObject({ comment: 'mine', volume: '2' });
    expect(edit.seen).toMatchObject({ comment: 'theirs', volume: '2' });
    expect(edit.changed.map(({ name, was, is, mine }) => [name, was, is, mine])).toEqual([
      ['comment', 'as it was', 'theirs', 'mine'],
      ['volume', '1', '2', null],
    ]);
    edit.startOver();
    expect(edit.fields.comment).toBe('theirs');
    expect(edit.changed).toEqual([]);
  });

  test('in which nothing was typed shows what is there now, and tells nothing', async () => {
    const edit = new RequestEdits('a').of(request);
    void edit.read();
    await main.open('requests.get').answer(fresh('theirs'));
    expect(edit.fields.comment).toBe('theirs');
    expect(edit.isDirty).toBe(false);
    expect(edit.changed).toEqual([]);
  });

  test('keeps what it stood on where the request could not be read', async () => {
    const edit = new RequestEdits('a').of(request);
    void edit.read();
    await main.open('requests.get').answer(fresh('theirs'));
    edit.fields.comment = 'mine';
    void edit.read();
    await main.open('requests.get').fail(away);
    expect(edit.fresh.failure).toEqual(away);
    expect(edit.fields.comment).toBe('mine');
    expect(edit.seen.comment).toBe('theirs');
  });
});
