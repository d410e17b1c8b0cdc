import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { codeOf, textOf } from '../../src/service/read.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import type { Carrel } from './app.ts';
import { press, reach, scan, strike, writeOver } from './keyboard.ts';
import { openRoom } from './receiving-room.ts';
import { practiceLibrary, setFaults, withFaults } from './with-faults.ts';
import { workplace } from './workplace.ts';

const atlas = 'Atlas of the Night Sky';

const partsOf = ({ page }: Carrel) => {
  const panel = page.getByRole('region', { name: m.receiving_department_work(), exact: true });
  return {
    panel,
    rows: panel.locator('tbody tr[data-key]'),
    days: panel.getByRole('textbox', { name: m.receiving_department_work_days() }),
  };
};

/** Where the library has the item with this barcode. */
async function atLibrary(carrel: Carrel, barcode: string) {
  const client = await practiceLibrary(carrel);
  const {
    item_data: data,
    bib_data: bib,
    holding_data: holding,
  } = await client.call('items.byBarcode', {
    query: { item_barcode: barcode },
  });
  return {
    client,
    ids: {
      mms_id: textOf(bib?.mms_id),
      holding_id: textOf(holding?.holding_id),
      item_pid: textOf(data?.pid),
    },
    place: [data?.process_type, data?.work_order_at, data?.work_order_status].map((one) => codeOf(one)),
  };
}

test('what was kept is worked on in its department: its status, scanned in again, done, and across a restart', async () => {
  await using place = await workplace(withFaults);
  let carrel = await place.open();
  const barcode = code('itemOrdered');
  let room = await openRoom(carrel);
  await press(carrel.page, 'Alt+i');
  let work = partsOf(carrel);
  await expect(work.panel).toContainText(m.receiving_department_work_empty());
  await expectAccessible(carrel.page, 'a department without work');
  await press(carrel.page, 'Alt+i');
  await expect(work.panel).toHaveCount(0);
  await strike(carrel.page, 'Shift+F12');
  await scan(carrel.page, barcode);
  await expect(room.row(m.receiving_word_kept(), atlas)).toBeVisible();

  await place.kill();
  carrel = await place.open();
  room = await openRoom(carrel);
  work = partsOf(carrel);
  await press(carrel.page, 'Alt+i');
  await expect(work.rows).toHaveCount(1);
  await expect(work.rows.first()).toContainText(atlas);
  await expect(work.rows.first()).toContainText('Copy cataloging');
  await expectAccessible(carrel.page, 'the work of a department');
  await press(carrel.page, 'Alt+o');
  await room.expectStage(m.receiving_department_work_changed(), atlas, 'Labelling');
  await expect(work.rows.first()).toContainText('Labelling');
  // Scanned again it is only said to be here; another book comes in.
  await scan(carrel.page, barcode);
  await room.expectStage(m.receiving_department_work_in(), atlas);
  expect((await atLibrary(carrel, barcode)).place).toEqual(['WORK_ORDER_DEPARTMENT', 'ACQ', 'Labelling']);
  const other = code('itemFree1');
  await scan(carrel.page, other);
  await room.expectStage(m.receiving_department_work_in(), 'The Overstory');
  await expect(work.rows).toHaveCount(2);
  expect((await atLibrary(carrel, other)).place.slice(0, 2)).toEqual(['WORK_ORDER_DEPARTMENT', 'ACQ']);
  await scan(carrel.page, '99999999999999');
  await expect(room.stageWord).toHaveText(m.failures_word_refused());

  // The row of the book that came in last is the current one; a refusal leaves it where it is.
  await setFaults(carrel, { operation: 'bibs.items.scanIn', fault: 'status', status: 400, count: 1 });
  await press(carrel.page, 'Alt+f');
  await expect(room.stageWord).toHaveText(m.failures_word_refused());
  await expect(work.rows).toHaveCount(2);
  await press(carrel.page, 'Alt+f');
  await room.expectStage(m.receiving_department_work_done(), 'The Overstory');
  await expect(work.rows).toHaveCount(1);
  expect((await atLibrary(carrel, other)).place[0]).toBe('');
  await room.expectNoMouse();
});

test('what was sent on is looked for after days: what has arrived leaves the list, what has not is seen to', async () => {
  await using place = await workplace(withFaults);
  const carrel = await place.open();
  const barcode = code('itemOrdered');
  const room = await openRoom(carrel);
  const work = partsOf(carrel);
  await strike(carrel.page, 'Shift+F3');
  await scan(carrel.page, barcode);
  await expect(room.row(m.receiving_word_received(), atlas)).toBeVisible();
  await scan(carrel.page, code('polNoBarcode'));
  await expect(room.row(m.receiving_book_to_see(), 'A Field Guide to Paper')).toBeVisible();
  await expect(carrel.page.getByRole('button', { name: m.receiving_seen() }).first()).toBeEnabled();
  await press(carrel.page, 'F7');
  await expect(room.row(m.receiving_word_received(), 'A Field Guide to Paper')).toBeVisible();
  await press(carrel.page, 'Alt+i');
  await reach(work.panel.getByRole('radio', { name: m.receiving_department_work_here() }));
  await press(carrel.page, 'ArrowRight');
  await expect(work.panel).toContainText(m.receiving_department_work_arrived());
  await reach(work.days);
  await writeOver(carrel.page, 'x');
  await expect(work.panel).toContainText(m.receiving_department_work_days_wrong());
  await writeOver(carrel.page, '0');
  await expect(work.rows).toHaveCount(2);
  await expectAccessible(carrel.page, 'what was sent on');

  const { client, ids } = await atLibrary(carrel, barcode);
  await client.call('bibs.items.scanIn', {
    path: ids,
    query: { library: 'MAIN', circ_desk: 'DEFAULT_CIRC_DESK', register_in_house_use: false },
  });
  await press(carrel.page, 'Alt+j');
  await expect(work.rows).toHaveCount(1);
  await expect(work.rows.first()).toContainText('A Field Guide to Paper');
  await expect(work.rows.first()).not.toContainText(m.receiving_department_work_never());
  await press(carrel.page, 'Alt+z');
  await expect(work.rows).toHaveCount(0);
  await room.expectNoMouse();
});
