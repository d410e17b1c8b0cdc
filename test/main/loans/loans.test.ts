import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { AskedFor, RenewProgress } from '../../../src/contract/loans.ts';
import { dueOnDay } from '../../../src/main/loans/due-date.ts';
import { codes } from '../../../src/service/codes.ts';
import { Failed } from '../../../src/main/failure.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation } from '../support/test-station.ts';
import { lostBefore } from '../support/lost.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-loans-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = async () => {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
};

describe('renewing', () => {
  test('all: an outcome for each, the refusal from the status or from the body', async () => {
    const { window } = await open();
    const userId = code('patronTenLoans');
    const { loans, total } = await window.ask('loans.list', { userId });
    expect(total).toBe(10);
    const progress: RenewProgress[] = [];
    const { outcomes, remaining } = await window.ask(
      'loans.renew',
      { userId, loans: 'all' },
      { report: (one) => progress.push(one) },
    );
    expect(remaining).toEqual([]);
    expect(progress.map(({ done, total }) => [done, total])).toEqual(outcomes.map((_, i) => [i + 1, 10]));
    const due = new Map(loans.map((loan) => [loan.loanId, loan.due]));
    const refused = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]));
    for (const outcome of outcomes) {
      if (outcome.ok)
        expect(Date.parse(outcome.due)).toBeGreaterThan(Date.parse(due.get(outcome.loanId) ?? ''));
    }
    expect(refused).toHaveLength(3);
    expect(refused).toContainEqual(expect.objectContaining({ kind: 'refused', status: 200, code: '401193' }));
    expect(refused).toContainEqual(expect.objectContaining({ kind: 'refused', code: codes.cannotRenew }));
  });

  test('the chosen ones only, and one that is gone says why', async () => {
    const { window } = await open();
    const userId = code('patronGood');
    const { loans } = await window.ask('loans.list', { userId });
    const expected = [loans[1]?.loanId ?? '', 'none'];
    const { outcomes } = await window.ask('loans.renew', { userId, loans: expected });
    expect(outcomes.map(({ loanId, ok }) => [loanId, ok])).toEqual([
      [expected[0], true],
      ['none', false],
    ]);
    expect(outcomes[1]).toMatchObject({ failure: { kind: 'refused', code: codes.loanNotFound } });
  });

  test('aborting stops before the next one', async () => {
    const { window } = await open();
    const controller = new AbortController();
    const { outcomes, remaining } = await window.ask(
      'loans.renew',
      { userId: code('patronTenLoans'), loans: 'all' },
      { signal: controller.signal, report: ({ done }) => (done === 2 ? controller.abort() : undefined) },
    );
    expect([outcomes.length, remaining.length]).toEqual([2, 8]);
    // What was left can be gone on with, and nothing is renewed twice.
    const rest = await window.ask('loans.renew', { userId: code('patronTenLoans'), loans: [...remaining] });
    expect(rest.outcomes.map(({ loanId }) => loanId)).toEqual(remaining);
    expect(new Set([...outcomes, ...rest.outcomes].map(({ loanId }) => loanId)).size).toBe(10);
  });

  test('a service that is not reached is not asked a hundred times: the rest is left', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'users.loans.renew', fault: 'drop-before' });
    const { outcomes, remaining } = await window.ask('loans.renew', {
      userId: code('patronTenLoans'),
      loans: 'all',
    });
    const lost = { ok: false, failure: { kind: 'unknown-outcome' } };
    expect(outcomes).toMatchObject([lost, lost]);
    expect(remaining).toHaveLength(8);
  });

  test('what stands in the way is found out, as far as anything says', async () => {
    const { window } = await open();
    const userId = code('patronTenLoans');
    const { loans } = await window.ask('loans.list', { userId });
    const cannot = loans.filter(({ renewable }) => renewable === false);
    const found: AskedFor[] = [];
    const items = cannot.map(({ mmsId, holdingId, itemId }) => ({ mmsId, holdingId, itemId }));
    await window.ask('loans.askedFor', { items }, { report: (one) => found.push(one) });
    const requests = found.filter((one) => one.asked).map(({ itemId }) => itemId);
    expect(cannot.filter(({ itemId }) => requests.includes(itemId)).map(({ title }) => title)).toEqual([
      'Imperium',
    ]);
    // Where only the attempt can tell, the service’s words stay with the loan.
    const silent = loans.find(({ renewable }) => renewable === null)?.loanId ?? '';
    await window.ask('loans.renew', { userId, loans: [silent] });
    const after = (await window.ask('loans.list', { userId })).loans;
    expect(after.find(({ loanId }) => loanId === silent)?.lastRefusal).toMatch(/cannot be renewed/i);
    expect(after.filter(({ lastRefusal }) => lastRefusal !== '')).toHaveLength(1);
  });

  test('is looked up when its answer does not come', async () => {
    const { testStation, window } = await open();
    const userId = code('patronGood');
    const { loans } = await window.ask('loans.list', { userId });
    const first = loans[0]?.loanId ?? '';
    await lostBefore(testStation, 'users.loans.renew', async () => {
      const { outcomes } = await window.ask('loans.renew', { userId, loans: [first] });
      if (outcomes[0]?.ok === false) throw new Failed(outcomes[0].failure);
    });
    await testStation.faults({ operation: 'users.loans.renew', fault: 'drop-after', count: 1 });
    const done = await window.ask('loans.renew', { userId, loans: [first] });
    expect(done.outcomes[0]).toMatchObject({ ok: true });
    const now = (await window.ask('loans.list', { userId })).loans.find(({ loanId }) => loanId === first);
    expect(done.outcomes[0]).toMatchObject({ due: now?.due });
  });
});

describe('a due date', () => {
  const inDays = (days: number) => {
    const date = new Date(Date.now() + days * 86_400_000);
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
  };

  test('is changed to the day that was typed, and looked up when its answer does not come', async () => {
    const { testStation, window } = await open();
    const userId = code('patronGood');
    const { loans } = await window.ask('loans.list', { userId });
    const input = { userId, loanId: loans[0]?.loanId ?? '' };
    const seen = loans[0]?.due ?? '';
    const loan = await window.done('loans.setDue', { ...input, seen, intent: randomUUID(), due: inDays(40) });
    expect(new Date(loan.due).getDate()).toBe(new Date(`${inDays(40)}T12:00`).getDate());
    await testStation.faults({ operation: 'users.loans.update', fault: 'drop-after', count: 1 });
    const later = await window.done('loans.setDue', {
      ...{ ...input, seen: loan.due },
      ...{ intent: randomUUID(), due: inDays(50) },
    });
    expect(new Date(later.due).getDate()).toBe(new Date(`${inDays(50)}T12:00`).getDate());
    const again = () =>
      window.ask('loans.setDue', {
        ...{ ...input, seen: later.due },
        ...{ intent: randomUUID(), due: inDays(60) },
      });
    await lostBefore(testStation, 'users.loans.update', again);
    expect(new Date((await again()).record?.due ?? '').getDate()).toBe(
      new Date(`${inDays(60)}T12:00`).getDate(),
    );
  });

  test('is not changed where the loan was renewed meanwhile: both dates are shown, and nothing is sent', async () => {
    const { testStation, window } = await open();
    const userId = code('patronGood');
    const { loans } = await window.ask('loans.list', { userId });
    const { loanId = '', due: seen = '' } = loans[0] ?? {};
    const { outcomes } = await window.ask('loans.renew', { userId, loans: [loanId] });
    const is = outcomes[0]?.ok ? outcomes[0].due : '';
    const intent = randomUUID();
    const input = { userId, loanId, intent, due: inDays(40), seen };
    expect(await window.failure('loans.setDue', input)).toEqual({
      kind: 'conflict',
      differences: [{ field: 'due_date', was: seen, is }],
    });
    expect(testStation.journal.entry(intent)).toBeNull();
  });

  test.each([
    [inDays(-1), 'inThePast'],
    ['1900-01-01', 'inThePast'],
    ['2027-02-31', 'notADate'],
    ['tomorrow', 'notADate'],
    ['2027-2-3', 'notADate'],
    ['', 'required'],
    ['9999-12-31', 'tooFarAhead'],
  ])('%j is refused as %s', async (due, reason) => {
    const { window } = await open();
    const userId = code('patronGood');
    const { loans } = await window.ask('loans.list', { userId });
    const { loanId = '', due: seen = '' } = loans[0] ?? {};
    const input = { intent: randomUUID(), userId, loanId, due, seen };
    expect(await window.failure('loans.setDue', input)).toMatchObject({
      kind: 'invalid',
      field: 'due',
      reason,
    });
  });

  test('keeps a time of day of its own, and otherwise ends with the day', () => {
    const now = new Date(2027, 0, 10, 12, 0);
    const day = { year: 2027, month: 1, day: 20 };
    const at = (hours: number, minutes: number) => new Date(2027, 0, 11, hours, minutes).toISOString();
    expect(dueOnDay(day, at(15, 30), now)).toBe(new Date(2027, 0, 20, 15, 30).toISOString());
    for (const present of [at(23, 59), at(0, 0), '']) {
      expect(dueOnDay(day, present, now)).toBe(new Date(2027, 0, 20, 23, 59, 59).toISOString());
    }
  });
});
