import { describe, expect, test } from 'vitest';
import type { FeeView } from '../../../src/contract/fees.ts';
import { Fees, feesOf, waiverOf } from '../../../src/renderer/fees/fees.svelte.ts';
import { main } from '../support/main.ts';
import { aFee, aPatron, away, feeList } from '../support/views.ts';

/** The fees of a patron of their own: drafts outlive a test. */
let patrons = 0;
async function withFees(...fees: readonly FeeView[]): Promise<Fees> {
  const tab = new Fees(`patron-${(patrons += 1)}`);
  void tab.list.load();
  await main.open('fees.list').answer(feeList(...fees));
  return tab;
}

const old = aFee('old', '3.00', { created: '2025-01-01T10:00:00Z' });
const recent = aFee('recent', '2.00', { created: '2026-01-01T10:00:00Z' });
const credit = aFee('credit', '-1.00');
const disputed = aFee('disputed', '4.00', { active: false, disputed: true });

describe('the fees of a patron', () => {
  test('are asked for by their status; what was chosen among others is not chosen any more', async () => {
    const tab = await withFees(old, recent);
    tab.chosen = new Set(['old']);
    tab.opened = 'old';
    void tab.show('CLOSED');
    expect(tab.rows).toEqual([]);
    expect(tab.chosen.size).toBe(0);
    expect(tab.opened).toBe('');
    expect(main.open('fees.list').input).toEqual({ userId: tab.userId, status: 'CLOSED' });
    await main.open('fees.list').fail(away);
    expect(tab.list.failure).toEqual(away);
  });

  test('that a key acts on are the only one chosen, or else the one stood on', async () => {
    const tab = await withFees(old, recent);
    expect(tab.current).toBeNull();
    tab.at = 'old';
    expect(tab.current).toBe(old);
    tab.chosen = new Set(['recent']);
    expect(tab.current).toBe(recent);
    tab.chosen = new Set(['recent', 'old']);
    expect(tab.current).toBeNull();
  });

  test('can be paid where something is owed on them', async () => {
    const tab = await withFees(old, credit, disputed, recent);
    expect(tab.payable).toEqual([old, recent]);
    tab.at = 'credit';
    tab.pay();
    tab.waive();
    expect(tab.dialog).toBeNull();
    tab.at = 'old';
    tab.pay();
    expect(tab.dialog).toEqual({ act: 'pay', fee: old, among: [old, recent] });
  });

  test('are all paid, or by a sum, where there is something to pay', async () => {
    const nothing = await withFees(credit);
    nothing.payAll();
    nothing.paySum();
    nothing.payNext();
    expect(nothing.dialog).toBeNull();
    const tab = await withFees(recent, old, credit);
    tab.payAll();
    expect(tab.dialog).toEqual({ act: 'payAll' });
    tab.paySum();
    expect(tab.dialog).toEqual({ act: 'paySum', fees: [recent, old] });
    tab.chosen = new Set(['old', 'credit']);
    tab.paySum();
    expect(tab.dialog).toEqual({ act: 'paySum', fees: [old] });
  });

  test('asked to be paid from elsewhere begin with the oldest, unless one was chosen', async () => {
    const undated = aFee('undated', '1.00', { created: '' });
    const tab = await withFees(undated, recent, old);
    tab.payNext();
    expect(tab.dialog).toMatchObject({ act: 'pay', fee: { feeId: 'old' } });
    tab.at = 'recent';
    tab.payNext();
    expect(tab.dialog).toMatchObject({ act: 'pay', fee: { feeId: 'recent' } });
    tab.add();
    expect(tab.dialog).toEqual({ act: 'add' });
  });

  test('are disputed, and one in dispute is restored', async () => {
    const tab = await withFees(old, disputed);
    tab.dispute();
    expect(tab.dialog).toBeNull();
    tab.at = 'old';
    tab.dispute();
    expect(tab.dialog).toEqual({ act: 'dispute', fee: old });
    tab.at = 'disputed';
    tab.dispute();
    expect(tab.dialog).toEqual({ act: 'restore', fee: disputed });
  });

  test('read again beneath a dialog are what the dialog then shows', async () => {
    const tab = await withFees(old);
    tab.at = 'old';
    tab.waive();
    void tab.readAgain();
    const now = aFee('old', '1.50');
    await main.open('desk.refresh').answer(aPatron('a'));
    await main.open('fees.list').answer(feeList(now));
    expect(tab.dialog).toEqual({ act: 'waive', fee: now });
    // Gone meanwhile: the dialog keeps what it shows.
    void tab.readAgain();
    await main.open('desk.refresh').answer(aPatron('a'));
    await main.open('fees.list').answer(feeList());
    expect(tab.dialog).toEqual({ act: 'waive', fee: now });
  });

  test('are not read any further once the tab is left', async () => {
    const tab = await withFees(old);
    tab.add();
    void tab.list.load();
    tab.leave();
    expect(tab.dialog).toBeNull();
    expect(main.all('fees.list').at(-1)?.aborted).toBe(true);
    expect(tab.rows).toEqual([old]);
  });

  test('stay while the person looks elsewhere, and are nobody else’s', () => {
    const tab = feesOf('kept');
    tab.draft.form.amount = '5';
    expect(feesOf('kept')).toBe(tab);
    const next = feesOf('next');
    expect(next.userId).toBe('next');
    expect(next.draft.form.amount).toBe('');
    expect(next.rows).toEqual([]);
    // What was begun for them is there when they come back.
    expect(feesOf('kept').draft.form.amount).toBe('5');
  });

  test('have drafts of their own: what a waiver was begun with is offered for no other fee', () => {
    waiverOf('a', 'one').form.amount = '1.00';
    expect(waiverOf('a', 'two').form.amount).toBe('');
    expect(waiverOf('a', 'one').form.amount).toBe('1.00');
  });
});
