import { describe, expect, test } from 'vitest';
import type { PatronView } from '../../../src/contract/desk.ts';
import type { ScanResult, ScanView } from '../../../src/contract/scans.ts';
import { dueSlip, onwardSlip, returnSlip, slipsAtEnd } from '../../../src/renderer/slips/session-slips.ts';

const patron = (userId: string): PatronView =>
  ({ userId, name: userId.toUpperCase(), barcode: '2' }) as PatronView;

const lent = (title: string, userId: string): ScanResult => ({
  ...{ kind: 'lent', title, author: '', due: '2026-12-15Z', loanId: title },
  ...{ barcode: `b-${title}`, userId },
});
const returned = (title: string): ScanResult => ({
  ...{ kind: 'returned', title, author: '', barcode: `b-${title}` },
  next: { to: 'shelf', place: 'Stacks' },
});
const card = (userId: string): ScanResult => ({ kind: 'patron', userId, name: userId });

/** The scans of a session, given oldest first as they came; a window has them newest first. */
const scans = (...results: readonly (ScanResult | null)[]): readonly ScanView[] =>
  results.map((result, index) => ({ order: index + 1, result }) as ScanView).reverse();

const titles = (slip: ReturnType<typeof dueSlip>): string[] =>
  slip && 'books' in slip ? slip.books.map(({ title }) => title) : [];

describe('the due-date slip', () => {
  test('has what was lent to this patron, in the order of the scans, and nobody else', () => {
    const all = scans(card('a'), lent('1', 'a'), card('b'), lent('2', 'b'), null, card('a'), lent('3', 'a'));
    expect(titles(dueSlip(patron('a'), all))).toEqual(['1', '3']);
    expect(titles(dueSlip(patron('b'), all))).toEqual(['2']);
    expect(dueSlip(patron('c'), all)).toBeNull();
    expect(dueSlip(patron('a'), all)).toMatchObject({ reader: { name: 'A', barcode: '2' } });
  });

  test('has nothing that is back, and once what was lent again', () => {
    const back = [lent('1', 'a'), lent('2', 'a'), returned('1')];
    expect(titles(dueSlip(patron('a'), scans(...back)))).toEqual(['2']);
    expect(titles(dueSlip(patron('a'), scans(...back, lent('1', 'a'))))).toEqual(['2', '1']);
  });
});

describe('at the end of a session', () => {
  test('with nobody at the desk there is what was returned', () => {
    expect(slipsAtEnd(null, scans(returned('1'), returned('2')))).toEqual([
      expect.objectContaining({ kind: 'return', reader: null }),
    ]);
    expect(slipsAtEnd(null, scans(null))).toEqual([]);
    expect(returnSlip(scans(lent('1', 'a')))).toBeNull();
  });

  test("what was returned before the patron's card came is on no slip with their name", () => {
    const all = scans(returned('0'), card('a'), lent('1', 'a'), returned('2'));
    const slips = slipsAtEnd(patron('a'), all);
    expect(slips.map(({ kind }) => kind)).toEqual(['due', 'session', 'return']);
    expect(slips[1]).toMatchObject({ lent: [{ title: '1' }], returned: [{ title: '2' }] });
    expect(slips[1]).toMatchObject({ paid: null });
    // Chosen from a search: nobody can tell what was theirs.
    const found = slipsAtEnd(patron('a'), scans(returned('0'), lent('1', 'a')));
    expect(found[1]).toMatchObject({ kind: 'session', returned: [] });
  });

  test('what was paid stands on the slip of the session, and is enough for one', () => {
    const paid = { amount: '12.50', currency: 'ILS' };
    expect(slipsAtEnd(patron('a'), scans(card('a')), paid)).toEqual([
      { kind: 'session', reader: { name: 'A', barcode: '2' }, lent: [], returned: [], paid },
    ]);
  });
});

test('a book that goes on has a slip, one that goes to its shelf has none', () => {
  const to = (next: Extract<ScanResult, { kind: 'returned' }>['next']) =>
    onwardSlip({ result: { ...returned('1'), next } } as ScanView);
  const reader = 'Ben-Ami, Rivka';
  expect(to({ to: 'holdShelf', place: 'Main', requester: reader })).toEqual({
    ...{ kind: 'hold', book: { title: '1', barcode: 'b-1' } },
    ...{ reader, place: 'Main' },
  });
  expect(to({ to: 'transit', place: 'Science', requester: '' })).toMatchObject({
    kind: 'transit',
    place: 'Science',
  });
  expect(to({ to: 'shelf', place: 'Stacks' })).toBeNull();
  expect(to({ to: 'workOrder', place: 'Bindery' })).toBeNull();
  expect(onwardSlip({ result: lent('1', 'a') } as ScanView)).toBeNull();
});
