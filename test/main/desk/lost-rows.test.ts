import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import type { ScanView } from '../../../src/contract/scans.ts';
import { noteDoubt } from '../../../src/main/journal/meta.ts';
import { recoverScan } from '../../../src/main/scans/scan.ts';
import { defaultBarcodes } from '../../../src/main/station/settings.ts';
import { localDay } from '../../../src/shared/days.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { scan } from '../journal/desk.ts';
import { openTestStation, until, type TestStation } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-lost-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronNothing');
const day = localDay(new Date(Date.now() + 9 * 86_400_000));

/** The next run of the program, whose journal has lost the rows of these commands; where it knows that, it says so. */
function afterLoss(testStation: TestStation, ids: readonly string[], isKnown: boolean): void {
  testStation.restart(() => {
    const db = new DatabaseSync(testStation.journalFile);
    for (const id of ids) db.prepare('DELETE FROM entries WHERE id = ?').run(id);
    if (isKnown) noteDoubt(db);
    db.close();
  });
}

/** A desk whose program ends while a loan is on its way, which is to be due on a day set by hand. */
async function lending() {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  await window.scanned(userId);
  await window.ask('desk.due', { due: day });
  await testStation.faults(
    { operation: 'users.loans.create', fault: 'delay', ms: 300 },
    { operation: 'users.loans.create', fault: 'drop-before' },
  );
  const scan = await window.scan(code('itemFree1'));
  await until(() => window.scans().some(({ id, state }) => id === scan.id && state === 'sent'));
  return { testStation, scan };
}

const cameOf = (testStation: TestStation, { id }: ScanView): ScanView | undefined =>
  testStation
    .window()
    .scans()
    .find((scan) => scan.id === id);

describe('a scan that an earlier run left', () => {
  test('is not known where the row of its command may have been lost, and stays so', async () => {
    const { testStation, scan } = await lending();
    afterLoss(testStation, [scan.id], true);
    const notKnown = { state: 'refused', failure: { kind: 'rowLost' }, recovered: true };
    expect(cameOf(testStation, scan)).toMatchObject(notKnown);
    testStation.restart();
    expect(cameOf(testStation, scan)).toMatchObject(notKnown);
  });

  test.each([
    ['of a code that no rule knows, which was lent', { action: 'lend', kind: 'unknown', result: null }],
    ['that takes a loan back', { action: 'command', result: { kind: 'command', command: 'UNDO' } }],
  ] as const)('is not known either where it is one %s', (_, what) => {
    const received = { ...scan('s', what).scan, state: 'received' as const };
    const entry = { ...scan('s'), scan: received, afterLoss: true as const };
    expect(recoverScan(entry, null)).toMatchObject({ state: 'refused', failure: { kind: 'rowLost' } });
    expect(recoverScan({ ...scan('s'), scan: received }, null)).toMatchObject({ state: 'dropped' });
  });

  test('of a code that no rule knows is kept as what was done with it', async () => {
    const testStation = await openTestStation(folder);
    testStation.station = { barcodes: { ...defaultBarcodes, rules: [] } };
    const window = testStation.window();
    await window.scanned(userId);
    await testStation.faults({ operation: 'users.loans.create', fault: 'delay', ms: 300 });
    const one = await window.scan(code('itemFree1'));
    const isLending = (): boolean =>
      window.scans().some(({ id, state, action }) => id === one.id && state === 'sent' && action === 'lend');
    await until(isLending);
    const stored = testStation.journal.openScans('desk').find((entry) => entry.scan.id === one.id);
    expect(stored?.scan.action).toBe('lend');
  });

  test('is what its command’s row says, where that was not lost', async () => {
    const { testStation, scan } = await lending();
    afterLoss(testStation, [], true);
    expect(cameOf(testStation, scan)).toMatchObject({ state: 'unclear' });
  });

  test('was not sent where no row was lost and there is none', async () => {
    const { testStation, scan } = await lending();
    afterLoss(testStation, [scan.id], false);
    expect(cameOf(testStation, scan)).toMatchObject({ state: 'dropped', failure: null });
  });

  test('changes nothing where it only opened a patron', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    await testStation.faults({ operation: 'users.get', fault: 'delay', ms: 300 });
    const scan = await window.scan(userId);
    afterLoss(testStation, [], true);
    expect(cameOf(testStation, scan)).toMatchObject({ state: 'dropped' });
  });
});

describe('a day set by hand that an earlier run left', () => {
  test('is owed where the row of its loan may have been lost, and is given where there is that loan', async () => {
    const { testStation, scan } = await lending();
    afterLoss(testStation, [scan.id], true);
    await testStation.faults();
    expect(testStation.domain.pendingCounts().unfinished).toBe(1);
    const [balance] = testStation.journal.openSteps();
    await testStation.client.call('users.loans.create', {
      path: { user_id: userId },
      query: { item_barcode: code('itemFree1') },
      body: { library: { value: 'MAIN' }, circ_desk: { value: 'DEFAULT_CIRC_DESK' } },
    });
    await testStation.window().ask('desk.giveDue', { id: balance?.id ?? '' });
    const { items } = await testStation.client.call('users.loans.list', { path: { user_id: userId } });
    expect(items.map(({ due_date }) => localDay(new Date(String(due_date))))).toEqual([day]);
    expect(testStation.journal.openSteps()).toEqual([]);
  });

  test('is not owed where no row was lost, and the loan has none', async () => {
    const { testStation, scan } = await lending();
    afterLoss(testStation, [scan.id], false);
    expect(testStation.domain.pendingCounts().unfinished).toBe(0);
    expect(testStation.journal.openSteps()).toEqual([]);
  });
});
