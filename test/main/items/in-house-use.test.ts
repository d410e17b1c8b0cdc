import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { commandCode } from '../../../src/shared/command-barcodes.ts';
import { openTrolley, scanned } from '../receiving/trolley.ts';
import type { Window } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-in-house-'));
afterAll(() => rmSync(folder, { recursive: true }));

const department = { department: 'CAT', departmentLibrary: 'MAIN', workOrderType: 'AcqWorkOrder' };

/** How an item is scanned in, how often, and the way to do it: it answers the item's barcode. */
const ways: readonly (readonly [string, number, (window: Window) => Promise<string>])[] = [
  [
    'a return',
    1,
    async (window) => {
      await window.scanned(code('itemOnLoan'));
      return code('itemOnLoan');
    },
  ],
  [
    'a loan that is taken back',
    1,
    async (window) => {
      await window.scanned(code('patronNothing'));
      await window.scanned(code('itemFree1'));
      await window.scanned(commandCode('UNDO'));
      return code('itemFree1');
    },
  ],
  [
    'a received book that is kept',
    1,
    async (window) => {
      await scanned(window, code('polSeveral'));
      const [kept] = await window.ask('receiving.department.list', {});
      return kept?.barcode ?? '';
    },
  ],
  [
    'the work of a department',
    3,
    async (window) => {
      const { item } = await window.ask('receiving.department.scanIn', {
        ...{ intent: randomUUID(), code: code('itemFree1'), ...department, status: 'CopyCataloging' },
      });
      const ofItem = () => ({ intent: randomUUID(), id: item.id });
      await window.ask('receiving.department.status', { ...ofItem(), status: 'Labelling' });
      await window.ask('receiving.department.done', ofItem());
      return item.barcode;
    },
  ],
];

test.each(ways)('%s is no use of the item in the house', async (_, times, scanIn) => {
  const { testStation, window } = await openTrolley(folder);
  const barcode = await scanIn(window);
  const sent = [...testStation.intended.values()].filter(
    ({ operation }) => operation === 'bibs.items.scanIn',
  );
  expect(sent).toHaveLength(times);
  for (const { payload } of sent) expect(payload).toMatchObject({ query: { register_in_house_use: false } });
  const item = await testStation.client.call('items.byBarcode', { query: { item_barcode: barcode } });
  expect(item.item_data).not.toHaveProperty('in_house_uses');
});
