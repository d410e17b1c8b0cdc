import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { arrayOf, dateOf, textOf } from '../../src/service/read.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { Acquisitions, makeInvoice } from './acquisitions.ts';
import type { Carrel } from './app.ts';
import { press, reach, scan, standOn, strike, write, writeOver } from './keyboard.ts';
import { Paper } from './paper.ts';
import { guard } from './guard.ts';
import { openRoom, ReceivingRoom } from './receiving-room.ts';
import { practiceLibrary, setFaults, withFaults } from './with-faults.ts';
import { workplace } from './workplace.ts';

const atlas = 'Atlas of the Night Sky';
const guide = 'A Field Guide to Paper';
const histoire = 'Histoire de la reliure';
const number = 'BOX-2026-1';
const day = '2099-01-31';

const partsOf = ({ page }: ReceivingRoom) => ({
  bar: page.getByRole('group', { name: m.receiving_box(), exact: true }),
  panel: page.getByRole('region', { name: m.receiving_box(), exact: true }),
  rows: page.getByRole('grid', { name: m.receiving_box_lines() }).locator('tbody tr[data-key]'),
  text: page.getByRole('textbox', { name: m.receiving_box_begin_text() }),
});

/** An invoice with two of the samples' order lines. */
async function madeInvoice(carrel: Carrel): Promise<void> {
  const client = await practiceLibrary(carrel);
  const pols = await Promise.all(
    [code('polSeveral'), code('polNoBarcode')].map((pol_id) =>
      client.call('acq.pol.get', { path: { pol_id } }),
    ),
  );
  await makeInvoice({ client } as Parameters<typeof makeInvoice>[0], { number, total: '10.00', pols });
}

/** The notes of an order line that a box check wrote, and its expected date. */
async function onRecord(carrel: Carrel, pol: string) {
  const client = await practiceLibrary(carrel);
  const { note, expected_receipt_date: expected } = await client.call('acq.pol.get', {
    path: { pol_id: pol },
  });
  const notes = arrayOf(note).map(({ note_text: text }) => textOf(text));
  return { notes: notes.filter((text) => text.includes(number)), expected: dateOf(expected) };
}

/** The room with each scan receiving, its settings read. */
async function openReceiving(
  carrel: Carrel,
  open: (carrel: Carrel) => Promise<ReceivingRoom> = openRoom,
): Promise<ReceivingRoom> {
  const room = await open(carrel);
  await expect(room.page.locator('details.settings > summary')).toContainText(/, [A-Z][a-z]+/);
  return room;
}

test('a box is checked against its invoice: short, extra and damaged are noted and claimed, across a restart', async () => {
  test.setTimeout(240_000);
  await using place = await workplace(withFaults);
  let carrel = await place.open();
  await madeInvoice(carrel);
  let room = await openReceiving(carrel);
  await strike(carrel.page, 'Shift+F3');
  await strike(carrel.page, 'Alt+b');
  let box = partsOf(room);
  await expect(box.text).toBeFocused();
  await expectAccessible(carrel.page, 'a box check is to begin');
  // What comes out of the scanner is what it begins with.
  await scan(carrel.page, number);
  await expect(box.rows).toHaveCount(2);
  await expect(box.bar).toContainText(`0 of 2 here · 2 short · ${m.receiving_box_invoice({ number })}`);

  // The book of the first line comes, damaged; and one that no one ordered here.
  await scan(carrel.page, code('itemOrdered'));
  await expect(room.row('Received', atlas)).toBeVisible();
  await expect(box.bar).toContainText('1 of 2 here · 1 short');
  await press(carrel.page, 'Alt+b');
  await expect(box.rows).toHaveCount(0);
  await press(carrel.page, 'Alt+g');
  await expect(room.row('Received', atlas)).toContainText(m.receiving_box_is_damaged());
  await scan(carrel.page, code('polInterested'));
  await expect(box.bar).toContainText('1 of 2 here · 1 short · 1 damaged · 1 extra');
  // It is not received before a person says so.
  await room.expectStage(m.receiving_ask_extra(), histoire);
  await expectAccessible(carrel.page, 'a book that is extra');
  await expect(carrel.page.getByRole('button', { name: m.receiving_answer_set_aside() })).toBeEnabled();
  await press(carrel.page, 'Control+1');
  await expect(room.stageWord).not.toHaveText(m.receiving_ask_extra());
  await expect(room.row(histoire)).toContainText(m.receiving_box_not_listed());
  await room.expectNoMouse();

  await place.kill();
  carrel = await place.open();
  room = await openReceiving(carrel);
  box = partsOf(room);
  await expect(box.bar).toContainText('1 of 2 here · 1 short · 1 damaged · 1 extra');
  await press(carrel.page, 'Alt+b');
  await expect(box.rows).toHaveCount(3);
  // What is short comes first.
  await expect(box.rows.first()).toContainText(guide);
  await expectAccessible(carrel.page, 'a box with something short, damaged and extra');

  await reach(carrel.page.getByRole('textbox', { name: m.receiving_box_day() }));
  await writeOver(carrel.page, day);
  await press(carrel.page, 'Alt+k');
  await expect(box.rows.filter({ hasText: guide })).toContainText(m.receiving_box_claimed());
  await room.expectStage(m.receiving_box_claimed(), guide, '1 short');
  await press(carrel.page, 'Alt+g');
  await expect(box.rows.filter({ hasText: atlas })).toContainText(m.receiving_box_claimed());
  await press(carrel.page, 'Alt+x');
  await expect(box.rows.filter({ hasText: histoire })).toContainText(m.receiving_box_to_send_back());
  expect(await onRecord(carrel, code('polNoBarcode'))).toEqual({
    notes: [expect.stringMatching(/^Short: 1 of 1/)],
    expected: `${day}Z`,
  });
  expect((await onRecord(carrel, code('polSeveral'))).notes).toEqual([
    expect.stringMatching(/^Damaged: 1 of 1/),
  ]);
  expect((await onRecord(carrel, code('polInterested'))).notes).toEqual([
    expect.stringMatching(/^Extra: 1 more/),
  ]);
  // Each once.
  await press(carrel.page, 'Alt+k');
  await press(carrel.page, 'Alt+x');
  expect((await onRecord(carrel, code('polNoBarcode'))).notes).toHaveLength(1);

  const paper = await Paper.beside(carrel.app);
  await press(carrel.page, 'Alt+v');
  const [slip = ''] = await paper.next();
  for (const words of [number, guide, atlas, histoire]) expect(slip).toContain(words);

  // The sum is said once, at the end of the trolley.
  await press(carrel.page, 'F10');
  await room.expectStage(m.receiving_ended(), '1 received', '1 short, 1 damaged, 1 extra');
  await expect(box.bar).toHaveCount(0);
  await room.expectNoMouse();
});

test('a check begins from an invoice opened in acquisitions; what is refused or unknown is said', async () => {
  await using place = await workplace(withFaults);
  const carrel = await place.open();
  await madeInvoice(carrel);
  const { page } = carrel;
  const acquisitions = new Acquisitions(page);
  await acquisitions.go();
  await acquisitions.open(number);
  await press(page, 'Alt+b');
  const room = await openReceiving(carrel, async () => new ReceivingRoom(carrel, await guard(page)));
  const box = partsOf(room);
  await expect(box.rows).toHaveCount(2);
  // Scans only look up: how to tick off is one key away.
  await expect(box.panel).toContainText(m.receiving_box_only_look());
  await strike(page, 'Shift+F3');
  await expect(box.panel).not.toContainText(m.receiving_box_only_look());

  await setFaults(carrel, { operation: 'acq.pol.update', fault: 'status', status: 400, count: 1 });
  await standOn(page.getByRole('grid', { name: m.receiving_box_lines() }), guide);
  await press(page, 'Alt+k');
  await expect(box.rows.filter({ hasText: guide })).toContainText(/Not noted/);
  await setFaults(carrel, { operation: 'acq.pol.update', fault: 'drop-after', count: 1 });
  await press(page, 'Alt+k');
  await expect(box.rows.filter({ hasText: guide })).toContainText(m.receiving_box_claimed(), {
    timeout: 30_000,
  });
  expect((await onRecord(carrel, code('polNoBarcode'))).notes).toHaveLength(1);
  await setFaults(carrel);

  await press(page, 'Alt+e');
  await expect(box.bar).toHaveCount(0);
  await press(page, 'Alt+b');
  await expect(box.text).toBeFocused();
  await write(page, 'NO-SUCH-BOX');
  await press(page, 'Enter');
  await expect(page.getByRole('alert')).toContainText(m.receiving_box_no_invoice());
  await expectAccessible(page, 'no such invoice');
  await writeOver(page, `${code('polSeveral')}, ${code('polNoBarcode')}`);
  await press(page, 'Enter');
  await expect(box.bar).toContainText(`0 of 4 here · 4 short · ${m.receiving_box_orders()}`);
  await room.expectNoMouse();
});

test('the number of an invoice, scanned as a book is, leads to its check; a book marked by mistake is not damaged', async () => {
  await using place = await workplace(withFaults);
  const carrel = await place.open();
  await madeInvoice(carrel);
  const { page } = carrel;
  const room = await openReceiving(carrel);
  const box = partsOf(room);
  await scan(page, number);
  await expect(room.stageWord).toHaveText(m.failures_word_refused());
  await expect(room.order).toContainText(m.receiving_box_with_number());
  await press(page, 'Alt+b');
  await expect(box.rows).toHaveCount(2);

  await strike(page, 'Shift+F3');
  await scan(page, code('itemOrdered'));
  await expect(room.row('Received', atlas)).toBeVisible();
  await press(page, 'Alt+b');
  await press(page, 'Alt+g');
  await expect(box.bar).toContainText('1 damaged');
  await press(page, 'Alt+b');
  await reach(page.getByRole('button', { name: new RegExp(`^${m.receiving_box_not_damaged()}`) }));
  await press(page, 'Enter');
  await expect(box.bar).not.toContainText('damaged');
  await expect(box.rows.filter({ hasText: atlas })).toContainText(m.receiving_box_all_here());
  await room.expectNoMouse();
});
