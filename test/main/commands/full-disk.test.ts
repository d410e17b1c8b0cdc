import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ScanView } from '../../../src/contract/scans.ts';
import { lookupEveryMs } from '../../../src/main/commands/certainty.ts';
import { PendingDueDates } from '../../../src/main/loans/pending-due-dates.ts';
import { ScanList } from '../../../src/main/scans/scan-list.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { runOn } from './commanding.ts';
import { openTestStation, type TestStation } from '../support/test-station.ts';
import { quietLog } from '../support/ports.ts';
import { programRunOf } from '../support/program-run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-full-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a journal that cannot be written for a moment', () => {
  /** Every settlement fails, as on a full disk, until it is mended. */
  const full = (testStation: TestStation): { mend: () => void } => {
    const settle = testStation.journal.settle.bind(testStation.journal);
    testStation.journal.settle = () => {
      throw new Error('disk full');
    };
    return { mend: () => (testStation.journal.settle = settle) };
  };

  test('makes no failure of a command that the service has accepted, and is written later', async () => {
    const testStation = await openTestStation(folder);
    const { run } = runOn(testStation);
    const disk = full(testStation);
    const id = randomUUID();
    const path = { user_id: code('patronNothing') };
    const query = { item_barcode: code('itemFree1') };
    const { answer } = await run({
      operation: 'users.loans.create',
      args: { path, query },
      before: null,
      id,
    });
    expect(answer.item_barcode).toBe(code('itemFree1'));
    // Should the program end now, the next run looks it up.
    expect(testStation.journal.entry(id)?.state).toBe('sent');
    disk.mend();
    await testStation.clock.pass(lookupEveryMs);
    expect(testStation.journal.entry(id)?.state).toBe('accepted');
  });

  test('hides no command whose answer was lost', async () => {
    const testStation = await openTestStation(folder);
    const { run, unclear } = runOn(testStation);
    full(testStation);
    const id = randomUUID();
    const path = { user_id: code('patronNothing') };
    const query = { item_barcode: code('itemFree1') };
    const lend = { operation: 'users.loans.create', args: { path, query }, before: null, id } as const;
    await testStation.faults({ operation: 'users.loans.create', fault: 'drop-before', count: 1 });
    await expect(run(lend)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome', journalId: id } });
    expect(unclear.list()).toMatchObject([{ id }]);
  });

  test('does not keep the program from starting, where a day that is owed no more is to be struck off', async () => {
    const testStation = await openTestStation(folder);
    const { deps } = programRunOf(testStation);
    const book = { loan: 'never asked for', userId: 'u', code: 'c', by: 'barcode', title: '' };
    const data = { kind: 'dueDate', ...book, day: '2026-12-01' };
    const at = testStation.clock.now().toISOString();
    testStation.journal.saveStep({ id: randomUUID(), at, library: 'here', data });
    const log = quietLog();
    const updateStep = (): never => {
      throw new Error('disk full');
    };
    const dues = new PendingDueDates({ ...deps, log, journal: { ...testStation.journal, updateStep } });
    expect([dues.list(), log.defects]).toMatchObject([[], [{ message: 'disk full' }]]);
    // The next start strikes it off.
    expect(testStation.journal.openSteps()).toHaveLength(1);
    testStation.restart();
    expect(testStation.journal.openSteps()).toEqual([]);
  });

  test('stops neither the scans behind nor the end of the session', async () => {
    const testStation = await openTestStation(folder);
    const reports: ScanView[] = [];
    const log = quietLog();
    const list = new ScanList(
      'desk',
      {
        journal: testStation.journal,
        clock: testStation.clock,
        log,
        connection: { library: () => testStation.library },
      },
      (scan) => reports.push(scan),
    );
    const id = randomUUID();
    const scan = { id, text: 'X', kind: 'item', action: 'lend', state: 'received', failure: null } as const;
    list.add(scan, 'auto');
    const save = testStation.journal.saveScan.bind(testStation.journal);
    testStation.journal.saveScan = () => {
      testStation.journal.saveScan = save;
      throw new Error('disk full');
    };
    list.change(id, { state: 'done' });
    expect(log.defects).toMatchObject([{ message: 'disk full' }]);
    await list.whenSettled(id);
    expect([list.open, reports.at(-1)?.state]).toEqual([0, 'done']);
  });
});
