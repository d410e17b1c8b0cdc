import type { Locator } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import type { Desk } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { press, write } from './keyboard.ts';
import { Paper } from './paper.ts';
import { Scanner } from './scanner.ts';

/** Opens the first fee of a patron who is in good standing, to be paid; answers the field for the amount. */
async function openPayment(desk: Desk): Promise<Locator> {
  const { keyboard } = desk.page;
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.tab('fees');
  await keyboard.press('ArrowDown');
  await keyboard.press('p');
  const amount = desk.dialog.getByRole('textbox', { name: 'To pay', exact: true });
  await expect(amount).toBeFocused();
  return amount;
}

test.describe('a scan is heard wherever the focus is', () => {
  test('in a dialog’s amount field: field and dialog stay, and it waits to be taken up', async ({
    desk,
    service,
  }) => {
    const scanner = await Scanner.for(desk.page);
    const { keyboard } = desk.page;
    const amount = await openPayment(desk);
    const waits = (item: Parameters<typeof code>[0]) =>
      desk.dialog.getByText(m.app_scan_waits({ code: code(item) }), { exact: true });
    await expect(amount).toHaveValue('8.00');
    await keyboard.press('End');
    await scanner.scan(code('itemFree1'));
    await expect(waits('itemFree1')).toBeVisible();
    await expect(amount).toHaveValue('8.00');
    await expect(amount).toBeFocused();
    await scanner.scan(code('itemFree2'), { suffix: 'Tab' });
    await expect(waits('itemFree2')).toBeVisible();
    await expect(amount).toHaveValue('8.00');
    await expect(amount).toBeFocused();
    await scanner.scan(code('itemFree3'), { stutter: 350 });
    await expect(waits('itemFree3')).toBeVisible();
    await expect(amount).toHaveValue('8.00');

    // Onto the button that pays.
    await desk.reach(desk.dialog.getByRole('button', { name: /^Pay/ }));
    await scanner.scan(code('itemFree4'));
    await expect(waits('itemFree4')).toBeVisible();
    await expect(desk.scans).toHaveCount(1);
    await expect(desk.readiness).toHaveText(m.app_scan_dialog());
    await keyboard.press('Escape');
    await expect(desk.dialog).toBeHidden();

    // Nothing was lent behind the dialog; one key does it now, in the order of the scans.
    const offered = desk.page.getByRole('region', { name: /^4 scans wait/ });
    await expect(offered.getByRole('listitem')).toHaveCount(4);
    await desk.takeUp();
    const titles = ['The Name of the Rose', 'Mrs Dalloway', 'Invisible Cities', 'The Overstory'];
    for (const title of titles) await expect(desk.row('Lent', title)).toBeVisible();
    for (const [at, title] of titles.entries()) await expect(desk.rows.nth(at)).toContainText(title);
    const fees = await service.client.call('users.fees.list', { path: { user_id: code('patronGood') } });
    expect(fees.items.flatMap((fee) => fee.transaction ?? [])).toEqual([]);
  });

  test('typed at once as the focus moves, no key of an amount is lost', async ({ desk }) => {
    const { keyboard } = desk.page;
    const amount = await openPayment(desk);
    await amount.fill('');
    await desk.reach(desk.dialog.getByRole('button', { name: 'Cancel' }));
    // As a dialog that opens does, between a key's going down and its character.
    await amount.evaluate((field) => {
      const page = globalThis as unknown as {
        addEventListener(type: 'keydown', act: () => void, options: { once: true }): void;
      };
      page.addEventListener('keydown', () => (field as unknown as { focus(): void }).focus(), { once: true });
    });
    await keyboard.type('50');
    await expect(amount).toHaveValue('50');
  });

  test('on a button, a tab, a row, the list of scans: it presses nothing', async ({ desk }) => {
    const scanner = await Scanner.for(desk.page);
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.tab('loans');
    const places = [
      desk.page.getByRole('tab', { name: /^Loans/ }),
      desk.page.getByRole('button', { name: /^Renew all/ }),
      desk.page.getByRole('grid', { name: 'Loans' }).locator('tbody tr').first(),
      desk.page.getByRole('button', { name: /^End/ }),
    ];
    const items = ['itemFree1', 'itemFree2', 'itemFree3', 'itemFree4'] as const;
    for (const [index, place] of places.entries()) {
      await desk.reach(place);
      await scanner.scan(code(items[index] ?? 'itemFree5'), { suffix: index % 2 === 0 ? 'Enter' : 'Tab' });
      await expect(desk.rows).toHaveCount(2 + index);
      await expect(desk.rows.first()).toContainText('Lent');
      await expect(place).toBeFocused();
    }
    await expect(desk.heading).toHaveText('Rivka Ben-Ami');
    await expect(desk.page.getByText(/\d renewed/)).toHaveCount(0);
  });

  test(
    'right after Alt, alone or let go before its letter: no menu has heard of it',
    { tag: '@smoke:keys' },
    async ({ desk }) => {
      const scanner = await Scanner.for(desk.page);
      const { keyboard } = desk.page;
      // The window's own menu bar takes the focus where a page lets Alt come up.
      await desk.page.evaluate(`
      globalThis.heard = [];
      addEventListener('keyup', ({ key, defaultPrevented }) => key === 'Alt' && heard.push(defaultPrevented));
    `);
      await desk.open(code('patronNothing'), 'Grace Okafor');
      await keyboard.press('Alt');
      await scanner.scan(code('itemFree1'));
      await expect(desk.row('Lent', 'The Overstory')).toBeVisible();
      await keyboard.down('Alt');
      await keyboard.down('q');
      await keyboard.up('Alt');
      await keyboard.up('q');
      await scanner.scan(code('itemFree2'));
      await expect(desk.row('Lent', 'Invisible Cities')).toBeVisible();
      expect(await desk.page.evaluate('heard')).toEqual([true, true]);
    },
  );

  test('a code that begins with a letter is no key of the screen', async ({ desk }) => {
    const scanner = await Scanner.for(desk.page);
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    const panel = await desk.tab('fees');
    await desk.page.keyboard.press('ArrowDown');
    await expect(panel.locator('tbody tr').first()).toBeFocused();
    for (const text of ['P0001234', 'W0001234', 'D0001234', 'S0001234']) {
      await scanner.scan(text);
      await expect(desk.row(text, 'Refused')).toBeVisible();
      await expect(desk.dialog).toHaveCount(0);
    }
  });

  test('into the scan box, over what was being typed', async ({ desk }) => {
    const scanner = await Scanner.for(desk.page);
    await write(desk.page, 'Okaf');
    await expect(desk.page.getByRole('option', { name: /Grace Okafor/ })).toBeVisible();
    await desk.page.keyboard.press('ArrowDown');
    await scanner.scan(code('patronGood'));
    await expect(desk.heading).toHaveText('Rivka Ben-Ami');
    await expect(desk.box).toHaveValue('');
    await expect(desk.page.getByRole('option')).toHaveCount(0);
  });

  test('with its keys a stutter apart, or ended by Tab, it is one scan', async ({ desk }) => {
    const scanner = await Scanner.for(desk.page);
    await scanner.scan(code('patronNothing'), { suffix: 'Tab' });
    await expect(desk.heading).toHaveText('Grace Okafor');
    await scanner.scan(code('itemFree1'), { stutter: 400 });
    await expect(desk.row('Lent', 'The Overstory')).toBeVisible();
    await scanner.scan(code('itemFree2'), { gap: 25, suffix: 'Tab', stutter: 200 });
    await expect(desk.row('Lent', 'Invisible Cities')).toBeVisible();
    await expect(desk.rows).toHaveCount(3);
    await expect(desk.box).toBeFocused();
    await expect(desk.box).toHaveValue('');
  });

  test('with the sheet of keys open, and in another room: nothing is lent there', async ({
    desk,
    carrel,
  }) => {
    const scanner = await Scanner.for(desk.page);
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await press(desk.page, 'Control+H');
    await expect(desk.dialog).toBeVisible();
    await scanner.scan(code('itemFree1'));
    await expect(desk.dialog.getByText(m.app_scan_waits({ code: code('itemFree1') }))).toBeVisible();
    await expect(desk.dialog).toBeVisible();
    await desk.page.keyboard.press('Escape');
    await expect(desk.dialog).toBeHidden();
    await desk.page.keyboard.press('Alt+7');
    await expect(carrel.page.getByRole('heading', { name: 'Settings', level: 1 })).toBeAttached();
    await scanner.scan(code('itemFree2'));
    await expect(desk.page.getByRole('region', { name: m.app_strip() })).toContainText('Invisible Cities');
    await desk.page.keyboard.press('Alt+1');
    await expect(desk.rows).toHaveCount(1);
    // What waits is lent once somebody takes it up.
    await desk.takeUp();
    await expect(desk.row('Lent', 'The Overstory')).toBeVisible();
    await expect(desk.rows).toHaveCount(2);
  });

  test('on the numeric pad without Num Lock: it lends, moves no row and prints nothing', async ({
    carrel,
    desk,
  }) => {
    const paper = await Paper.beside(carrel.app);
    const scanner = await Scanner.for(desk.page);
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await scanner.scan(code('itemFree1'), { isPadUnlocked: true, afterTyping: 200 });
    await expect(desk.row('Lent', 'The Overstory')).toBeVisible();
    await expect(desk.box).toHaveValue('');
    await desk.tab('loans');
    await press(desk.page, 'ArrowDown');
    const row = desk.page.getByRole('grid', { name: 'Loans' }).locator('tbody tr').first();
    await expect(row).toBeFocused();
    await scanner.scan(code('itemFree2'), { isPadUnlocked: true, afterTyping: 200 });
    await expect(desk.row('Lent', 'Invisible Cities')).toBeVisible();
    await expect(desk.page.getByRole('grid', { name: 'Loans' }).locator('tr.at')).toHaveCount(1);
    await expect(desk.page.locator('tr.at:focus')).toHaveCount(1);
    await expect(desk.rows).toHaveCount(3);
    expect(await paper.unread()).toBe(0);
  });

  test('on the button of the pickup places: the place stays, and a person’s digit chooses', async ({
    desk,
  }) => {
    const scanner = await Scanner.for(desk.page);
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await press(desk.page, 'Alt+h');
    await expect(desk.dialog.getByRole('textbox', { name: 'Barcode' })).toBeFocused();
    await scanner.scan(code('itemForHold'), { afterTyping: 200 });
    await expect(desk.dialog).toContainText('The Master of Go');
    const places = desk.dialog.locator('[aria-label^="Pickup place:"]');
    const place = 'Pickup place: Main Library · Circulation Desk';
    await expect(places).toHaveAttribute('aria-label', place);
    await desk.reach(places);
    for (const isPadUnlocked of [false, true]) {
      await scanner.scan(code('itemFree1'), { isPadUnlocked, stutter: 300, afterTyping: 200 });
      await expect(desk.dialog).toContainText('The Overstory');
      await scanner.scan(code('itemForHold'), { isPadUnlocked, afterTyping: 200 });
      await expect(desk.dialog).toContainText('The Master of Go');
      await expect(places).toHaveAttribute('aria-label', place);
      await expect(desk.page.getByRole('listbox')).toHaveCount(0);
    }
    await press(desk.page, '2');
    await expect(places).not.toHaveAttribute('aria-label', place);
    await press(desk.page, '1');
    await expect(places).toHaveAttribute('aria-label', place);
  });
});
