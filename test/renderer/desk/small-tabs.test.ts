import { describe, expect, test } from 'vitest';
import type { DepositView } from '../../../src/contract/deposits.ts';
import type { NoteView } from '../../../src/contract/desk.ts';
import type { PurchaseView } from '../../../src/contract/purchases.ts';
import type { SharingView } from '../../../src/contract/sharing.ts';
import { Deposits } from '../../../src/renderer/deposits/deposits.svelte.ts';
import { Notes } from '../../../src/renderer/notes/notes.svelte.ts';
import { readAnewAfterConflict } from '../../../src/renderer/notes/read-anew.ts';
import { purchaseName, Purchases } from '../../../src/renderer/purchases/purchases.svelte.ts';
import { Sharing } from '../../../src/renderer/sharing/sharing.svelte.ts';
import { emptyForm } from '../../../src/renderer/sharing/sharing-form.ts';
import { main } from '../support/main.ts';
import { aPatron, away, refused } from '../support/views.ts';

const coded = (code: string) => ({ code, label: code });

describe('the deposits of a patron', () => {
  const deposit = (depositId: string, can: DepositView['can']): DepositView => ({
    ...{ depositId, profile: coded('KEY'), status: coded('S'), amount: '10.00', owner: '' },
    ...{ comment: '', created: '', changed: '', held: true, can, steps: [] },
  });
  const held = deposit('held', ['refund', 'dispute']);
  const disputed = deposit('disputed', ['restore']);
  const odd = deposit('odd', ['pay', 'refund', 'dispute', 'restore']);

  async function shown(): Promise<Deposits> {
    const tab = new Deposits('a');
    void tab.list.load();
    const deposits = [held, disputed, odd];
    await main.open('deposits.list').answer({ deposits, held: '10.00', currency: 'EUR', decimals: 2 });
    return tab;
  }

  test('are acted on as their state allows', async () => {
    const tab = await shown();
    tab.act('refund');
    tab.other();
    expect(tab.dialog).toBeNull();
    tab.at = 'held';
    tab.act('pay');
    expect(tab.dialog).toBeNull();
    tab.act('refund');
    expect(tab.dialog).toEqual({ act: 'refund', deposit: held });
    tab.other();
    expect(tab.dialog).toEqual({ act: 'other', deposit: held });
  });

  test('are disputed, or restored where only that can be done', async () => {
    const tab = await shown();
    tab.at = 'disputed';
    tab.dispute();
    expect(tab.dialog).toEqual({ act: 'restore', deposit: disputed });
    for (const one of [held, odd]) {
      tab.at = one.depositId;
      tab.dispute();
      expect(tab.dialog).toEqual({ act: 'dispute', deposit: one });
    }
  });

  test('keep what they had where reading fails', async () => {
    const tab = await shown();
    void tab.list.load();
    await main.open('deposits.list').fail(away);
    expect(tab.rows).toEqual([held, disputed, odd]);
    expect(tab.list.failure).toEqual(away);
    tab.add();
    tab.leave();
    expect(tab.dialog).toBeNull();
  });
});

describe('the notes of a patron', () => {
  const note = (text: string, type = coded('OTHER')): NoteView => ({
    ...{ text, type, popUp: false, visibleToPatron: false, by: '', date: '2026-11-23' },
  });

  test('come with the record, and have the names of their types once these are known', async () => {
    const tab = new Notes('a');
    void tab.list.load();
    const bare = note('One', { code: 'LIB', label: 'LIB' });
    await main.open('desk.refresh').answer(aPatron('a', { notes: [bare] }));
    void tab.types.load();
    await main.open('notes.types').answer([{ code: 'LIB', label: 'Library' }]);
    expect(tab.rows.map((row) => row.note)).toEqual([{ ...bare, type: { code: 'LIB', label: 'Library' } }]);
    tab.know([note('Two')]);
    expect(tab.rows.map((row) => row.note.text)).toEqual(['Two']);
  });

  test('of the same day are told apart, and only the one stood on is taken away', () => {
    const tab = new Notes('a');
    tab.know([note('One'), note('Two')]);
    tab.remove();
    expect(tab.dialog).toBeNull();
    const keys = tab.rows.map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
    tab.at = keys[1] ?? '';
    tab.remove();
    expect(tab.dialog).toMatchObject({ act: 'remove', note: { text: 'Two' } });
  });

  test('are read anew where somebody else changed them, and only then', () => {
    void readAnewAfterConflict(null);
    void readAnewAfterConflict(refused);
    expect(main.times('desk.refresh')).toBe(0);
    void readAnewAfterConflict({ kind: 'conflict', differences: [] });
    expect(main.times('desk.refresh')).toBe(1);
  });
});

describe('what a patron asks the library to buy', () => {
  const wish = (requestId: string, status: string): PurchaseView => ({
    ...{ requestId, status: coded(status), title: '', author: '', isbn: '', issn: '', publisher: '' },
    ...{ year: '', mmsId: '', citationType: coded(''), format: coded(''), owner: coded(''), requested: '' },
  });
  const wishes = [wish('1', 'NEW'), wish('2', 'DONE'), wish('3', 'NEW')];

  async function shown(): Promise<Purchases> {
    const tab = new Purchases('a');
    void tab.list.load();
    await main.open('purchases.list').answer({ requests: wishes, total: 3 });
    return tab;
  }

  test('is shown by the statuses that occur', async () => {
    const tab = await shown();
    expect(tab.statuses.map(({ code }) => code)).toEqual(['NEW', 'DONE']);
    tab.show('NEW');
    expect(tab.rows.map(({ requestId }) => requestId)).toEqual(['1', '3']);
    // What is not shown is not acted on.
    tab.at = '2';
    tab.cancel();
    expect(tab.dialog).toBeNull();
    tab.at = '3';
    tab.cancel();
    expect(tab.dialog).toEqual({ act: 'cancel', request: wishes[2] });
  });

  test('is all shown where nothing has that status any more', async () => {
    const tab = await shown();
    tab.show('DONE');
    void tab.list.load();
    await main.open('purchases.list').answer({ requests: [wish('1', 'NEW')], total: 1 });
    expect(tab.shown).toBe('');
    expect(tab.rows.map(({ requestId }) => requestId)).toEqual(['1']);
  });

  test('has its number for a name where no title is known', () => {
    expect(purchaseName({ ...wish('7', 'NEW'), title: 'T', mmsId: 'M' })).toBe('T');
    expect(purchaseName({ ...wish('7', 'NEW'), mmsId: 'M' })).toBe('M');
    expect(purchaseName(wish('7', 'NEW'))).toBe('7');
  });
});

describe('what is borrowed elsewhere', () => {
  const borrowed = (requestId: string): SharingView => ({
    ...{ requestId, externalId: '', status: coded('S'), citation: emptyForm().citation },
    ...{ citationType: coded(''), format: coded(''), owner: coded(''), pickup: coded(''), level: coded('') },
    ...{ lastInterest: '', willingToPay: false, note: '', agreed: false, requested: '' },
    ...{ shippingCost: null, fund: coded(''), cancelReason: coded(''), cancelNote: '' },
  });

  test('is read with what somebody looked up, once each, and stands on it', async () => {
    const tab = new Sharing('a');
    void tab.list.load();
    expect(main.open('sharing.list').input).toEqual({ userId: 'a', also: [] });
    await main.open('sharing.list').answer({ requests: [], older: 0 });
    tab.keep(borrowed('9'));
    tab.keep(borrowed('9'));
    void tab.list.load();
    expect(main.open('sharing.list').input).toEqual({ userId: 'a', also: ['9'] });
    await main.open('sharing.list').report({ read: 1, total: 2 });
    expect(tab.list.soFar).toEqual({ read: 1, total: 2 });
    await main.open('sharing.list').answer({ requests: [borrowed('9')], older: 0 });
    expect(tab.current?.requestId).toBe('9');
    tab.shipping();
    expect(tab.dialog).toMatchObject({ act: 'shipping', request: { requestId: '9' } });
  });

  test('is cancelled where somebody stands on it', () => {
    const tab = new Sharing('a');
    tab.cancel();
    tab.shipping();
    expect(tab.dialog).toBeNull();
    tab.find();
    expect(tab.dialog).toEqual({ act: 'find' });
  });
});
