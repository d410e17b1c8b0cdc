import { m } from '../../src/messages/compiled/messages.js';
import { arrayOf, codeOf } from '../../src/service/read.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import type { Carrel } from './app.ts';
import { doneLine, draftLine, owed } from './desk.ts';
import { expect, test, type Service } from './fixtures.ts';
import { smallestPage } from './fits.ts';
import { Hand } from './hand.ts';
import { SettingsRoom } from './settings.ts';
import { choose, oneLine, press, reach, scan, standOn, write, writeOver } from './keyboard.ts';

const rivka = { card: code('patronGood'), name: 'Rivka Ben-Ami' };
const grace = { card: code('patronNothing'), name: 'Grace Okafor' };
const giorgos = { card: code('patronOwing'), name: 'Γιώργος Παπαδόπουλος' };

async function payments(service: Service, card: string) {
  const fees = [];
  for (const status of ['ACTIVE', 'CLOSED'])
    fees.push(
      ...(await service.client.call('users.fees.list', { path: { user_id: card }, query: { status } })).items,
    );
  return fees.flatMap((fee) =>
    arrayOf(fee.transaction).map((entry) => [Number(entry.amount), codeOf(entry.payment_method)] as const),
  );
}

/** Main takes nothing for a while. */
async function keepBusy(carrel: Carrel): Promise<void> {
  await carrel.app.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 1500;
      while (performance.now() < end);
    });
  });
}

test.describe('the hand, from the first screen with nobody at the desk', () => {
  test('one fee in part, in cash: four actions', async ({ desk, service }) => {
    const hand = new Hand(desk.page);
    await hand.scan(rivka.card);
    await hand.press('Alt+P');
    await expect(desk.dialog.getByLabel('To pay')).toBeFocused();
    await hand.write('2');
    await hand.press('Enter');
    await expect(doneLine(desk.patron)).toContainText('Paid ₪2.00');
    hand.took(4, 4);
    await expect(desk.patron.getByRole('note')).toContainText('₪10.50');
    await expect(desk.box).toBeFocused();
    expect(await payments(service, rivka.card)).toEqual([[2, 'CASH']]);
  });

  test('all fees: three, of which one is the confirmation', async ({ desk, service }) => {
    const hand = new Hand(desk.page);
    await hand.scan(giorgos.card);
    await hand.press('Alt+Shift+P');
    await expect(desk.dialog.getByRole('button', { name: 'Pay ₪47.00' })).toBeVisible();
    await hand.press('Enter');
    await expect(doneLine(desk.patron)).toContainText('Paid ₪47.00');
    await expect(desk.stageWhat).toHaveText(m.fees_done_nothing_left());
    hand.took(3, 3);
    await expect(desk.patron.getByRole('note')).toHaveCount(0);
    expect((await payments(service, giorgos.card)).every(([, method]) => method === 'CASH')).toBe(true);
  });

  test('the key is not lost while the card is still being looked up', async ({ desk, service }) => {
    // Long enough to be looked at on a machine that is busy.
    await service.faults({ fault: 'delay', ms: 4000, operation: 'users.get' });
    await desk.scan(rivka.card);
    await expect(desk.patron.getByText('Opening …')).toBeVisible();
    await press(desk.page, 'Alt+P');
    await expect(desk.dialog.getByLabel('To pay')).toBeFocused();
    await press(desk.page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);
    await expect(desk.box).toBeFocused();
  });

  test('nor where main has not taken the card yet, and never does it ask for whom was there before', async ({
    carrel,
    desk,
  }) => {
    await desk.open(grace.card, grace.name);
    await keepBusy(carrel);
    await scan(desk.page, rivka.card);
    await press(desk.page, 'Alt+P');
    await expect(desk.dialog).toContainText(rivka.name);
    await press(desk.page, 'Escape');
    await press(desk.page, 'F10');
    await expect(desk.stageWord).toHaveText(m.desk_ended());
    await keepBusy(carrel);
    await scan(desk.page, grace.card);
    await press(desk.page, 'Alt+H');
    await expect(desk.dialog).toContainText(grace.name);
  });

  test('the way to pay is always shown, one key changes it, and it stays for the next patron', async ({
    desk,
    service,
  }) => {
    await desk.open(giorgos.card, giorgos.name);
    const band = desk.patron.getByRole('note');
    await expect(band.getByRole('button', { name: 'Paid by Cash' })).toBeVisible();
    await press(desk.page, 'Alt+M');
    await expect(band.getByRole('button', { name: 'Paid by Card' })).toBeVisible();
    await press(desk.page, 'Alt+P');
    const { dialog } = desk;
    await expect(dialog.getByText('Fee 1 of 5')).toBeVisible();
    await expect(dialog.getByLabel('Given')).toHaveCount(0);
    await press(desk.page, 'ArrowDown');
    await expect(dialog.getByLabel('To pay')).toHaveValue('10.50');
    await press(desk.page, 'Alt+M');
    await expect(dialog.getByRole('radio', { name: 'Online' })).toBeChecked();
    await press(desk.page, 'Enter');
    await expect(doneLine(desk.patron)).toContainText('Paid ₪10.50');
    expect(await payments(service, giorgos.card)).toEqual([[10.5, 'ONLINE']]);
    await desk.open(rivka.card, rivka.name);
    await expect(band.getByRole('button', { name: 'Paid by Online' })).toBeVisible();
    await expectAccessible(desk.page, 'what is owed, and how it is paid');
  });
});

test.describe('the till', () => {
  test('has its places from the start: to pay, given, and the change, the largest', async ({ desk }) => {
    await desk.open(rivka.card, rivka.name);
    await press(desk.page, 'Alt+Shift+P');
    const { dialog, page } = desk;
    const given = dialog.getByLabel('Given');
    const change = dialog.getByTestId('change');
    const pay = dialog.getByRole('button', { name: 'Pay ₪12.50' });
    await expect(given).toBeFocused();
    await expect(change).toHaveText('–');
    // Each sum is there once.
    expect(oneLine(await dialog.getByTestId('dialog-body').innerText()).match(/12\.50/g)).toHaveLength(1);
    await expect(dialog.getByTestId('to-pay')).toHaveCSS('font-size', '24px');
    await expect(given).toHaveCSS('font-size', '32px');
    await expect(change).toHaveCSS('font-size', '48px');
    await write(page, '10');
    await expect(change).toHaveText('₪2.50 short');
    await expect(change).toHaveCSS('font-size', '48px');
    await expect(pay).toBeDisabled();
    await expectAccessible(page, 'too little was given');
    await press(page, 'Enter');
    await expect(dialog).toBeVisible();
    await write(page, '0');
    await expect(change).toHaveText('₪87.50');
    await expect(pay).toBeEnabled();
  });

  test('takes a banknote by its button, and the exact sum', async ({ desk }) => {
    await desk.open(rivka.card, rivka.name);
    await press(desk.page, 'Alt+P');
    const { dialog, page } = desk;
    await expect(dialog.getByLabel('To pay')).toHaveCSS('font-size', '24px');
    const notes = dialog.getByRole('group', { name: 'Banknotes' }).getByRole('button');
    await expect(notes).toHaveText(['Exact', '₪20', '₪50', '₪100', '₪200']);
    await reach(notes.nth(2));
    await press(page, 'Enter');
    await expect(dialog.getByLabel('Given')).toHaveValue('50');
    await expect(dialog.getByLabel('Given')).toBeFocused();
    await expect(dialog.getByTestId('change')).toHaveText(/^₪(42\.00|45\.50)$/);
    await reach(notes.first(), 'Shift+Tab');
    await press(page, 'Enter');
    await expect(dialog.getByTestId('change')).toHaveText('₪0.00');
    await press(page, 'Enter');
    await expect(doneLine(desk.patron)).toContainText('Paid ₪');
  });

  test('offers the banknotes of the settings', async ({ carrel, desk }) => {
    const { page } = desk;
    try {
      await new SettingsRoom(page).go(m.fees_notes_title());
      const section = page.getByRole('region', { name: 'Banknotes' });
      await reach(section.getByRole('textbox'));
      await writeOver(page, '20 ten');
      await press(page, 'Enter');
      await expect(section.getByRole('alert')).toContainText('Banknotes: not an amount, such as 12.50');
      await writeOver(page, '500 20');
      await press(page, 'Enter');
      await expect(section.getByRole('textbox')).toHaveValue('20 500');
      await expectAccessible(page, 'the banknotes');
      await page.keyboard.press('Alt+1');
      await desk.open(rivka.card, rivka.name);
      await press(page, 'Alt+P');
      const notes = desk.dialog.getByRole('group', { name: 'Banknotes' }).getByRole('button');
      await expect(notes).toHaveText(['Exact', '₪20', '₪500']);
    } finally {
      await carrel.ask('station.banknotes', { currency: 'ILS', notes: [] });
    }
  });

  for (const text of ['usual', 'large'] as const) {
    test.describe(`in the smallest window, in ${text} text`, () => {
      test.use({ alone: true, size: smallestPage });

      test('is seen whole, with its button', async ({ carrel, desk }) => {
        await carrel.ask('station.appearance', { text });
        await desk.open(rivka.card, rivka.name);
        await press(desk.page, 'Alt+P');
        const { dialog, page } = desk;
        await reach(dialog.getByLabel('Given'));
        await write(page, '2000');
        for (const part of [
          dialog.getByLabel('To pay'),
          dialog.getByLabel('Given'),
          dialog.getByTestId('change'),
          dialog.getByRole('button', { name: /^Pay ₪/ }),
        ])
          await expect(part).toBeInViewport({ ratio: 1 });
        const isScrolled = await page.evaluate<boolean>(
          `(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(
            document.querySelector('[data-testid="dialog-body"]'),
          )`,
        );
        expect(isScrolled).toBe(false);
      });
    });
  }
});

test('a fee is charged, with the book it is for', async ({ desk, service }) => {
  await desk.open(rivka.card, rivka.name);
  const panel = await desk.tab('fees');
  await press(desk.page, 'n');
  const { dialog, page } = desk;
  await dialog.waitFor();
  await expectAccessible(page, 'charging a fee');
  await reach(dialog.getByLabel('Amount', { exact: true }));
  await write(page, '4.5');
  await press(page, 'Enter');
  await expect(dialog.getByRole('button', { name: 'Charge ₪4.50' })).toBeFocused();
  await press(page, 'Enter');
  await expect(dialog.getByTestId('field-error')).toHaveText('Type: nothing entered');
  await choose(page, 'Fee type', 'Other');
  await expect(dialog.locator('[aria-label="Owed to: Main Library"]')).toBeVisible();
  const barcode = dialog.getByLabel('Item barcode');
  await reach(barcode);
  await scan(page, code('itemFree1'));
  await expect(barcode).toHaveValue(code('itemFree1'));
  await reach(dialog.getByRole('button', { name: 'Charge ₪4.50' }));
  await press(page, 'Enter');
  await expect(dialog).toHaveCount(0);
  await expect(doneLine(desk.patron)).toContainText('Charged ₪4.50');
  await expect(owed(panel)).toContainText('₪17.00');
  await expect(panel.getByRole('grid')).toContainText('The Overstory');
  const { items } = await service.client.call('users.fees.list', { path: { user_id: rivka.card } });
  expect(items).toHaveLength(3);
  expect(items.at(-1)).toMatchObject({ original_amount: '4.50', barcode: { value: code('itemFree1') } });
});

test('a deposit is noted, taken with change, disputed, restored and given back', async ({
  desk,
  service,
}) => {
  test.setTimeout(540_000);
  await desk.open(rivka.card, rivka.name);
  const panel = await desk.tab('deposits');
  const { dialog, page } = desk;
  await expect(panel.getByText('No deposits')).toBeVisible();
  await expectAccessible(page, 'no deposits');
  await press(page, 'n');
  await dialog.waitFor();
  await choose(page, 'For', 'Locker deposit');
  await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('20.00');
  await expectAccessible(page, 'noting a deposit');
  // What was begun is there again, after Esc and after another patron.
  await reach(dialog.getByLabel('Comment'));
  await write(page, 'Locker 12');
  await press(page, 'Escape');
  const draft = draftLine(panel);
  await expect(draft).toContainText('₪20.00 · Locker 12');
  await desk.open(grace.card, grace.name);
  await desk.tab('deposits');
  await expect(draft).toHaveCount(0);
  await desk.open(rivka.card, rivka.name);
  await desk.tab('deposits');
  await expect(draft).toBeVisible();
  await press(page, 'n');
  await expect(dialog.getByLabel('Comment')).toHaveValue('Locker 12');
  await reach(dialog.getByRole('button', { name: 'Add ₪20.00' }));
  await press(page, 'Enter');
  await expect(doneLine(desk.patron)).toContainText('Added ₪20.00');
  await expect(draft).toHaveCount(0);
  const row = await standOn(panel.getByRole('grid'), 'Locker deposit');
  await press(page, 'p');
  await expect(dialog.getByLabel('Given')).toBeFocused();
  await write(page, '50');
  await expect(dialog).toContainText(/Change\s*₪30\.00/);
  await expectAccessible(page, 'taking a deposit');
  await press(page, 'Enter');
  await expect(doneLine(desk.patron)).toContainText(/Taken ₪20\.00[\s\S]*Change\s*₪30\.00/);
  await expect(panel.getByRole('paragraph').filter({ hasText: m.deposits_held() })).toContainText('₪20.00');
  await press(page, 'd');
  await expect(dialog.getByRole('button', { name: 'Dispute', exact: false })).toBeFocused();
  await press(page, 'Enter');
  await expect(doneLine(desk.patron)).toContainText('Disputed');
  await expect(panel.getByRole('button', { name: /^Refund/ })).toBeDisabled();
  await expectAccessible(page, 'a deposit in dispute');
  await press(page, 'd');
  await dialog.waitFor();
  await press(page, 'Enter');
  await expect(doneLine(desk.patron)).toContainText('Restored');
  // It is said a moment before the list was read again; the key acts on what the list says.
  await expect(panel.getByRole('button', { name: /^Refund/ })).toBeEnabled();
  await press(page, 'r');
  await expect(dialog.getByRole('button', { name: 'Do nothing' })).toBeFocused();
  await expect(dialog).toContainText(
    /Held now\s*₪20\.00\s*Refunded now\s*₪20\.00\s*Held afterwards\s*₪0\.00/,
  );
  await expectAccessible(page, 'giving a deposit back');
  await reach(dialog.getByRole('button', { name: 'Refund ₪20.00' }));
  await press(page, 'Enter');
  await expect(doneLine(desk.patron)).toContainText('Refunded ₪20.00');
  await expect(row).toContainText('Refunded');
  await press(page, 'Enter');
  const history = panel.getByRole('table', { name: m.deposits_history() });
  await expect(history.locator('tbody tr')).toHaveCount(4);
  await expectAccessible(page, 'what was done with a deposit');
  await press(page, 'o');
  await expect(dialog.getByLabel('Operation')).toBeFocused();
  await write(page, 'submit');
  await press(page, 'Enter');
  await press(page, 'Enter');
  await expect(dialog.getByRole('alert')).toContainText('Operation not accepted');
  await press(page, 'Escape');
  const { items } = await service.client.call('users.deposits.list', { path: { user_id: rivka.card } });
  expect(items.map(({ status }) => codeOf(status))).toEqual(['REFUNDED']);
});

test.describe('the takings of the window', () => {
  // The page is loaded anew, and its watch on the mouse with it.
  test.use({ alone: true, keyboardOnly: false });

  test('by method, from the journal, copied, and begun anew by a report', async ({ desk, carrel }) => {
    test.setTimeout(540_000);
    const { page, dialog } = desk;
    await press(page, 'Alt+T');
    await expect(dialog).toContainText('No takings');
    await expect(dialog.getByRole('button', { name: 'Close the till' })).toBeDisabled();
    await expectAccessible(page, 'nothing was taken');
    await press(page, 'Escape');
    await desk.open(rivka.card, rivka.name);
    await press(page, 'Alt+P');
    await expect(dialog.getByLabel('To pay')).toBeFocused();
    await write(page, '2');
    await press(page, 'Enter');
    await expect(doneLine(desk.patron)).toContainText('Paid ₪2.00');
    await press(page, 'Alt+M');
    await press(page, 'Alt+Shift+P');
    await dialog.waitFor();
    await press(page, 'Enter');
    await expect(doneLine(desk.patron)).toContainText('Paid ₪10.50');
    // What the window remembers is gone; what main has is not.
    await page.reload();
    await expect(desk.heading).toHaveText(rivka.name);
    await press(page, 'Alt+T');
    const lines = dialog.locator('tbody tr');
    await expect(lines).toHaveCount(3);
    expect((await lines.allInnerTexts()).map(oneLine)).toEqual([
      'Fees, Cash 1 ₪2.00',
      'Fees, Card 1 ₪10.50',
      'Total 2 ₪12.50',
    ]);
    await expectAccessible(page, 'takings');
    await press(page, 'c');
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    await press(page, 'r');
    await expect(dialog.getByRole('textbox', { name: 'How many of ₪200' })).toBeFocused();
    await reach(dialog.getByRole('textbox', { name: 'Other cash' }));
    await write(page, '2');
    await expect(dialog).toContainText('Agrees');
    await reach(dialog.getByRole('button', { name: 'Close the till' }));
    await press(page, 'Enter');
    await expect(dialog).toContainText('Till closed.');
    await expect(dialog.getByRole('table', { name: 'Takings' }).locator('tbody tr')).toHaveCount(3);
    await expectAccessible(page, 'a report was made');
    await press(page, 'Escape');
    await expect(dialog).toHaveCount(0);
    await press(page, 'Alt+T');
    await expect(dialog).toContainText('No takings');
    await press(page, 'ArrowRight');
    await expect(lines).toHaveCount(3);
    const reply = await carrel.ask('takings.read', { since: 'report' });
    expect(reply).toMatchObject({ ok: true, value: { total: '0.00' } });
  });
});

for (const { currency, total, hint, part, left: remaining } of [
  { currency: 'JPY', total: '¥1,250', hint: 'Such as 1250', part: '200', left: '¥1,050' },
  {
    currency: 'KWD',
    total: 'KWD 12.500',
    hint: 'Such as 12.500',
    part: '0.125',
    left: 'KWD 12.375',
  },
]) {
  test.describe(`where money is ${currency}`, () => {
    test.use({ library: { currency }, alone: true });

    test('sums have its decimals, from the list to the change', async ({ desk }) => {
      await desk.open(rivka.card, rivka.name);
      const band = desk.patron.getByRole('note');
      await expect.poll(async () => oneLine(await band.innerText())).toContain(total);
      await press(desk.page, 'Alt+P');
      const field = desk.dialog.getByLabel('To pay');
      await expect(field).toBeFocused();
      await expect(desk.dialog).toContainText(hint);
      await write(desk.page, part);
      await press(desk.page, 'Enter');
      await expect(desk.dialog).toHaveCount(0);
      await expect.poll(async () => oneLine(await band.innerText())).toContain(remaining);
    });
  });
}
