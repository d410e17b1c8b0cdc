import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel } from './app.ts';
import { Desk } from './desk.ts';
import { calm, pauseBetweenKeys, press, reach, scan, write, writeOver } from './keyboard.ts';
import { Paper } from './paper.ts';
import { practiceLibrary, withFaults, setFaults } from './with-faults.ts';
import { SettingsRoom } from './settings.ts';

test('the library’s barcode rules: tried on a bench, kept, and in force with the next scan', async () => {
  await using carrel = await openCarrel({ env: withFaults, size: { width: 1024, height: 700 } });
  const { page } = carrel;
  await new SettingsRoom(page).go(m.station_barcodes());
  const section = page.getByRole('region', { name: m.station_barcodes(), exact: true });
  const bench = section.getByRole('textbox', { name: m.station_barcodes_try(), exact: true });
  const result = section
    .getByRole('group', { name: m.station_barcodes_try(), exact: true })
    .getByRole('status');
  const keep = section.getByRole('button', { name: m.station_barcodes_keep(), exact: true });
  await expect(keep).toBeDisabled();

  // What is scanned into the bench is tried, and not done.
  await reach(bench);
  await scan(page, `]C1*${code('itemFree1')}*`);
  await expect(result).toContainText(m.station_barcodes_read_item());
  await expect(result).toContainText(m.station_barcodes_why_rule({ rules: '2' }));
  await expect(result).toContainText(m.station_barcodes_stripped_aim());
  await writeOver(page, code('itemFree1').replace(/.$/, '9'));
  await expect(result).toContainText(m.station_barcodes_read_refused());
  await writeOver(page, 'A1234567');
  await expect(result).toContainText(m.station_barcodes_why_noRule());
  await expectAccessible(page, 'the bench');

  // A rule that asks for nothing is not accepted; one that does is tried before it is in use.
  await reach(section.getByRole('button', { name: m.station_barcodes_add(), exact: true }), 'Shift+Tab');
  await press(page, 'Enter');
  const rule = section.getByRole('listitem', { name: m.station_barcodes_rule({ number: '3' }), exact: true });
  await reach(rule.getByRole('checkbox', { name: m.station_barcodes_digits(), exact: true }));
  await press(page, 'Space');
  await reach(keep);
  await press(page, 'Enter');
  await expect(rule).toContainText(m.station_barcodes_idle({ number: '3' }));
  await expectAccessible(page, 'a rule that is none');
  await reach(rule.getByRole('textbox', { name: m.station_barcodes_prefix(), exact: true }), 'Shift+Tab');
  await write(page, 'A');
  await page.keyboard.press('Tab');
  await write(page, 'x');
  await expect(rule).toContainText(m.station_barcodes_length_wrong());
  await expect(keep).toBeDisabled();
  await writeOver(page, '8');
  await expect(result).toContainText(m.station_barcodes_why_rule({ rules: '3' }));
  // The rules for cards and books go: now only the service knows which is which.
  for (let remaining = 2; remaining > 0; remaining -= 1) {
    await reach(
      section.getByRole('button', { name: m.station_barcodes_remove({ number: '1' }), exact: true }),
      'Shift+Tab',
    );
    await press(page, 'Enter');
    await expect(section.getByRole('listitem')).toHaveCount(remaining);
  }
  await reach(keep);
  await press(page, 'Enter');
  await expect(section.getByText(m.station_barcodes_kept())).toBeVisible();

  const library = await practiceLibrary(carrel);
  const both = code('itemFree1');
  await library.call('users.create', {
    body: {
      primary_id: both,
      account_type: { value: 'INTERNAL' },
      status: { value: 'ACTIVE' },
      user_group: { value: 'STAFF' },
      last_name: 'Nightingale',
    },
  });
  await page.keyboard.press('Alt+1');
  const desk = new Desk(page);
  // An item by its form: it is looked up as one, and not as a card.
  await desk.scan('A1234567');
  await expect(desk.row('A1234567', 'Refused')).toBeVisible();
  await expect(desk.heading).toHaveText(m.desk_empty());

  // What may be a patron and an item asks which is meant. What is scanned meanwhile waits, and presses nothing.
  const asItem = desk.stage.getByRole('button', { name: /The Overstory/ });
  const asPatron = desk.stage.getByRole('button', { name: /Nightingale/ });
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.scan(both);
  await expect(asItem).toContainText('F1');
  await expect(asPatron).toContainText('F4');
  await expectAccessible(page, 'a code that could be either');
  await desk.scan(code('itemFree2'));
  await expect(desk.rows).toHaveCount(3);
  await expect(desk.stageWord).toHaveText(m.desk_which());
  await expect(asItem).toBeEnabled();
  await press(page, 'F1');
  await expect(asItem).toHaveCount(0);
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await expect(desk.row('Lent', 'The Overstory')).toBeVisible();
  await expect(desk.row('Lent', 'Invisible Cities')).toBeVisible();
  // It was said once for this session; in the next the other key opens the patron.
  await desk.scanned(both, 'Twice', 'The Overstory');
  await press(page, 'F10');
  await expect(desk.rows).toHaveCount(0);
  await desk.scan(both);
  await expect(asPatron).toBeEnabled();
  await press(page, 'F4');
  await expect(desk.heading).toHaveText('Nightingale');
  await expect(desk.box).toBeFocused();
});

test('teach a scanner: what surrounds four codes is found, set by Enter, and taken away again', async () => {
  await using carrel = await openCarrel({ size: { width: 1024, height: 700 } });
  const { page } = carrel;
  const desk = new Desk(page);
  const settings = new SettingsRoom(page);
  // A scanner that was set to send more than the code: a code by no rule is not found with it.
  await desk.scanned('LIB:CRLHELP#', 'LIB:CRLHELP#');
  await settings.go();
  await settings.open(m.check_title());
  await settings.press(m.check_run());
  const line = page.getByRole('row', { name: m.check_scanner_plain() });
  await expect(line).toContainText(m.check_not_tried());
  await settings.press(m.station_teach(), line);
  const teach = page.getByRole('group', { name: m.station_teach(), exact: true });
  await expect(teach).toBeFocused();
  const said = teach.getByRole('status').last();
  const scanned = async (text: string, next: string): Promise<void> => {
    await scan(page, text);
    await expect(said).toContainText(next);
  };
  const [card, book, otherCard, otherBook] = [
    ...[code('patronGood'), code('itemFree1')],
    ...[code('patronBlocked'), code('itemFree2')],
  ] as const;

  // What cannot be learned from is said, and asked for again.
  await expect(said).toHaveText(m.station_teach_ask_card());
  await scanned(book, m.station_teach_is_item({ rules: '2' }));
  await scanned(`LIB:${card}#`, m.station_teach_ask_book());
  await scanned(`LIB:${card}#`, m.station_teach_same());
  await scanned(`LIB:${book}#`, m.station_teach_ask_other_card());
  await scanned(`LIB:${otherCard}#`, m.station_teach_ask_other_book());
  await scanned(`LIB:${otherBook}!`, m.station_teach_different());
  await expect(said).toContainText(m.station_teach_again());
  await expect(teach.getByRole('button', { name: m.station_teach_set() })).toHaveCount(0);
  await expectAccessible(page, 'codes that contradict each other');

  // The next scan is the first of four again.
  await scanned(card, m.station_teach_ask_book());
  await scanned(book, m.station_teach_ask_other_card());
  await scanned(otherCard, m.station_teach_ask_other_book());
  await scanned(otherBook, m.station_teach_nothing());
  await press(page, 'Enter');
  const begin = teach.getByRole('button', { name: m.station_teach(), exact: true });
  await expect(begin).toBeFocused();

  await press(page, 'Enter');
  await scanned(`LIB:${card}#`, m.station_teach_ask_book());
  await scanned(`LIB:${book}#`, m.station_teach_ask_other_card());
  await scanned(`LIB:${otherCard}#`, m.station_teach_ask_other_book());
  await scanned(`LIB:${otherBook}#`, m.station_teach_read());
  await expect(said).toContainText(`LIB:${otherBook}#`);
  await expect(said.getByText(otherBook, { exact: true })).toBeVisible();
  await expectAccessible(page, 'what surrounds codes');
  const set = teach.getByRole('button', { name: m.station_teach_set() });
  await expect(set).toBeFocused();
  await press(page, 'Enter');
  await expect(teach).toContainText(m.station_teach_done());
  await expect(begin).toBeFocused();

  // Nothing of all that was done at the desk; and a command between what the scanner sends is one now.
  await page.keyboard.press('Alt+1');
  await expect(desk.rows).toHaveCount(1);
  await desk.open(`LIB:${card}#`, 'Rivka Ben-Ami');
  await desk.scanned(`LIB:${book}#`, 'Lent', 'The Overstory');
  await scan(page, 'LIB:CRLEND#');
  await expect(desk.stageWord).toHaveText(m.desk_ended());

  await settings.go();
  await settings.press(m.station_teach_remove(), teach);
  await expect(teach).toContainText(m.station_teach_plain());
  await expect(begin).toBeFocused();
  // Esc gives up, and nothing is asked any more.
  await press(page, 'Enter');
  await expect(said).toHaveText(m.station_teach_ask_card());
  await press(page, 'Escape');
  await expect(begin).toBeFocused();
  await expect(teach.getByRole('listitem')).toHaveCount(0);
});

test('codes with their signs, blanks and invisible characters lend to the patron who is open', async () => {
  await using carrel = await openCarrel();
  const desk = new Desk(carrel.page);
  await desk.open(`A${code('patronGood')}B`, 'Rivka Ben-Ami');
  await desk.scanned(`]F0a${code('itemFree1')}d`, 'Lent', 'The Overstory');
  // As it is printed, typed by hand; and as it is pasted from a message.
  await reach(desk.box);
  await write(carrel.page, code('itemFree2').replace(/^(.)(.{4})(.{5})/, '$1 $2 $3 '));
  await press(carrel.page, 'Enter');
  await expect(desk.row('Lent', 'Invisible Cities')).toBeVisible();
  await carrel.page.keyboard.insertText(`\u200b${code('itemFree3')}\u2060`);
  await press(carrel.page, 'Enter');
  await expect(desk.row('Lent', 'Mrs Dalloway')).toBeVisible();
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
});

test('a patron is not left for the next one to read: out of sight, then gone; never while a scan is open', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const desk = new Desk(page);
  const paper = await Paper.beside(carrel.app);
  const away = page.getByText(m.app_away());
  const blurred = page.locator('html[data-away]');
  pauseBetweenKeys(page);
  await page.clock.install();
  await page.reload();
  await expect(desk.readiness).toHaveText(m.app_scan_ready());
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  await press(page, 'Enter', calm);
  expect((await paper.next())[0]).toContain('The Overstory');

  // After three minutes without a key.
  await page.clock.fastForward('02:50');
  await expect(blurred).toHaveCount(0);
  await page.clock.fastForward('00:15');
  await expect(away).toBeVisible();
  await expect(blurred).toHaveCount(1);
  await expectAccessible(page, 'out of sight');
  await press(page, 'Shift');
  await expect(away).toBeHidden();
  await expect(desk.heading).toHaveText('Grace Okafor');
  await expect(desk.box).toBeFocused();

  // Somebody who has typed something is there; so is a scan that is under way, for as long as it takes.
  await write(page, 'Oka');
  await page.clock.fastForward('20:00');
  await expect(page.getByRole('option', { name: /Grace Okafor/ })).toBeVisible();
  await expect(desk.heading).toHaveText('Grace Okafor');
  await press(page, 'Escape');
  await desk.scan(code('patronNote'));
  await expect(desk.notes).toBeVisible();
  await desk.scan(code('itemFree2'));
  await expect(
    desk
      .row('Invisible Cities')
      .or(desk.row(code('itemFree2')))
      .first(),
  ).toBeVisible();
  await page.clock.fastForward('20:00');
  await expect(desk.notes).toBeVisible();
  await expect(blurred).toHaveCount(0);
  await press(page, 'F7');
  await expect(desk.row('Lent', 'Invisible Cities')).toBeVisible();
  await expect(desk.readiness).toHaveText(m.app_scan_ready());

  // And a renewal of everything, for as long as it goes on.
  await desk.open(code('patronTenLoans'), 'Michał Wiśniewski');
  expect((await paper.next())[0]).toContain('Invisible Cities');
  await setFaults(carrel, { operation: 'users.loans.renew', fault: 'delay', ms: 1500 });
  await press(page, 'Control+r');
  await expect(page.getByRole('progressbar', { name: m.loans_renewing(), exact: true })).toBeVisible();
  await page.clock.fastForward('20:00');
  await expect(desk.heading).toHaveText('Michał Wiśniewski');
  await expect(blurred).toHaveCount(0);
  await setFaults(carrel);
  await expect(page.getByRole('tabpanel').getByText('7 renewed', { exact: true })).toBeVisible({
    timeout: 90_000,
  });
  await expect(desk.heading).toHaveText('Michał Wiśniewski');

  /** Nobody is named any more, and no key brings back who was here. */
  const nobody = async (...names: readonly string[]): Promise<void> => {
    await page.clock.fastForward('15:05');
    await expect(desk.heading).toHaveText(m.desk_empty());
    for (const name of names) await expect(page.getByText(name)).toHaveCount(0);
    await expect(blurred).toHaveCount(0);
    await press(page, 'F8');
    await expect(page.getByText(m.actions_no_last())).toBeVisible();
    await press(page, 'F9');
    await expect(page.getByText(m.slips_none_last())).toBeVisible();
    await expect(desk.box).toBeFocused();
    expect(await paper.unread()).toBe(0);
  };
  await nobody('Grace Okafor', 'أمينة حدّاد', 'Michał Wiśniewski', 'The Overstory', 'Invisible Cities');

  // Nor those whose session was ended, and whose slip could be printed again.
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.scanned(code('itemFree3'), 'Lent', 'Mrs Dalloway');
  await press(page, 'F10');
  await expect(desk.stageWord).toHaveText(m.desk_ended());
  expect((await paper.next())[0]).toContain('Mrs Dalloway');
  // Nor what was begun for somebody.
  await press(page, 'Shift+F4');
  await expect(desk.dialog.getByLabel('First name')).toBeFocused();
  await write(page, 'Zelda');
  await press(page, 'Escape');
  await expect(desk.dialog).toHaveCount(0);
  await expect(desk.patron.getByText('Zelda')).toBeVisible();
  await nobody('Rivka Ben-Ami', 'Mrs Dalloway', 'Zelda');
  await press(page, 'Shift+F4');
  await expect(desk.dialog.getByLabel('First name')).toHaveValue('');
  await press(page, 'Escape');
});

test('large text: everything grows, and nothing is cut at 1024 × 700', async () => {
  await using carrel = await openCarrel({ size: { width: 1024, height: 700 } });
  const { page } = carrel;
  const desk = new Desk(page);
  await press(page, 'Control+K');
  await expect(desk.dialog.locator(':focus')).toBeVisible();
  await write(page, 'large');
  await expect(page.getByRole('option', { selected: true })).toContainText(m.station_look_text_switch());
  await press(page, 'Enter');
  await expect(page.locator('html')).toHaveAttribute('data-text', 'large');
  await expect(desk.dialog).toHaveCount(0);
  const sticksOut = `(() => {
    const room = innerWidth;
    const all = document.querySelectorAll('main *, header *, nav *, [role="dialog"] *');
    return [...all].filter((one) => {
      // The strip of tabs is gone through by its arrows, and scrolls.
      if (one.closest('.unseen, [aria-hidden="true"], svg, [role="tablist"]')) return false;
      if (getComputedStyle(one).position === 'absolute') return false;
      const { left, right, width } = one.getBoundingClientRect();
      return width > 1 && (left < -1 || right > room + 1);
    }).map((one) => one.outerHTML.slice(0, 160));
  })()`;
  const fits = async (state: string): Promise<void> => {
    expect(await page.evaluate(sticksOut), state).toEqual([]);
  };
  await fits('nobody at the desk');
  await desk.open(code('patronTenLoans'), 'Michał Wiśniewski');
  await desk.tab('loans');
  await fits('a patron');
  await desk.scanned(code('itemReference'), 'Refused');
  await desk.tab('fees');
  await fits('fees, and a refusal');
  const misread = '31234000001015';
  await desk.scanned(misread, misread);
  const heightOf = async (words: string): Promise<number> =>
    (await desk.row(words).getByTestId('scan-what').boundingBox())?.height ?? 0;
  expect(await heightOf(misread), 'a barcode stands in one line, as a title does').toBe(
    await heightOf('Encyclopedia of Library Science'),
  );
  await press(page, 'Control+H');
  await expect(desk.dialog).toBeVisible();
  await fits('the sheet of keys');
  await expectAccessible(page, 'the sheet of keys in large text');
  await press(page, 'Escape');
  const rooms = [
    ...[m.app_room_receiving(), m.app_room_acquisitions(), m.app_room_lending()],
    ...[m.app_room_configuration(), m.app_room_reports(), m.app_room_samples(), m.app_room_settings()],
  ];
  for (const [index, room] of rooms.entries()) {
    await page.keyboard.press(`Alt+${index + 2}`);
    await expect(page.getByRole('heading', { level: 1, name: room })).toBeAttached();
    await fits(room);
  }
});
