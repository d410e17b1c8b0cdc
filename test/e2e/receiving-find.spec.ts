import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { arrayOf, codeOf, textOf } from '../../src/service/read.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel, type Carrel } from './app.ts';
import { press, reach, strike, write, writeOver } from './keyboard.ts';
import { changeAt, isbnAt, orderAt, quiet, receivedAt } from './practice-orders.ts';
import { openRoom, openWithMode, type ReceivingRoom } from './receiving-room.ts';
import { practiceLibrary, setFaults, withFaults } from './with-faults.ts';

const several = code('polSeveral');
const atlas = 'Atlas of the Night Sky';
const single = code('polNoBarcode');
const guide = 'A Field Guide to Paper';
const wanted = code('polInterested');
const histoire = 'Histoire de la reliure';
/** The five digits beside the bars of a cover. */
const addOn = '51299';

/** Answers the question on the stage by a key, once it takes keys. */
async function answer({ page }: ReceivingRoom, name: string, key: string): Promise<void> {
  await expect(page.getByRole('button', { name })).toBeEnabled();
  await press(page, key);
}

/** Types into the scan box, as somebody does who has no code to scan. */
async function type({ page }: ReceivingRoom, text: string): Promise<void> {
  await press(page, 'Escape');
  await write(page, text);
  await press(page, 'Enter');
}

/** Ends the trolley: nothing is on the table that a cover could be checked against. */
async function end(room: ReceivingRoom): Promise<void> {
  await press(room.page, 'F10');
  await expect(room.stageWord).toHaveText(m.receiving_ended());
}

test('a cover finds its order line, with and without an add-on, and receives one of it', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const isbn = await isbnAt(carrel, several);
  const room = await openWithMode(carrel, 'Shift+F2');
  await room.open(`${isbn}${addOn}`, atlas);
  await room.open(isbn, atlas);
  expect(await receivedAt(carrel, several)).toBe(0);
  await end(room);
  await strike(room.page, 'Shift+F3');
  await room.scan(isbn);
  await expect(room.row('Received', atlas)).toContainText('1 of 3');
  expect(await receivedAt(carrel, several)).toBe(1);
  // The same book with its add-on: another copy, once it is not the same scan any more.
  await expect(async () => {
    await room.scan(`${isbn}${addOn}`);
    await expect(room.stageWord).toHaveText(m.receiving_ask_copy(), { timeout: 5000 });
  }).toPass();
  await answer(room, m.receiving_answer_copy(), 'Control+1');
  await expect(room.row('Received', '2 of 3')).toBeVisible();
  expect(await receivedAt(carrel, several)).toBe(2);
  await room.expectNoMouse();
});

test('with an order line on the table, the wrong book is asked about once', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  await changeAt(carrel, single, quiet);
  const [isbn, other] = await Promise.all([isbnAt(carrel, single), isbnAt(carrel, wanted)]);
  const room = await openWithMode(carrel, 'Shift+F2');
  await room.open(several, atlas);
  await room.scan(isbn);
  await expect(room.order).toContainText(m.failures_invalid_otherBook());
  await expect(room.order).toContainText(m.failures_invalid_do_otherBook());
  await expectAccessible(room.page, 'a cover that is not of the order line on the table');
  await press(room.page, 'Escape');
  await expect(room.heading).toHaveText(atlas);
  await room.open(isbn, guide);

  await room.open(several, atlas);
  await strike(room.page, 'Shift+F3');
  await room.scan(isbn);
  await room.expectStage(m.receiving_ask_wrong(), atlas, m.receiving_ask_wrong_isbn({ isbn }));
  await expectAccessible(room.page, 'the wrong book?');
  await answer(room, m.receiving_answer_leave(), 'Control+3');
  await expect(room.stageWord).not.toHaveText(m.receiving_ask_wrong());
  expect(await receivedAt(carrel, single)).toBe(0);

  await room.scan(isbn);
  await room.expectStage(m.receiving_ask_wrong(), atlas);
  await answer(room, m.receiving_answer_look_up(), 'Control+1');
  await expect(room.row('Received', guide)).toBeVisible();
  // Another scan of it is of the order line that it was found in: there is no other item, and nothing is asked.
  await expect(async () => {
    await room.scan(isbn);
    await expect(room.rows.filter({ hasText: guide })).toHaveCount(2, { timeout: 5000 });
  }).toPass();
  await expect(room.stageWord).not.toHaveText(m.receiving_ask_wrong());

  await room.scan(other);
  await room.expectStage(m.receiving_ask_wrong(), atlas, m.receiving_ask_wrong_isbn({ isbn: other }));
  await answer(room, m.receiving_answer_same(), 'Control+2');
  await expect(room.row('Received', atlas)).toBeVisible();
  expect(await receivedAt(carrel, several)).toBe(1);
  expect(await receivedAt(carrel, wanted)).toBe(0);
  await room.expectNoMouse();
});

test('a title and the vendor’s reference find an order line; one of several is chosen by its key', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  await changeAt(carrel, wanted, { vendor_reference_number: 'EB-20451' });
  await changeAt(carrel, several, { vendor_reference_number: 'EB-20451-B' });
  const library = await practiceLibrary(carrel);
  const { items } = await library.call('acq.pol.search', { query: { q: 'all~yearbook', status: 'ALL' } });
  const room = await openWithMode(carrel, 'Shift+F2');
  await type(room, 'field guide');
  await expect(room.heading).toHaveText(guide);
  await room.open('EB-20451', histoire);

  await type(room, 'yearbook');
  const which = room.page.getByRole('region', { name: m.receiving_ask_order() });
  await expect(which.getByRole('listitem')).toHaveCount(items.length);
  await expectAccessible(room.page, 'several order lines');
  // The key takes effect some moments after they came; once one is chosen, it has nothing more to choose.
  await expect(async () => {
    await press(room.page, 'Control+2');
    await expect(which).toHaveCount(0, { timeout: 2000 });
  }).toPass();
  await expect(room.heading).toHaveText(textOf(items[1]?.resource_metadata?.title));
  await room.expectNoMouse();
});

test('a cover of two order lines is received for the one that a person chooses', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { resource_metadata: about } = await orderAt(carrel, single);
  const isbn = await isbnAt(carrel, several);
  await changeAt(carrel, single, { ...quiet, resource_metadata: { ...about, isbn } });
  const room = await openWithMode(carrel, 'Shift+F3');
  await room.scan(isbn);
  await room.expectStage(m.receiving_ask_order(), isbn, '2 order lines');
  await expectAccessible(room.page, 'which order line?');
  await answer(room, `${single} · ${m.receiving_answer_open({ count: '1' })}`, 'Control+2');
  await expect(room.row('Received', guide)).toBeVisible();
  expect(await receivedAt(carrel, single)).toBe(1);
  expect(await receivedAt(carrel, several)).toBe(0);
  await room.expectNoMouse();
});

test('where the service has no search, that is said, and what this station has seen is found', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const isbn = await isbnAt(carrel, several);
  await setFaults(carrel, { operation: 'acq.pol.search', fault: 'status', status: 404 });
  const room = await openWithMode(carrel, 'Shift+F2');
  for (const find of [() => room.scan(isbn), () => type(room, 'night sky')]) {
    await find();
    await expect(room.order).toContainText(m.failures_order_not_known());
    await expect(room.order).toContainText(m.failures_order_not_known_do());
    await expectAccessible(room.page, 'an order line that is not known');
    await end(room);
  }
  await room.open(several, atlas);
  await end(room);
  await type(room, 'night sky');
  await expect(room.heading).toHaveText(atlas);
  await end(room);
  await strike(room.page, 'Shift+F3');
  await room.scan(`${isbn}${addOn}`);
  await expect(room.row('Received', atlas)).toBeVisible();
  expect(await receivedAt(carrel, several)).toBe(1);
  await room.expectNoMouse();
});

/** Nothing names the title and the holding of its item any more; answers them. */
async function withoutIds(carrel: Carrel): Promise<{ mmsId: string; holdingId: string }> {
  const { resource_metadata: about, location } = await orderAt(carrel, single);
  const [place] = arrayOf(location);
  const mmsId = codeOf(about?.mms_id);
  const holdingId = textOf(arrayOf(place?.holding)[0]?.id);
  await changeAt(carrel, single, {
    ...{ ...quiet, resource_metadata: { ...about, mms_id: null }, location: [{ ...place, holding: [] }] },
  });
  return { mmsId, holdingId };
}

test('where nothing names the title and the holding a person is asked, and what they enter is checked', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { mmsId, holdingId } = await withoutIds(carrel);
  const room = await openWithMode(carrel, 'Shift+F12');
  const dialog = room.page.getByRole('dialog', { name: m.receiving_ids_title() });
  const enter = async (holding: string): Promise<void> => {
    await answer(room, m.receiving_answer_ids(), 'Control+1');
    await reach(dialog.getByRole('textbox', { name: m.failures_field_mmsId() }));
    await writeOver(room.page, mmsId);
    await reach(dialog.getByRole('textbox', { name: m.failures_field_holdingId() }));
    await writeOver(room.page, holding);
    await press(room.page, 'Enter');
    await expect(dialog).toHaveCount(0);
  };
  await room.scan(single);
  await room.expectStage(m.receiving_ask_ids(), guide, m.receiving_ask_ids_why());
  await enter('1');
  await room.expectStage(m.receiving_ask_ids(), guide, m.failures_ids_wrong());
  await expectAccessible(room.page, 'wrong IDs');
  expect(await receivedAt(carrel, single)).toBe(0);
  await enter(holdingId);
  await expect(room.row('Kept', guide)).toContainText('stays in Acquisitions');
  await room.expectNoMouse();
});

test('from the table too: F12 asks for them, and goes on with them', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { mmsId, holdingId } = await withoutIds(carrel);
  const room = await openRoom(carrel);
  await room.open(single, guide);
  await press(room.page, 'F12');
  const dialog = room.page.getByRole('dialog', { name: m.receiving_ids_title() });
  await reach(dialog.getByRole('textbox', { name: m.failures_field_mmsId() }));
  await writeOver(room.page, mmsId);
  await reach(dialog.getByRole('textbox', { name: m.failures_field_holdingId() }));
  await writeOver(room.page, '1');
  await press(room.page, 'Enter');
  await expect(dialog).toContainText(m.failures_ids_wrong());
  expect(await receivedAt(carrel, single)).toBe(0);
  await writeOver(room.page, holdingId);
  await press(room.page, 'Enter');
  await expect(dialog).toHaveCount(0);
  await expect(room.row('Kept', guide)).toContainText('stays in Acquisitions');
  await room.expectNoMouse();
});
