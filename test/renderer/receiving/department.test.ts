import { describe, expect, test } from 'vitest';
import type { SentItem } from '../../../src/contract/department-work.ts';
import type { StationView } from '../../../src/contract/station.ts';
import { DepartmentWork } from '../../../src/renderer/receiving/department.svelte.ts';
import { ReceiveSettings } from '../../../src/renderer/receiving/settings.svelte.ts';
import type { ScanText } from '../../../src/renderer/scan/scan-text.ts';
import { main, pass } from '../support/main.ts';
import { refused } from '../support/views.ts';

const department = { code: 'CAT', label: 'Cataloging', library: 'MAIN' };
const statuses = ['NEW', 'LABELS', 'SHELF'].map((code) => ({ code, label: code }));

const anItem = (id: string, more: Partial<SentItem> = {}): SentItem => ({
  ...{ id, state: 'department', pol: '', pid: id, barcode: id, title: `Title ${id}` },
  ...{ department: 'CAT', departmentLibrary: 'MAIN', workOrder: 'W', status: 'NEW' },
  ...{ since: `2026-11-25T10:00:0${id}Z`, readAt: '' },
  ...more,
});

/** The work of a department with one item in it. */
async function opened() {
  const settings = new ReceiveSettings();
  void settings.useStation({ mode: 'practice', department } as StationView);
  await main.open('station.places').answer({ libraries: [], departments: [department] });
  await main.open('receiving.workOrders').answer({ types: [{ code: 'W', label: 'W' }], statuses });
  const said: ScanText[] = [];
  const work = new DepartmentWork({ settings, say: (_id, text) => said.push(text) });
  void work.open();
  await main.open('receiving.department.list').answer([anItem('1')]);
  expect(work.current?.id).toBe('1');
  return { work, said };
}

describe('a key while a scan is under way', () => {
  test('is for the item of that scan, and its status', async () => {
    const { work } = await opened();
    void work.scan('2');
    void work.changeStatus();
    await pass(0);
    expect(main.times('receiving.department.status')).toBe(0);
    await main
      .open('receiving.department.scanIn')
      .answer({ item: anItem('2', { status: 'LABELS' }), alert: null });
    const { input } = main.open('receiving.department.status');
    expect(input).toMatchObject({ id: '2', status: 'SHELF' });
    await main.open('receiving.department.status').answer({ item: anItem('2', { status: 'SHELF' }) });
    // Nothing is under way: it is for the current item, and that one has no next status.
    expect([work.isScanning, work.current?.id, work.nextStatus]).toEqual([false, '2', '']);
    await work.changeStatus();
    expect(main.times('receiving.department.status')).toBe(1);
  });

  test('does nothing where the scan is refused: no other item is meant', async () => {
    const { work, said } = await opened();
    void work.scan('2');
    void work.changeStatus();
    void work.done();
    await pass(0);
    await main.open('receiving.department.scanIn').fail(refused);
    await pass(0);
    expect(said).toHaveLength(1);
    expect([main.times('receiving.department.status'), main.times('receiving.department.done')]).toEqual([
      ...[0, 0],
    ]);
    // A key after that is for the current item again.
    void work.done();
    await pass(0);
    expect(main.open('receiving.department.done').input).toMatchObject({ id: '1' });
  });
});
