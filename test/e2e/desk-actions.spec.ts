import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press, standOn, write } from './keyboard.ts';

test('the palette finds what can be done, does it, and says why not', async ({ desk }) => {
  const { page } = desk;
  const palette = page.getByRole('dialog', { name: m.app_palette_title(), exact: true });
  const field = palette.getByRole('combobox', { name: m.app_palette_label(), exact: true });
  const chosen = palette.getByRole('option', { selected: true });

  await press(page, 'Control+K');
  await expect(field).toBeFocused();
  await write(page, 'last patron again');
  await expect(chosen).toContainText(m.app_key_last());
  await expect(chosen).toContainText(m.actions_no_last());
  await expect(chosen).toBeDisabled();
  await expectAccessible(page, 'the palette');
  await press(page, 'Enter');
  await expect(palette).toBeVisible();

  // Scans wait, and the palette keeps its words.
  for (const one of ['patronTenLoans', 'patronGood'] as const) {
    await desk.scan(code(one));
    await expect(palette.getByText(m.app_scan_waits({ code: code(one) }))).toBeVisible();
  }
  await expect(field).toHaveValue('last patron again');
  await press(page, 'Escape');
  await desk.takeUp();
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await press(page, 'Control+K');
  await expect(field).toBeFocused();
  await write(page, 'last patron again');
  await expect(chosen).not.toContainText(m.actions_no_last());
  await press(page, 'Enter');
  await expect(palette).toBeHidden();
  await expect(desk.heading).toHaveText('Michał Wiśniewski');
  await expect(desk.box).toBeFocused();

  await press(page, 'Control+K');
  await expect(field).toBeFocused();
  await write(page, 'nothing is called so');
  await expect(palette.getByRole('status')).toBeVisible();
  await press(page, 'Escape');
  await expect(palette).toBeHidden();
  await expect(desk.box).toBeFocused();

  // A key that cannot do what it is for says so.
  await press(page, 'F7');
  await expect(desk.stageNote).toContainText(m.actions_no_notes());
});

test('what the tabs do is in the palette too, and each says why not', async ({ desk }) => {
  test.slow();
  const { page } = desk;
  const palette = page.getByRole('dialog', { name: m.app_palette_title(), exact: true });
  const field = palette.getByRole('combobox', { name: m.app_palette_label(), exact: true });
  const chosen = palette.getByRole('option', { selected: true });
  /** Looks for an act; the first that is found is the one. */
  const look = async (words: string, act: string): Promise<void> => {
    await press(page, 'Control+K');
    await expect(field).toBeFocused();
    await write(page, words);
    await expect(chosen).toContainText(act);
  };
  const leave = async (): Promise<void> => {
    await press(page, 'Escape');
    await expect(palette).toBeHidden();
  };
  const opens = async (words: string, act: string, title: string): Promise<void> => {
    await look(words, act);
    await press(page, 'Enter');
    await expect(palette).toBeHidden();
    await expect(desk.dialog).toContainText(title);
    await press(page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);
  };

  await look('charge', m.actions_fees_add());
  await expect(chosen).toContainText(m.actions_no_patron());
  await leave();
  const name = 'נועה לוי';
  await desk.open(code('patronBorrower'), name);
  // What is done to a row needs one that somebody stands on.
  await look('refund', m.actions_deposits_refund());
  await expect(chosen).toContainText(m.actions_no_deposit());
  await leave();

  await opens('charge', m.actions_fees_add(), m.fees_add_title({ name }));
  await expect(page.getByRole('tab', { selected: true })).toContainText(m.desk_tab_fees());
  await opens('add a dep', m.actions_deposits_add(), m.deposits_add_title({ name }));
  const deposits = await desk.tab('deposits');
  await standOn(deposits.getByRole('grid'), 'Laptop deposit');
  await opens('another operation', m.deposits_other_title(), m.deposits_other_title());
  await opens('another lib', m.sharing_ask_title(), m.sharing_ask_title());
  await opens('request a pur', m.purchases_ask(), m.purchases_ask_title());
  await opens('add a note', m.notes_add(), m.notes_add_title());
  await opens('edit the pat', m.actions_details_edit(), m.patrons_edit_title({ name }));
  await look('next step', m.actions_requests_step());
  await expect(chosen).toContainText(m.actions_no_request());
  await leave();
  await look('open this att', m.actions_attachments_open());
  await expect(chosen).toContainText(m.actions_no_attachment());
  await leave();
});

test('a pile with command barcodes, each in its place, however slow the service is', async ({
  desk,
  service,
}) => {
  const { page } = desk;
  await service.faults(
    { operation: 'users.loans.create', fault: 'delay', ms: 150 },
    { operation: 'users.get', fault: 'delay', ms: 150 },
  );
  // Five scans, and the next patron's card and book right behind them.
  const pile = ['patronNothing', 'itemFree1', 'itemFree2', 'itemFree3'] as const;
  for (const one of pile) await desk.scan(code(one));
  await desk.scan('CRLEND');
  await desk.scan(code('patronGood'));
  await desk.scan(code('itemFree4'));
  await expect(desk.row('Lent', 'The Name of the Rose')).toBeVisible();
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await expect(desk.rows).toHaveCount(2);
  const lent = async (who: 'patronNothing' | 'patronGood'): Promise<unknown[]> =>
    (await service.client.call('users.loans.list', { path: { user_id: code(who) } })).items.map(
      ({ title }) => title,
    );
  expect((await lent('patronNothing')).toSorted()).toEqual([
    'Invisible Cities',
    'Mrs Dalloway',
    'The Overstory',
  ]);
  expect(await lent('patronGood')).toContain('The Name of the Rose');

  // Taken back, with what it did; and once more there is nothing of this session.
  await desk.scan('CRLUNDO');
  await expect(desk.row('Undone', 'The Name of the Rose', 'returned · Shelf')).toBeVisible();
  expect(await lent('patronGood')).not.toContain('The Name of the Rose');
  await press(page, 'Control+U');
  await expect(desk.stageNote).toContainText(m.actions_nothing_to_undo());

  // Return holds from the very next scan, with a patron open; Lend takes that back.
  await service.faults();
  await Promise.all([desk.scan('CRLRETURN'), desk.scan(code('itemOverdue'))]);
  await expect(desk.row('Returned', 'Bleak House')).toBeVisible();
  await desk.scan('crllend');
  await desk.scanned(code('itemFree5'), 'Lent', 'Pachinko');

  await desk.scan('CRLHELP');
  await expect(page.getByRole('dialog', { name: m.app_keys_title(), exact: true })).toBeVisible();
  await press(page, 'Escape');
  await desk.scan('CRLRECEIVE');
  await expect(desk.stageWord).toHaveText(m.app_command_not_done());
  await expect(desk.stageThen).toHaveText(m.app_command_in_receiving());
  await press(page, 'Alt+1');
  await expect(desk.row('Refused', m.actions_command_receive())).toBeVisible();

  // Two scans: the card, and all loans are renewed.
  await desk.scan(code('patronTenLoans'));
  await desk.scan('CRLEXTEND');
  await expect(desk.patron.getByText('3 not renewed', { exact: true })).toBeVisible();
  await desk.scan('CRLPREV');
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  // Typed, it is a command too.
  await write(page, 'crlend');
  await press(page, 'Enter');
  await expect(desk.stageWord).toHaveText('Ended');
  await expect(desk.box).toBeFocused();

  // What is said after END holds for the next session, also where END has not run yet.
  await service.faults({ operation: 'users.get', fault: 'delay', ms: 800 });
  const returning = page.getByRole('button', { name: `${m.app_scan_mode_return()} F2` });
  await desk.scan(code('patronNothing'));
  await desk.scan('CRLEND');
  await desk.scan('CRLRETURN');
  await expect(desk.stageWord).toHaveText(m.desk_ended());
  await expect(returning).toHaveAttribute('aria-pressed', 'true');
  // By its key, a session ends with what usually is.
  await service.faults();
  await desk.scanned(code('itemFree1'), 'Returned', 'The Overstory');
  await press(page, 'F10');
  await expect(desk.stageWord).toHaveText(m.desk_ended());
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await expect(returning).toHaveAttribute('aria-pressed', 'false');
});

test('the card of command barcodes is shown and printed alone', async ({ desk }) => {
  const { page } = desk;
  await press(page, 'Control+K');
  await expect(page.getByRole('combobox', { name: m.app_palette_label(), exact: true })).toBeFocused();
  await write(page, 'card');
  await expect(page.getByRole('option', { selected: true })).toContainText(m.station_card_show());
  await press(page, 'Enter');
  const card = page.getByRole('dialog', { name: m.station_card(), exact: true });
  await expect(card.getByRole('img')).toHaveCount(25);
  await expectAccessible(page, 'the card of command barcodes');
  await page.emulateMedia({ media: 'print' });
  await expect(card.getByText('CRLEND').first()).toBeVisible();
  await expect(page.getByRole('button', { name: m.station_samples_print() })).toBeHidden();
  await expect(page.locator('#app')).toBeHidden();
  await page.emulateMedia({ media: null });
  await press(page, 'Escape');
  await expect(card).toBeHidden();
  await expect(desk.box).toBeFocused();
});
