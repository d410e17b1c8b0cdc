import { describe, expect, test } from 'vitest';
import type { LoanView } from '../../../src/contract/loans.ts';
import { Loans } from '../../../src/renderer/loans/loans.svelte.ts';
import { renewalText } from '../../../src/renderer/loans/renewal-text.ts';
import { main, settled } from '../support/main.ts';
import { aLoan, aPatron, away, refused } from '../support/views.ts';

async function withLoans(...loans: readonly LoanView[]): Promise<Loans> {
  const tab = new Loans('a');
  void tab.list.load();
  await main.open('loans.list').answer({ loans, total: loans.length });
  return tab;
}

/** The list and the patron are read again. */
async function readAgain(...loans: readonly LoanView[]): Promise<void> {
  await main.open('desk.refresh').answer(aPatron('a'));
  await main.open('loans.list').answer({ loans, total: loans.length });
}

const soon = aLoan('soon', { due: '2026-12-01T21:00:00Z' });
const later = aLoan('later', { due: '2026-12-24T21:00:00Z' });
const stuck = aLoan('stuck', { due: '2026-12-02T21:00:00Z', renewable: false });
const renewed = (loanId: string) =>
  ({ loanId, title: loanId, barcode: loanId, ok: true, due: '2027-01-01Z' }) as const;

describe('the loans of a patron', () => {
  test('come page by page, and are shown as a whole', async () => {
    const tab = new Loans('a');
    void tab.list.load();
    const request = main.open('loans.list');
    await request.report({ loans: [soon], read: 1, total: 3 });
    expect(tab.list.soFar).toMatchObject({ read: 1, total: 3 });
    await request.report({ loans: [stuck], read: 2, total: 3 });
    expect(tab.rows).toEqual([]);
    await request.answer({ loans: [later], total: 3 });
    expect(tab.all).toEqual([soon, stuck, later]);
  });

  test('are not shown with a hole in them: the list says that it failed', async () => {
    const tab = await withLoans(soon, later);
    void tab.list.load();
    await main.open('loans.list').answer({ loans: [soon], total: 2 });
    expect(tab.list.failure).toMatchObject({ kind: 'defect' });
    expect(tab.all).toEqual([soon, later]);
  });

  test('stay where they are while the list follows a pile, until they are ordered anew', async () => {
    const tab = await withLoans(later, soon);
    expect(tab.rows).toEqual([soon, later]);
    const between = aLoan('between', { due: '2026-12-10T21:00:00Z' });
    const first = aLoan('first', { due: '2026-11-30T21:00:00Z' });
    void tab.follow();
    await main.open('loans.list').answer({ loans: [between, first, later, soon], total: 4 });
    expect(tab.rows).toEqual([soon, later, first, between]);
    const put = { ...soon, due: '2027-01-01T21:00:00Z' };
    void tab.follow();
    await main.open('loans.list').answer({ loans: [between, later, put], total: 3 });
    expect(tab.rows).toEqual([put, later, between]);
    tab.nextOrder();
    expect(tab.rows.map(({ loanId }) => loanId)).toEqual(['between', 'later', 'soon']);
  });

  test('that a key acts on are those chosen, or the one stood on; what is not shown is not among them', async () => {
    const tab = await withLoans(soon, later, stuck);
    tab.at = 'soon';
    expect(tab.targets).toEqual([soon]);
    tab.chosen = new Set(['later', 'stuck']);
    expect(tab.targets).toEqual([stuck, later]);
    expect(tab.current).toBeNull();
    tab.show('notRenewable');
    expect(tab.chosen.size).toBe(0);
    expect(tab.rows).toEqual([stuck]);
    expect(tab.targets).toEqual([]);
  });

  test('are shown in part only where that would show something', async () => {
    const late = aLoan('late', { due: '2026-11-01T21:00:00Z', overdue: true });
    const tab = await withLoans(later, late, stuck);
    expect(tab.offered).toEqual(['overdue', 'notRenewable']);
    tab.nextFilter();
    expect(tab.filter).toBe('overdue');
    // What is shown stays offered, also once nothing is left of it.
    void tab.list.load();
    await main.open('loans.list').answer({ loans: [later, stuck], total: 2 });
    expect(tab.offered).toEqual(['overdue', 'notRenewable']);
    tab.nextFilter();
    expect(tab.filter).toBe('notRenewable');
    await main.open('loans.askedFor').answer(null);
    expect(tab.offered).toEqual(['notRenewable']);
    tab.nextFilter();
    expect(tab.filter).toBe('all');
  });

  test('are all renewed where all are shown, and by their ids where some are', async () => {
    const tab = await withLoans(soon, later, stuck);
    void tab.renew('shown');
    expect(main.open('loans.renew').input.loans).toBe('all');
    await main.open('loans.renew').answer({ outcomes: [], remaining: [] });
    await readAgain(soon, later, stuck);
    tab.show('notRenewable');
    await main.open('loans.askedFor').answer(null);
    void tab.renew('shown');
    expect(main.open('loans.renew').input.loans).toEqual(['stuck']);
  });

  test('are read again after renewing, and nothing is chosen any more', async () => {
    const tab = await withLoans(soon, later);
    tab.chosen = new Set(['soon']);
    void tab.renew('targets');
    expect(main.open('loans.renew').input.loans).toEqual(['soon']);
    expect(main.times('loans.list')).toBe(1);
    await main.open('loans.renew').answer({ outcomes: [renewed('soon')], remaining: [] });
    expect(tab.chosen.size).toBe(0);
    const now = aLoan('soon', { due: '2027-01-01Z' });
    await readAgain(now, later);
    expect(tab.all).toEqual([now, later]);
  });

  test('where nothing is meant are neither renewed nor read again', async () => {
    const tab = await withLoans(soon);
    await tab.renew('targets');
    expect(main.names).toEqual(['loans.list']);
  });

  test('renewed with one key say what came of it; a paused renewal is gone on with', async () => {
    const tab = await withLoans(soon, later);
    const message = tab.renewAll(aPatron('a', { loans: 2 }));
    await main.open('loans.renew').answer({ outcomes: [renewed('soon')], remaining: ['later'] });
    expect(await tab.renewAll(aPatron('a', { loans: 2 }))).toBeNull();
    expect(main.open('loans.renew').input.loans).toEqual(['later']);
    const no = { loanId: 'later', title: '', barcode: '', ok: false, failure: refused } as const;
    await main.open('loans.renew').answer({ outcomes: [no], remaining: [] });
    await readAgain(soon, later);
    const result = await message;
    expect(result).toMatchObject({ userId: 'a', renewed: 1, refused: 1, notTried: 0 });
    expect(result && renewalText(result)).toMatchObject({
      meaning: 'attention',
      consequence: '1 renewed, 1 not',
    });
  });

  test('on the clipboard are those of the last renewal, and known as copied until the next', async () => {
    const tab = await withLoans(soon);
    await tab.copy('Anna');
    expect(main.times('station.copy')).toBe(0);
    tab.at = 'soon';
    void tab.renew('targets');
    await main.open('loans.renew').answer({ outcomes: [renewed('soon')], remaining: [] });
    await readAgain(soon);
    void tab.copy('Anna');
    expect(main.open('station.copy').input.text.split('\n')).toHaveLength(2);
    expect(tab.copied).toBe(false);
    await main.open('station.copy').answer(null);
    expect(tab.copied).toBe(true);
    void tab.copy('Anna');
    await main.open('station.copy').fail(away);
    expect(tab.renewal.failure).toEqual(away);
    void tab.renew('targets');
    expect(tab.copied).toBe(false);
  });
});

describe('why a loan cannot be renewed', () => {
  test('is looked up once, where the list does not say', async () => {
    const refusedBefore = aLoan('refused', { renewable: false, lastRefusal: 'Too many' });
    const bare = aLoan('bare', { renewable: false, itemId: '' });
    const other = aLoan('other', { renewable: false });
    const tab = await withLoans(soon, stuck, refusedBefore, bare, other);
    expect(tab.isAskedFor(bare)).toBe(false);
    expect(tab.isAskedFor(stuck)).toBeUndefined();
    tab.show('notRenewable');
    const request = main.open('loans.askedFor');
    expect(request.input.items.map(({ itemId }) => itemId)).toEqual(['item-stuck', 'item-other']);
    await request.report({ itemId: 'item-stuck', asked: true });
    expect(tab.isAskedFor(stuck)).toBe(true);
    await request.answer(null);
    // It could not be read: nothing says why, and it is not looked up for ever.
    expect(tab.isAskedFor(other)).toBe(false);
    await tab.findOut(tab.rows);
    expect(main.times('loans.askedFor')).toBe(1);
  });

  test('is looked up again where the tab was left meanwhile', async () => {
    const tab = await withLoans(stuck);
    tab.show('notRenewable');
    const request = main.open('loans.askedFor');
    tab.leave();
    expect(request.aborted).toBe(true);
    await request.fail({ kind: 'cancelled' });
    expect(tab.isAskedFor(stuck)).toBeUndefined();
    void tab.findOut(tab.rows);
    await settled();
    expect(main.times('loans.askedFor')).toBe(2);
  });

  test('is asked of two hundred at once at most', async () => {
    const many = Array.from({ length: 201 }, (_, at) => aLoan(`n${at}`, { renewable: false }));
    const tab = await withLoans(...many);
    tab.show('notRenewable');
    expect(main.open('loans.askedFor').input.items).toHaveLength(200);
  });
});

test('a tab that is left keeps a renewal that goes on, and forgets one that is over', async () => {
  const tab = await withLoans(soon);
  tab.at = 'soon';
  void tab.renew('targets');
  tab.leave();
  expect(tab.renewal.progress?.state).toBe('running');
  await main.open('loans.renew').answer({ outcomes: [renewed('soon')], remaining: [] });
  await readAgain(soon);
  expect(tab.renewal.summary).toEqual({ renewed: 1, refused: 0, notTried: 0 });
  tab.leave();
  expect(tab.renewal.summary).toBeNull();
});
