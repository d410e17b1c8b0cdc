import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { recheckAfterMs } from '../../../src/main/commands/certainty.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { finishInvoice } from '../../../src/main/invoices/with-lines.ts';
import {
  elsewhere,
  here,
  openTestStation,
  until,
  type TestStation,
  type Window,
} from '../support/test-station.ts';
import { isSettledBySilence, rest, unknown } from '../support/lost.ts';
import { programRunOf } from '../support/program-run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-two-libraries-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronOwing');

/** A payment that is lost before its effect. */
async function lostPayment(testStation: TestStation) {
  const window = testStation.window();
  const [fee] = (await window.ask('fees.list', { userId })).fees;
  const payment = { intent: randomUUID(), userId, feeId: fee?.feeId ?? '', amount: '1', method: 'CASH' };
  await testStation.faults({ operation: 'users.fees.pay', fault: 'drop-before', count: 1 });
  unknown(await window.failure('fees.pay', payment), 'users.fees.pay');
  /** It happened after all: at whichever library is asked, since the two are one server here. */
  const happens = () => {
    const { intent: external_transaction_id, amount, method, feeId: fee_id } = payment;
    const query = { amount, method, external_transaction_id };
    return testStation.client.call('users.fees.pay', { path: { user_id: userId, fee_id }, query });
  };
  return { window, payment, happens };
}

test('what is unclear at one library is not looked for at another, nor in the way there', async () => {
  const testStation = await openTestStation(folder);
  const { window, payment, happens } = await lostPayment(testStation);
  testStation.library = elsewhere;
  await happens();
  await rest(testStation);
  const { intent: id } = payment;
  // The journal of this test has noted no library: its name is not known.
  expect(await window.unclear()).toMatchObject([{ id, elsewhere: { name: '' }, until: null }]);
  expect(await window.ask('desk.lookAgain', { id })).toEqual({ found: 'unclear' });
  expect(testStation.journal.entry(id)?.state).toBe('unknown');
  expect(await window.ask('fees.pay', { ...payment, intent: randomUUID() })).toMatchObject({ ok: true });
  expect(await window.ask('takings.close', {})).toMatchObject({ total: '1.00', unclear: { count: 0 } });
  expect(testStation.domain.pendingCounts()).toMatchObject({ unclear: 0 });
  testStation.library = here;
  expect(testStation.domain.pendingCounts()).toMatchObject({ unclear: 1 });
  expect(await window.ask('desk.lookAgain', { id })).toEqual({ found: 'happened' });
  expect(await window.ask('takings.read', { since: 'opened' })).toMatchObject({ total: '1.00' });
});

test('what silence settled at one library is not read again at another', async () => {
  const testStation = await openTestStation(folder);
  const { window, payment, happens } = await lostPayment(testStation);
  await isSettledBySilence(testStation, payment.intent);
  await happens();
  testStation.library = elsewhere;
  testStation.restart();
  const now = testStation.window();
  await testStation.clock.pass(2 * recheckAfterMs);
  await now.ask('takings.close', {});
  expect(testStation.journal.entry(payment.intent)?.state).toBe('notSent');
  expect(await now.unclear()).toEqual([]);
  testStation.library = here;
  await testStation.clock.pass(2 * recheckAfterMs);
  expect(testStation.journal.entry(payment.intent)).toMatchObject({ state: 'accepted', settledBy: 'late' });
  expect(window.id).not.toBe(now.id);
});

test('an item received at one library is not finished at another, and not on its list', async () => {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  await window.scanned(code('polSeveral'), { room: 'receiving' });
  const { pol, items } = await window.ask('receiving.refresh', {});
  await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'drop-before', count: 1 });
  const keep = { workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' };
  const place = { department: 'CAT', departmentLibrary: 'MAIN', date: '2026-01-02', keep };
  const input = { ...place, pol, pid: items[0]?.pid ?? '', intent: randomUUID() };
  unknown(await window.failure('receiving.receive', input), 'acq.pol.items.receive');
  const unfinished = () =>
    window.roomEvents.toReversed().flatMap((event) => ('unfinished' in event ? [event.unfinished] : []))[0];
  const id = unfinished()?.[0]?.id ?? '';
  expect(testStation.domain.pendingCounts()).toEqual({ unclear: 1, unfinished: 1 });
  testStation.library = elsewhere;
  testStation.domain.serviceChanged();
  expect(unfinished()).toMatchObject([{ id, elsewhere: { name: '' } }]);
  expect(testStation.domain.pendingCounts()).toEqual({ unclear: 0, unfinished: 0 });
  expect(await window.failure('receiving.finish', { id })).toMatchObject({ reason: 'moved' });
  testStation.library = here;
  testStation.domain.serviceChanged();
  expect(unfinished()).toMatchObject([{ id, elsewhere: null }]);
});

test('an item waits for another of its order line, and is received at the library at which that was asked for', async () => {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  await window.scanned(code('polSeveral'), { room: 'receiving' });
  const { pol, items } = await window.ask('receiving.refresh', {});
  const held = Promise.withResolvers<undefined>();
  const requests: string[] = [];
  testStation.odd = {
    'acq.pol.get': async (answer) => {
      requests.push('read');
      await held.promise;
      return answer;
    },
  };
  const place = { department: 'CAT', departmentLibrary: 'MAIN', date: '2026-01-02', keep: null };
  const receiving = items.slice(0, 2).map(({ pid }) => {
    const intent = randomUUID();
    return { intent, done: window.ask('receiving.receive', { ...place, pol, pid, intent }) };
  });
  await until(() => requests.length > 0);
  testStation.library = elsewhere;
  held.resolve(undefined);
  await Promise.all(receiving.map(({ done }) => done));
  const libraries = receiving.map(({ intent }) => testStation.journal.entry(intent)?.library);
  expect(libraries).toEqual(['here', 'here']);
});

test('an invoice is processed and paid at the library at which it was created, also when it is gone on with', async () => {
  const testStation = await openTestStation(folder);
  const working = programRunOf(testStation);
  const plan = {
    ...{
      intent: randomUUID(),
      number: 'TWO-1',
      date: '2026-11-20',
      vendor: 'NORTHBOOKS',
      then: 'pay' as const,
    },
    lines: [{ amount: '10.10', pol: 'POL-1001' }],
  };
  working.plans.add(plan, 'here');
  const intend = testStation.journal.intend.bind(testStation.journal);
  // Somebody connects the station elsewhere once its invoice is created.
  working.deps.journal.intend = (entry) => {
    intend(entry);
    if (entry.operation === 'acq.invoices.create') testStation.library = elsewhere;
  };
  const outcome = await finishInvoice(working, plan.intent);
  expect(outcome).toMatchObject({ processed: { state: 'done' }, paid: { state: 'done' } });
  const sent = [...testStation.intended.values()].map(({ operation, library }) => [operation, library]);
  expect(sent).toEqual([
    ['acq.invoices.create', 'here'],
    ['acq.invoices.lines.create', 'here'],
    ['acq.invoices.process', 'here'],
    ['acq.invoices.paid', 'here'],
  ]);
});

test('the scans of one library wait for it, and come back with it', async () => {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  await window.scanned(code('patronNothing'));
  await testStation.faults({ operation: 'users.loans.create', fault: 'drop-before', count: 1 });
  const lost = await window.scanned(code('itemFree1'));
  expect(lost.state).toBe('unclear');
  await until(() => testStation.journal.entry(lost.id)?.state === 'unknown');
  testStation.library = elsewhere;
  testStation.restart();
  const there = testStation.window();
  expect(there.scans()).toEqual([]);
  await testStation.clock.pass(2 * recheckAfterMs);
  expect(testStation.journal.entry(lost.id)?.state).toBe('unknown');
  testStation.library = here;
  testStation.restart();
  const back = testStation.window();
  expect(back.scans().at(-1)).toMatchObject({ id: lost.id, state: 'unclear' });
  await rest(testStation);
  expect(back.scans().at(-1)).toMatchObject({ id: lost.id, state: 'refused' });
});

describe('the scans that wait for a library come to a window that has nothing to show', () => {
  /** A loan that is unclear and a look-up that was not done, and the station at another library after a restart. */
  async function leftBehind() {
    const testStation = await openTestStation(folder);
    const before = testStation.window();
    await before.scanned(code('patronNothing'));
    await testStation.faults(
      { operation: 'users.loans.create', fault: 'drop-before', count: 1 },
      { operation: 'acq.pol.get', fault: 'delay', ms: 200, count: 1 },
    );
    const loan = await before.scanned(code('itemFree1'));
    const lookUp = await before.scan(code('polSeveral'), { room: 'receiving' });
    await until(() => testStation.journal.entry(loan.id)?.state === 'unknown');
    testStation.library = elsewhere;
    testStation.restart();
    const [busy, idle] = [testStation.window(), testStation.window()];
    await busy.scanned(code('patronOwing'));
    const ids = (window: Window): string[] => window.scans().map(({ id }) => id);
    return { testStation, busy, idle, loan, lookUp, ids };
  }

  test('as soon as the station is connected to it', async () => {
    const { testStation, idle, busy, loan, lookUp, ids } = await leftBehind();
    expect(ids(idle)).toEqual([]);
    testStation.library = here;
    testStation.domain.serviceChanged();
    // Every session has ended.
    expect([...ids(busy), ...ids(idle)]).toEqual(expect.arrayContaining([loan.id, lookUp.id]));
    const shows = ids(busy).includes(loan.id) ? busy : idle;
    await rest(testStation);
    expect(shows.scans().find(({ id }) => id === loan.id)).toMatchObject({ state: 'refused' });
    // What its window does is done in the session that it shows.
    const card = await shows.scanned(code('patronNothing'));
    expect(ids(shows)).toContain(card.id);
  });

  test('once its own session ends, where every window had something to show', async () => {
    const { testStation, busy, idle, loan, ids } = await leftBehind();
    await idle.scanned(code('patronNothing'));
    testStation.library = here;
    await idle.ask('desk.end', {});
    expect(ids(idle)).toContain(loan.id);
    expect(ids(busy)).not.toContain(loan.id);
  });

  test('and nobody of a window that was closed is at the desk of another: what is scanned there next is returned', async () => {
    const testStation = await openTestStation(folder);
    const [closed, other] = [testStation.window(), testStation.window()];
    await closed.scanned(code('patronNothing'));
    await testStation.faults({ operation: 'users.loans.create', fault: 'drop-before', count: 1 });
    expect(await closed.scanned(code('itemFree1'))).toMatchObject({ state: 'unclear' });
    testStation.domain.windowClosed(closed.id);
    await other.scanned(code('patronOwing'));
    await other.ask('desk.end', {});
    expect(await other.scanned(code('itemFree2'))).toMatchObject({ action: 'return' });
    // A new window shows it, with the patron.
    expect(
      testStation
        .window()
        .scans()
        .map(({ text }) => text),
    ).toContain(code('itemFree1'));
  });

  test('once its table is cleared', async () => {
    const { testStation, busy, idle, lookUp, ids } = await leftBehind();
    for (const window of [busy, idle]) await window.scanned(code('polSeveral'), { room: 'receiving' });
    testStation.library = here;
    await idle.ask('receiving.close', {});
    expect(ids(idle)).toContain(lookUp.id);
  });

  test('once they can be read', async () => {
    const { testStation, idle, busy, loan, lookUp, ids } = await leftBehind();
    testStation.library = here;
    testStation.domain.journalReadable();
    // The patron who is at the other one stays there; on its table there is nothing.
    expect(ids(idle)).toContain(loan.id);
    expect(ids(busy)).toContain(lookUp.id);
  });

  test('and not to one that has stopped watching', async () => {
    const { testStation } = await leftBehind();
    const gone = testStation.window();
    const reports: unknown[] = [];
    const watching = new AbortController();
    const over = gone.ask(
      'desk.watch',
      {},
      { signal: watching.signal, report: (event) => reports.push(event) },
    );
    watching.abort();
    await over;
    const before = reports.length;
    testStation.library = here;
    testStation.domain.serviceChanged();
    expect(reports).toHaveLength(before);
  });
});
