import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import type { NewUser } from '../../src/service/shapes/user.ts';
import type { Desk } from './desk.ts';
import { fromTabs, fromTheBox } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { press, write } from './keyboard.ts';

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
