import { beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '../../../src/contract/failure.ts';
import { rooms, type ScanResult } from '../../../src/contract/scans.ts';
import type { NextPlace } from '../../../src/service/next-place.ts';
import { command, Desk, scan } from './desk.ts';

let desk: Desk;
beforeEach(() => void (desk = new Desk()));

const book = { title: 'Middlemarch', author: 'Eliot, George', barcode: '31234000123456' };
const loan = { title: 'Middlemarch', author: 'Eliot, George', due: '2026-12-01T21:59:00.000Z', loanId: '9' };

const places: { readonly [K in NextPlace['to']]: Extract<NextPlace, { to: K }> } = {
  shelf: { to: 'shelf', place: 'Open stacks' },
  holdShelf: { to: 'holdShelf', place: 'Main', requester: 'Rivka' },
  transit: { to: 'transit', place: 'Annex', requester: '' },
  workOrder: { to: 'workOrder', place: 'Acquisitions' },
  unread: { to: 'unread', place: '' },
};

const results: { readonly [K in ScanResult['kind']]: Extract<ScanResult, { kind: K }>[] } = {
  patron: [{ kind: 'patron', userId: 'r', name: 'Rivka' }],
  lent: [
    { kind: 'lent', ...loan, barcode: book.barcode, userId: 'r' },
    { kind: 'lent', ...loan, barcode: book.barcode, userId: 'r', dueFailure: { kind: 'throttled' } },
  ],
  renewed: [{ kind: 'renewed', ...loan }],
  returned: [
    ...Object.values(places).map((next) => ({ kind: 'returned', ...book, callNumber: '823', next }) as const),
    { kind: 'returned', ...book, next: places.shelf },
  ],
  double: [
    { kind: 'double', which: 'justNow', title: 'Middlemarch', due: '' },
    { kind: 'double', which: 'onThisPatron', title: 'Middlemarch', due: loan.due },
  ],
  order: [{ kind: 'order', pol: 'POL-1', title: 'Middlemarch' }],
  orders: [
    {
      kind: 'orders',
      orders: [
        { pol: 'POL-1', title: 'Middlemarch', author: 'Eliot', vendor: 'V', status: 'Sent', open: 2 },
        { pol: 'POL-2', title: 'Middlemarch', author: '', vendor: '', status: '', open: null },
      ],
    },
  ],
  book: [
    { kind: 'book', id: 'a', again: false },
    { kind: 'book', id: 'a', again: true },
  ],
  command: [{ kind: 'command', command: 'END' }],
  undone: Object.values(places).map((next) => ({ kind: 'undone', ...book, userId: 'r', next })),
};

const failures: { readonly [K in Failure['kind']]: Extract<Failure, { kind: K }>[] } = {
  refused: [
    {
      ...{ kind: 'refused', operation: 'users.fees.pay', status: 400, code: '401', message: 'No.' },
      trackingId: null,
    },
  ],
  unreachable: [{ kind: 'unreachable', why: 'timeout', detail: '' }],
  'unknown-outcome': [
    { kind: 'unknown-outcome', operation: 'users.fees.pay', journalId: 'a', trackingId: 'E01-1' },
  ],
  invalid: [
    { kind: 'invalid', field: 'due', reason: 'notADate', detail: '' },
    {
      ...{ kind: 'invalid', field: 'due', reason: 'notADate', detail: '' },
      others: [{ field: 'amount', reason: 'required', detail: '' }],
    },
  ],
  unauthorized: [{ kind: 'unauthorized', trackingId: null }],
  rowLost: [{ kind: 'rowLost' }],
  throttled: [{ kind: 'throttled' }],
  unsettled: [{ kind: 'unsettled', operation: 'users.fees.pay', journalId: 'a', at: loan.due }],
  conflict: [{ kind: 'conflict', differences: [{ field: 'due_date', was: 'a', is: 'b' }] }],
  locked: [{ kind: 'locked', why: 'keychainLocked' }],
  whichLibrary: [{ kind: 'whichLibrary' }],
  leaving: [{ kind: 'leaving', unclear: 1, unfinished: 2 }],
  cancelled: [{ kind: 'cancelled' }],
  printer: [{ kind: 'printer', why: 'noPrinter', detail: '' }],
  journal: [{ kind: 'journal', why: 'full' }],
  settings: [
    { kind: 'settings', why: 'full' },
    { kind: 'settings', why: 'locked', setting: 'blurAfter', place: '/etc/carrel/policy.d/a.json' },
  ],
  switchedOff: [{ kind: 'switchedOff', feature: 'exports', place: '/etc/carrel', broken: true }],
  defect: [{ kind: 'defect', id: 'E01' }],
};

describe('the next run reads back as it was written', () => {
  test.each(Object.entries(results))('what came of a scan: %s', (_, all) => {
    const scans = all.map((result, at) => scan(`s${at}`, { state: 'done', result }));
    const one = desk.journal();
    for (const entry of scans) one.saveScan(entry);
    expect(desk.journal().openScans('desk')).toEqual(scans);
  });

  test.each(Object.entries(failures))('why a scan and a command failed: %s', (_, all) => {
    const scans = all.map((failure, at) => scan(`s${at}`, { state: 'refused', failure }));
    const one = desk.journal();
    for (const entry of scans) one.saveScan(entry);
    for (const [at, failure] of all.entries()) {
      one.intend(command(`c${at}`));
      one.settle(`c${at}`, 'refused', { failure });
    }
    const next = desk.journal();
    expect(next.openScans('desk')).toEqual(scans);
    expect(all.map((_failure, at) => next.entry(`c${at}`)?.failure)).toEqual(all);
  });

  test('every kind of scan, in every room, state and mode', () => {
    const kinds = ['patron', 'item', 'orderLine', 'command', 'unknown'] as const;
    const actions = ['open', 'lend', 'return', 'renew', 'find', 'command'] as const;
    const states = ['received', 'waiting', 'held', 'sent', 'done', 'refused', 'unclear', 'dropped'] as const;
    const views = [
      ...kinds.map((kind) => ({ kind })),
      ...actions.map((action) => ({ action })),
      ...states.map((state) => ({ state })),
      { recovered: true },
    ];
    for (const room of rooms) {
      const scans = views.map((view, at) => ({
        ...scan(`${room} ${at}`, { ...view, order: at }),
        ...{ room, mode: at % 2 === 0 ? ('auto' as const) : ('return' as const) },
      }));
      const one = desk.journal();
      for (const entry of scans) one.saveScan(entry);
      expect(desk.journal().openScans(room)).toEqual(scans);
    }
    expect(desk.notices).toEqual([]);
  });
});
