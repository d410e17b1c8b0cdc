import { beforeEach, expect, test } from 'vitest';
import { Failed, invalid } from '../../../src/main/failure.ts';
import type { Deps } from '../../../src/main/deps.ts';
import { setDueDate } from '../../../src/main/loans/due-date.ts';
import type { Loan } from '../../../src/service/shapes/loan.ts';
import { heldClock, quietLog } from '../support/ports.ts';

const path = { user_id: 'u', loan_id: 'l' };
const due = '2026-11-20T15:30:00.000Z';
const expected = new Date(2026, 10, 25, new Date(due).getHours(), 30).toISOString();
const loan: Loan = { loan_id: 'l', title: 'Middlemarch', item_barcode: 'A 1', due_date: due, of_our_own: 1 };

let reads: unknown[];
let runs: unknown[];
beforeEach(() => {
  reads = [];
  runs = [];
});

const { signal } = new AbortController();

/** Sets it at a service that has this loan, and answers the command with that. */
function set(
  there: Loan = loan,
  answer: Loan = { ...there, due_date: expected },
  known: readonly string[] = [],
) {
  const service = {
    client: {
      call: (...requests: unknown[]) => {
        reads.push(requests);
        return Promise.resolve(there);
      },
    },
  };
  const parts = {
    clock: heldClock(),
    log: quietLog(),
    connection: { service: () => Promise.resolve(service) },
    commands: {
      mustBeNew(intent: string) {
        if (known.includes(intent)) throw invalid('intent', 'alreadySent');
      },
      run: (request: object) => {
        runs.push({ ...request, service: null });
        return Promise.resolve({ answer });
      },
    },
  } as unknown as Deps;
  const request = { intent: 'i', userId: 'u', loanId: 'l', due: '2026-11-25', seen: due };
  return setDueDate(parts, request, signal);
}

test('the whole loan goes back with its new date, in its patron’s lane, under its title', async () => {
  const { record } = await set();
  expect(record).toMatchObject({ loanId: 'l', due: expected });
  expect(reads).toEqual([['users.loans.get', { path }, { signal }]]);
  expect(runs).toEqual([
    {
      ...{ id: 'i', signal, service: null, operation: 'users.loans.update', queue: 'patron:u' },
      args: { path, body: { ...loan, due_date: expected } },
      about: 'Middlemarch',
      before: { due, wanted: expected },
    },
  ]);
});

test('a loan without a title is told of by its barcode', async () => {
  await set({ ...loan, title: null });
  expect(runs).toMatchObject([{ about: 'A 1' }]);
});

test('an answer that does not say which loan it is about is followed by one that does', async () => {
  expect((await set(loan, {})).record).toMatchObject({ loanId: 'l', due });
  expect(reads).toEqual([
    ['users.loans.get', { path }, { signal }],
    ['users.loans.get', { path }],
  ]);
});

test('what was asked for before is not asked for again, nor looked at anew', async () => {
  await expect(set(loan, loan, ['i'])).rejects.toThrow(Failed);
  expect([reads, runs]).toEqual([[], []]);
});

test('a loan that is due at another time than was shown is left as it is', async () => {
  const conflict = { kind: 'conflict', differences: [{ field: 'due_date', was: due, is: expected }] };
  await expect(set({ ...loan, due_date: expected })).rejects.toMatchObject({ failure: conflict });
  expect(runs).toEqual([]);
});
