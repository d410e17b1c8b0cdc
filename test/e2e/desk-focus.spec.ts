import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import type { NewUser } from '../../src/service/shapes/user.ts';
import type { Desk, Tab } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { press, scan, write } from './keyboard.ts';

/** From the scan box, with a patron at the desk. */
const fromTheBox = [
  'Control+D',
  'Control+I',
  'Alt+H',
  'Alt+C',
  'Alt+P',
  'Alt+Shift+P',
  'Alt+T',
  'Shift+F4',
  'Shift+F1',
  'Control+H',
  'Control+K',
] as const;

/** From the first row of each tab; from the tab itself where it has none. */
const fromTabs: readonly { readonly tab: Tab; readonly keys: readonly string[] }[] = [
  { tab: 'loans', keys: ['d'] },
  { tab: 'requests', keys: ['h', 'e', 'Delete'] },
  { tab: 'sharing', keys: ['n', 'f'] },
  { tab: 'purchases', keys: ['n', 'Delete'] },
  { tab: 'fees', keys: ['p', 'Shift+P', 's', 'n', 'w', 'd'] },
  { tab: 'deposits', keys: ['n'] },
  { tab: 'notes', keys: ['n', 'Delete'] },
  { tab: 'details', keys: ['e', 'Delete'] },
];

/** Runs in the page, whose types are not known here. */
const isFocused = (one: unknown): boolean =>
  one === (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement;

/** Opens a dialog by its key and closes it by Esc: it has the focus meanwhile, on nothing that is done, and gives it back. */
async function through({ page }: Desk, key: string): Promise<void> {
  const open = page.locator('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]');
  const before = await page.evaluateHandle('document.activeElement');
  await press(page, key);
  await expect(open, `${key} opens a dialog`).toHaveCount(1);
  const focused = page.locator(':focus');
  await expect(open.locator(':focus').or(open.and(focused)), `${key}: has the focus`).toHaveCount(1);
  await expect(focused, `${key}: nothing is done by chance`).not.toHaveClass(/\bdanger\b/);
  await press(page, 'Escape');
  await expect(open, `${key}: Esc closes it`).toHaveCount(0);
  await expect.poll(() => before.evaluate(isFocused), `${key}: gives it back`).toBe(true);
}

test('every dialog has the focus while it is open, is closed by Esc, and gives the focus back', async ({
  desk,
  service,
}) => {
  const { page } = desk;
  test.setTimeout(1_620_000);
  const path = { user_id: code('patronGood') };
  const body = (await service.client.call('users.get', { path })) as NewUser;
  const note = { note_text: 'Asks for the quiet room', note_type: { value: 'GENERAL' } };
  await service.client.call('users.update', { path, body: { ...body, user_note: [note] } });
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await expect(desk.box).toBeFocused();
  for (const key of fromTheBox) await through(desk, key);
  for (const { tab, keys } of fromTabs) {
    await desk.tab(tab);
    await press(page, 'ArrowDown');
    for (const key of keys) await through(desk, key);
    await press(page, 'Escape');
    await expect(desk.box, `${tab}: Esc is the way back`).toBeFocused();
  }
  // What the palette opens leaves to where the palette was asked for.
  await press(page, 'Control+K');
  await expect(page.getByRole('combobox', { name: m.app_palette_label(), exact: true })).toBeFocused();
  await write(page, 'card of');
  await expect(page.getByRole('option', { selected: true })).toContainText(m.station_card_show());
  await press(page, 'Enter');
  await expect(page.getByRole('dialog', { name: m.station_card(), exact: true })).toBeVisible();
  await press(page, 'Escape');
  await expect(desk.dialog).toHaveCount(0);
  await expect(desk.box).toBeFocused();
});

test('a scan into any dialog is in the queue, and changes nothing in it', async ({ desk }) => {
  const { page } = desk;
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  // What is scanned into the dialogs is no card, and nothing to lend.
  await press(page, 'F2');
  let scans = 1;
  for (const key of ['Control+D', 'Alt+C', 'Alt+P', 'Shift+F4', 'Control+K']) {
    await press(page, key);
    await expect(desk.dialog).toHaveCount(1);
    const values = (): Promise<string[]> =>
      desk.dialog
        .locator('input:not([type="radio"], [type="checkbox"])')
        .evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value));
    const before = await values();
    await scan(page, 'NO/SUCH/ITEM/1');
    scans += 1;
    await expect(desk.scans, `${key}: it is in the queue`).toHaveCount(scans);
    expect(await values(), `${key}: the fields are as they were`).toEqual(before);
    await expect(desk.dialog).toHaveCount(1);
    await press(page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);
    await expect(desk.box).toBeFocused();
  }
});
