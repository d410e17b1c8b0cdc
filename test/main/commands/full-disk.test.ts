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
import { openHouse, type House } from '../support/house.ts';
import { quietLog } from '../support/ports.ts';
import { programRunOf } from '../support/program-run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-full-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a journal that cannot be written for a moment', () => {
  /** Every settlement fails, as on a full disk, until it is mended. */
  const full = (house: House): { mend: () => void } => {
    const settle = house.journal.settle.bind(house.journal);
    house.journal.settle = () => {
      throw new Error('disk full');
    };
    return { mend: () => (house.journal.settle = settle) };
  };

  test('makes no failure of a command that the service has accepted, and is written later', async () => {
    const house = await openHouse(folder);
    const { run } = runOn(house);
    const disk = full(house);
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
    expect(house.journal.entry(id)?.state).toBe('sent');
    disk.mend();
    await house.clock.pass(lookupEveryMs);
    expect(house.journal.entry(id)?.state).toBe('accepted');
  });

  test('hides no command whose answer was lost', async () => {
    const house = await openHouse(folder);
    const { run, unclear } = runOn(house);
    full(house);
    const id = randomUUID();
    const path = { user_id: code('patronNothing') };
    const query = { item_barcode: code('itemFree1') };
    const lend = { operation: 'users.loans.create', args: { path, query }, before: null, id } as const;
    await house.faults({ operation: 'users.loans.create', fault: 'drop-before', count: 1 });
    await expect(run(lend)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome', journalId: id } });
    expect(unclear.list()).toMatchObject([{ id }]);
  });

  test('does not keep the program from starting, where a day that is owed no more is to be struck off', async () => {
    const house = await openHouse(folder);
    const { deps } = programRunOf(house);
    const book = { loan: 'never asked for', userId: 'u', code: 'c', by: 'barcode', title: '' };
    const data = { kind: 'dueDate', ...book, day: '2026-12-01' };
    const at = house.clock.now().toISOString();
    house.journal.saveStep({ id: randomUUID(), at, library: 'here', data });
    const log = quietLog();
    const updateStep = (): never => {
      throw new Error('disk full');
    };
    const dues = new PendingDueDates({ ...deps, log, journal: { ...house.journal, updateStep } });
    expect([dues.list(), log.defects]).toMatchObject([[], [{ message: 'disk full' }]]);
    // The next start strikes it off.
    expect(house.journal.openSteps()).toHaveLength(1);
    house.restart();
    expect(house.journal.openSteps()).toEqual([]);
  });

  test('stops neither the scans behind nor the end of the session', async () => {
    const house = await openHouse(folder);
    const told: ScanView[] = [];
    const log = quietLog();
    const list = new ScanList(
      'desk',
      { journal: house.journal, clock: house.clock, log, connection: { library: () => house.library } },
      (scan) => told.push(scan),
    );
    const id = randomUUID();
    const scan = { id, text: 'X', kind: 'item', action: 'lend', state: 'received', failure: null } as const;
    list.add(scan, 'auto');
    const save = house.journal.saveScan.bind(house.journal);
    house.journal.saveScan = () => {
      house.journal.saveScan = save;
      throw new Error('disk full');
    };
    list.change(id, { state: 'done' });
    expect(log.defects).toMatchObject([{ message: 'disk full' }]);
    await list.whenSettled(id);
    expect([list.open, told.at(-1)?.state]).toEqual([0, 'done']);
  });
});
