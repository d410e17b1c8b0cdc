import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { recheckAfterMs } from '../../../src/main/commands/certainty.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { finishInvoice } from '../../../src/main/invoices/with-lines.ts';
import { elsewhere, here, openHouse, until, type House, type Window } from '../support/house.ts';
import { isSettledBySilence, rest, unknown } from '../support/lost.ts';
import { programRunOf } from '../support/program-run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-two-libraries-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronOwing');

/** A payment that is lost before its effect. */
async function lostPayment(house: House) {
  const window = house.window();
  const [fee] = (await window.ask('fees.list', { userId })).fees;
  const payment = { intent: randomUUID(), userId, feeId: fee?.feeId ?? '', amount: '1', method: 'CASH' };
  await house.faults({ operation: 'users.fees.pay', fault: 'drop-before', count: 1 });
  unknown(await window.failure('fees.pay', payment), 'users.fees.pay');
  /** It happened after all: at whichever library is asked, since the two are one server here. */
  const happens = () => {
    const { intent: external_transaction_id, amount, method, feeId: fee_id } = payment;
    const query = { amount, method, external_transaction_id };
    return house.client.call('users.fees.pay', { path: { user_id: userId, fee_id }, query });
  };
  return { window, payment, happens };
}

test('what is unclear at one library is not looked for at another, nor in the way there', async () => {
  const house = await openHouse(folder);
  const { window, payment, happens } = await lostPayment(house);
  house.library = elsewhere;
  await happens();
  await rest(house);
  const { intent: id } = payment;
  // The journal of this test has noted no library: its name is not known.
  expect(await window.unclear()).toMatchObject([{ id, elsewhere: { name: '' }, until: null }]);
  expect(await window.ask('desk.lookAgain', { id })).toEqual({ found: 'unclear' });
  expect(house.journal.entry(id)?.state).toBe('unknown');
  expect(await window.ask('fees.pay', { ...payment, intent: randomUUID() })).toMatchObject({ ok: true });
  expect(await window.ask('takings.close', {})).toMatchObject({ total: '1.00', unclear: { count: 0 } });
  expect(house.domain.pendingCounts()).toMatchObject({ unclear: 0 });
  house.library = here;
  expect(house.domain.pendingCounts()).toMatchObject({ unclear: 1 });
  expect(await window.ask('desk.lookAgain', { id })).toEqual({ found: 'happened' });
  expect(await window.ask('takings.read', { since: 'opened' })).toMatchObject({ total: '1.00' });
});

test('what silence settled at one library is not read again at another', async () => {
  const house = await openHouse(folder);
  const { window, payment, happens } = await lostPayment(house);
  await isSettledBySilence(house, payment.intent);
  await happens();
  house.library = elsewhere;
  house.restart();
  const now = house.window();
  await house.clock.pass(2 * recheckAfterMs);
  await now.ask('takings.close', {});
  expect(house.journal.entry(payment.intent)?.state).toBe('notSent');
  expect(await now.unclear()).toEqual([]);
  house.library = here;
  await house.clock.pass(2 * recheckAfterMs);
  expect(house.journal.entry(payment.intent)).toMatchObject({ state: 'accepted', settledBy: 'late' });
  expect(window.id).not.toBe(now.id);
});

test('an item received at one library is not finished at another, and not on its list', async () => {
  const house = await openHouse(folder);
  const window = house.window();
  await window.scanned(code('polSeveral'), { room: 'receiving' });
  const { pol, items } = await window.ask('receiving.refresh', {});
  await house.faults({ operation: 'acq.pol.items.receive', fault: 'drop-before', count: 1 });
  const keep = { workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' };
  const place = { department: 'CAT', departmentLibrary: 'MAIN', date: '2026-01-02', keep };
  const given = { ...place, pol, pid: items[0]?.pid ?? '', intent: randomUUID() };
  unknown(await window.failure('receiving.receive', given), 'acq.pol.items.receive');
  const unfinished = () =>
    window.roomEvents.toReversed().flatMap((event) => ('unfinished' in event ? [event.unfinished] : []))[0];
  const id = unfinished()?.[0]?.id ?? '';
  expect(house.domain.pendingCounts()).toEqual({ unclear: 1, unfinished: 1 });
  house.library = elsewhere;
  house.domain.serviceChanged();
  expect(unfinished()).toMatchObject([{ id, elsewhere: { name: '' } }]);
  expect(house.domain.pendingCounts()).toEqual({ unclear: 0, unfinished: 0 });
  expect(await window.failure('receiving.finish', { id })).toMatchObject({ reason: 'noIds' });
  house.library = here;
  house.domain.serviceChanged();
  expect(unfinished()).toMatchObject([{ id, elsewhere: null }]);
});

test('an item waits for another of its order line, and is received at the library at which that was asked for', async () => {
  const house = await openHouse(folder);
  const window = house.window();
  await window.scanned(code('polSeveral'), { room: 'receiving' });
  const { pol, items } = await window.ask('receiving.refresh', {});
  const held = Promise.withResolvers<undefined>();
  const asked: string[] = [];
  house.odd = {
    'acq.pol.get': async (answer) => {
      asked.push('read');
      await held.promise;
      return answer;
    },
  };
  const place = { department: 'CAT', departmentLibrary: 'MAIN', date: '2026-01-02', keep: null };
  const receiving = items.slice(0, 2).map(({ pid }) => {
    const intent = randomUUID();
    return { intent, done: window.ask('receiving.receive', { ...place, pol, pid, intent }) };
  });
  await until(() => asked.length > 0);
  house.library = elsewhere;
  held.resolve(undefined);
  await Promise.all(receiving.map(({ done }) => done));
  const libraries = receiving.map(({ intent }) => house.journal.entry(intent)?.library);
  expect(libraries).toEqual(['here', 'here']);
});

test('an invoice is processed and paid at the library at which it was created, also when it is gone on with', async () => {
  const house = await openHouse(folder);
  const working = programRunOf(house);
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
  const intend = house.journal.intend.bind(house.journal);
  // Somebody connects the station elsewhere once its invoice is created.
  working.deps.journal.intend = (entry) => {
    intend(entry);
    if (entry.operation === 'acq.invoices.create') house.library = elsewhere;
  };
  const outcome = await finishInvoice(working, plan.intent);
  expect(outcome).toMatchObject({ processed: { state: 'done' }, paid: { state: 'done' } });
  const sent = [...house.intended.values()].map(({ operation, library }) => [operation, library]);
  expect(sent).toEqual([
    ['acq.invoices.create', 'here'],
    ['acq.invoices.lines.create', 'here'],
    ['acq.invoices.process', 'here'],
    ['acq.invoices.paid', 'here'],
  ]);
});

test('the scans of one library wait for it, and come back with it', async () => {
  const house = await openHouse(folder);
  const window = house.window();
  await window.scanned(code('patronNothing'));
  await house.faults({ operation: 'users.loans.create', fault: 'drop-before', count: 1 });
  const lost = await window.scanned(code('itemFree1'));
  expect(lost.state).toBe('unclear');
  await until(() => house.journal.entry(lost.id)?.state === 'unknown');
  house.library = elsewhere;
  house.restart();
  const there = house.window();
  expect(there.scans()).toEqual([]);
  await house.clock.pass(2 * recheckAfterMs);
  expect(house.journal.entry(lost.id)?.state).toBe('unknown');
  house.library = here;
  house.restart();
  const back = house.window();
  expect(back.scans().at(-1)).toMatchObject({ id: lost.id, state: 'unclear' });
  await rest(house);
  expect(back.scans().at(-1)).toMatchObject({ id: lost.id, state: 'refused' });
});

describe('the scans that wait for a library come to a window that has nothing to show', () => {
  /** A loan that is unclear and a look-up that was not done, and the station at another library after a restart. */
  async function leftBehind() {
    const house = await openHouse(folder);
    const before = house.window();
    await before.scanned(code('patronNothing'));
    await house.faults(
      { operation: 'users.loans.create', fault: 'drop-before', count: 1 },
      { operation: 'acq.pol.get', fault: 'delay', ms: 200, count: 1 },
    );
    const loan = await before.scanned(code('itemFree1'));
    const lookUp = await before.scan(code('polSeveral'), { room: 'receiving' });
    await until(() => house.journal.entry(loan.id)?.state === 'unknown');
    house.library = elsewhere;
    house.restart();
    const [busy, idle] = [house.window(), house.window()];
    await busy.scanned(code('patronOwing'));
    const ids = (window: Window): string[] => window.scans().map(({ id }) => id);
    return { house, busy, idle, loan, lookUp, ids };
  }

  test('as soon as the station is connected to it', async () => {
    const { house, idle, busy, loan, lookUp, ids } = await leftBehind();
    expect(ids(idle)).toEqual([]);
    house.library = here;
    house.domain.serviceChanged();
    // Every session has ended.
    expect([...ids(busy), ...ids(idle)]).toEqual(expect.arrayContaining([loan.id, lookUp.id]));
    const shows = ids(busy).includes(loan.id) ? busy : idle;
    await rest(house);
    expect(shows.scans().find(({ id }) => id === loan.id)).toMatchObject({ state: 'refused' });
    // What its window does is done in the session that it shows.
    const card = await shows.scanned(code('patronNothing'));
    expect(ids(shows)).toContain(card.id);
  });

  test('once its own session ends, where every window had something to show', async () => {
    const { house, busy, idle, loan, ids } = await leftBehind();
    await idle.scanned(code('patronNothing'));
    house.library = here;
    await idle.ask('desk.end', {});
    expect(ids(idle)).toContain(loan.id);
    expect(ids(busy)).not.toContain(loan.id);
  });

  test('and nobody of a window that was closed is at the desk of another: what is scanned there next is returned', async () => {
    const house = await openHouse(folder);
    const [closed, other] = [house.window(), house.window()];
    await closed.scanned(code('patronNothing'));
    await house.faults({ operation: 'users.loans.create', fault: 'drop-before', count: 1 });
    expect(await closed.scanned(code('itemFree1'))).toMatchObject({ state: 'unclear' });
    house.domain.windowClosed(closed.id);
    await other.scanned(code('patronOwing'));
    await other.ask('desk.end', {});
    expect(await other.scanned(code('itemFree2'))).toMatchObject({ action: 'return' });
    // A new window shows it, with the patron.
    expect(
      house
        .window()
        .scans()
        .map(({ text }) => text),
    ).toContain(code('itemFree1'));
  });

  test('once its table is cleared', async () => {
    const { house, busy, idle, lookUp, ids } = await leftBehind();
    for (const window of [busy, idle]) await window.scanned(code('polSeveral'), { room: 'receiving' });
    house.library = here;
    await idle.ask('receiving.close', {});
    expect(ids(idle)).toContain(lookUp.id);
  });

  test('once they can be read', async () => {
    const { house, idle, busy, loan, lookUp, ids } = await leftBehind();
    house.library = here;
    house.domain.journalReadable();
    // The patron who is at the other one stays there; on its table there is nothing.
    expect(ids(idle)).toContain(loan.id);
    expect(ids(busy)).toContain(lookUp.id);
  });

  test('and not to one that has stopped watching', async () => {
    const { house } = await leftBehind();
    const gone = house.window();
    const told: unknown[] = [];
    const watching = new AbortController();
    const over = gone.ask('desk.watch', {}, { signal: watching.signal, report: (event) => told.push(event) });
    watching.abort();
    await over;
    const before = told.length;
    house.library = here;
    house.domain.serviceChanged();
    expect(told).toHaveLength(before);
  });
});
