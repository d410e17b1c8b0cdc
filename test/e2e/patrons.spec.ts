import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { expectAccessible } from './accessible.ts';
import { connect, expect, test } from './fixtures.ts';
import { oneLine, press, read, write, writeOver } from './keyboard.ts';
import { standBetween } from './proxy.ts';
import { Scanner } from './scanner.ts';

test.describe('a patron at the desk', () => {
  test('by their card: who they are, what they owe, have on loan and have asked for', async ({ desk }) => {
    await expectAccessible(desk.page, 'nobody at the desk');
    await expect(desk.patron).toContainText('Scan a card to lend');
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await expect(desk.patron.getByTestId('who')).toContainText(/Staff\s*·\s*to .*20\d\d/);
    await expect(desk.patron).not.toContainText('NOT ACTIVE');
    await expect(desk.patron).toContainText('Owes');
    await expect(desk.patron.getByRole('note')).toContainText('₪12.50');
    const tabs = desk.page.getByRole('tab');
    const counted = ['Loans 4', 'Requests 1', 'Fees 2', 'Notes'];
    // The tabs are drawn after the patron.
    await expect
      .poll(async () => (await tabs.allInnerTexts()).map(oneLine))
      .toEqual(expect.arrayContaining(counted));
    expect(await read(desk.row('Rivka Ben-Ami').getByTestId('scan-line'))).toBe('1 Opened Rivka Ben-Ami');
    await expect(desk.box).toBeFocused();
    await expectAccessible(desk.page, 'a patron at the desk');
  });

  test('by their card typed by hand, and Enter', async ({ desk }) => {
    await write(desk.page, `${code('patronNothing')}\n`);
    await expect(desk.heading).toHaveText('Grace Okafor');
    await expect(desk.patron.getByRole('note')).toHaveCount(0);
  });

  test('by name, with the arrows', async ({ desk }) => {
    const { page } = desk;
    await page.keyboard.press('F4');
    await write(page, 'ok');
    const hits = page.getByRole('listbox', { name: 'Patrons found' });
    await expect(hits.getByRole('option').first()).toBeVisible();
    await expectAccessible(page, 'patrons found');
    await write(page, 'afor, gr');
    await expect(hits.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(hits).toBeHidden();

    await write(page, 'li');
    await expect(hits.getByRole('option')).toHaveCount(5);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const second = hits.getByRole('option').nth(1);
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await expect(desk.box).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '');
    const name = await second.getByTestId('hit-name').innerText();
    await page.keyboard.press('Enter');
    await expect(desk.heading).toHaveText(name);
    await expect(desk.box).toHaveValue('');
    await expect(desk.box).toBeFocused();
  });

  test('an older question that is answered late takes nothing from the newer one', async ({
    carrel,
    desk,
    service,
  }) => {
    const { page } = desk;
    const answered: string[] = [];
    await using proxy = await standBetween(service.origin, ({ url }) => {
      const request = new URL(url, service.origin).searchParams.get('q');
      if (request !== null) answered.push(request);
      return null;
    });
    await connect(carrel, { ...service, origin: proxy.origin });
    await service.faults({ operation: 'users.list', fault: 'delay', ms: 3000 });
    const hits = page.getByRole('listbox', { name: m.app_search_results() });
    await press(page, 'F4');
    await write(page, 'okafor');
    await expect.poll(() => proxy.requests.some((one) => one.includes('okafor'))).toBe(true);
    await service.faults();
    await writeOver(page, 'ben-ami');
    await expect(hits.getByRole('option')).toContainText('Rivka Ben-Ami');
    await expect.poll(() => answered.some((one) => one.includes('okafor'))).toBe(true);
    // Whatever it says is here by the time that this one is answered.
    await press(page, 'Alt+s');
    await expect(page.getByText(m.app_search_by_first_name())).toBeVisible();
    await expect(hits.getByRole('option')).toHaveCount(1);
    await expect(hits.getByRole('option')).toContainText('Rivka Ben-Ami');
    await press(page, 'Escape');
  });

  test('by a name that nobody has, or by words that mean something to the service’s search', async ({
    desk,
  }) => {
    for (const text of ['nobody of that name', 'last_name~Ben', 'a AND b', '"~', 'zz/b \\']) {
      await write(desk.page, text);
      await expect(desk.page.getByText(`No patron found: “${text}”`)).toBeVisible();
      await expect(desk.page.getByRole('alert')).toHaveCount(0);
      await desk.page.keyboard.press('Escape');
    }
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  });

  test('by a name of one character, and Enter', async ({ desk }) => {
    await write(desk.page, '"\n');
    await expect(desk.page.getByText('No patron found: “"”')).toBeVisible();
    await desk.page.keyboard.press('Escape');
    await write(desk.page, '明\n');
    const hits = desk.page.getByRole('listbox', { name: 'Patrons found' });
    await expect(hits.getByRole('option', { name: '李明' })).toBeVisible();
  });

  test('again with one key, after somebody else', async ({ desk }) => {
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.page.keyboard.press('F8');
    await expect(desk.heading).toHaveText('Rivka Ben-Ami');
    await desk.page.keyboard.press('F10');
    await expect(desk.stageWord).toHaveText('Ended');
    await expectAccessible(desk.page, 'session ended');
    await desk.page.keyboard.press('F8');
    await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  });
});

test.describe('unmistakable', () => {
  test('not found', async ({ desk }) => {
    const nobody = barcodeOf('patron', 99_999);
    await desk.scan(nobody);
    await expect(desk.heading).toHaveText('No patron opened');
    await expect(desk.stageWord).toHaveText('Refused');
    await expect(desk.stageWhat).toHaveText(nobody);
    await expect(desk.stageThen).toHaveText('No such patron');
    await expect(desk.row('Refused', nobody, 'No such patron')).toBeVisible();
    await expectAccessible(desk.page, 'no such patron');
  });

  test('expired: said before anything is scanned, and the service refuses', async ({ desk }) => {
    await desk.open(code('patronExpired'), 'Léa Fontaine');
    await expect(desk.patron.getByRole('note')).toContainText(/EXPIRED\s*since .*20\d\d/);
    await expect(desk.page.getByPlaceholder('Nothing can be lent')).toBeVisible();
    await expectAccessible(desk.page, 'an expired patron');
    await desk.scanned(code('itemFree1'), 'Refused', 'Card has expired');
  });

  test('blocked: said before anything is scanned, and the service refuses', async ({ desk }) => {
    await desk.open(code('patronBlocked'), 'Tomáš Dvořák');
    const band = desk.patron.getByRole('note');
    await expect(band).toContainText('BLOCKED');
    await expect(band).toContainText('Returned items damaged');
    await expect(band).toContainText('Speak to the head of circulation.');
    await expectAccessible(desk.page, 'a blocked patron');
    await desk.scanned(code('itemFree1'), 'Refused', 'Patron is blocked');
  });

  test('at the limit of loans: said once the service refuses, until one is back', async ({
    desk,
    service,
  }) => {
    await desk.open(code('patronAtLimit'), 'Анна Соколова');
    await desk.scanned(code('itemFree1'), 'Refused', 'Loan limit reached');
    const band = desk.patron.getByRole('note');
    await expect(band).toContainText('AT THE LIMIT');
    await expect(band).toContainText('5 loans');
    await expect(desk.box).toHaveAttribute('placeholder', m.app_scan_placeholder_blocked());
    await expect(desk.readiness).toHaveText('AT THE LIMIT');
    const path = { user_id: code('patronAtLimit') };
    const [loan] = (await service.client.call('users.loans.list', { path })).items;
    await desk.page.keyboard.press('F2');
    await desk.scanned(String(loan?.item_barcode), 'Returned');
    await desk.page.keyboard.press('F1');
    await expect(desk.readiness).toHaveText(m.app_scan_ready());
    await expect(band).toHaveCount(0);
  });
});

test.describe('a note that pops up', () => {
  test('stands in the way until it was read: scans are held, and none of them presses its button', async ({
    desk,
    service,
  }) => {
    const scanner = await Scanner.for(desk.page);
    await desk.open(code('patronNote'), 'أمينة حدّاد');
    await expect(desk.notes).toContainText('Left a scarf at the desk');
    const seen = desk.notes.getByRole('button');
    await expect(seen).toBeFocused();
    await expect(desk.readiness).toHaveText('READ THE NOTES');
    await expectAccessible(desk.page, 'notes in the way');
    await scanner.scan(code('itemFree1'));
    await scanner.scan(code('itemFree2'), { suffix: 'Tab' });
    await expect(desk.rows).toHaveCount(3);
    await expect(desk.row('Held', code('itemFree2'), 'until the notes are read')).toBeVisible();
    await expect(desk.row('Held', code('itemFree1'))).toBeVisible();
    await expect(desk.notes).toBeVisible();
    await expect(seen).toBeFocused();
    const loans = await service.client.call('users.loans.list', {
      path: { user_id: code('patronNote') },
    });
    expect(loans.items).toEqual([]);

    await press(desk.page, 'Enter');
    await expect(desk.notes).toBeHidden();
    await expect(desk.row('Lent', 'The Overstory')).toBeVisible();
    await expect(desk.row('Lent', 'Invisible Cities')).toBeVisible();
    await expect(desk.box).toBeFocused();
  });

  test('is read with its own key from anywhere, and not shown again in this session', async ({ desk }) => {
    await desk.open(code('patronNote'), 'أمينة حدّاد');
    await desk.page.keyboard.press('Escape');
    await expect(desk.box).toBeFocused();
    await expect(desk.notes).toBeVisible();
    await desk.page.keyboard.press('F7');
    await expect(desk.notes).toBeHidden();
    await expect((await desk.tab('notes')).getByText('Left a scarf at the desk')).toBeVisible();
    await expectAccessible(desk.page, 'the notes of a patron');
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.open(code('patronNote'), 'أمينة حدّاد');
    await expect(desk.readiness).toHaveText('READY');
    await expect(desk.notes).toBeHidden();
  });
});
