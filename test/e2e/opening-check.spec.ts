import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel, setSize } from './app.ts';
import { Desk } from './desk.ts';
import { smallestPage, sticksOut } from './fits.ts';
import { expect, startService, test } from './fixtures.ts';
import { oneLine, press, reach } from './keyboard.ts';
import { Paper } from './paper.ts';
import { SettingsRoom } from './settings.ts';

const part = (page: Page, name: string): Locator => page.getByRole('table', { name });
const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

async function run(page: Page, word = m.check_run()): Promise<void> {
  await reach(page.getByRole('button', { name: word }));
  await press(page, 'Enter');
}

/** It is done: the sheet says of when it is. */
const isMade = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: m.check_again() })).toBeEnabled();

test.describe('the opening check', () => {
  test.use({ alone: true });

  test('says in plain words what the key may do, what was seen, and who has to do what', async ({
    carrel,
    service,
    desk,
  }) => {
    const { page } = carrel;
    const paper = await Paper.beside(carrel.app);
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    await press(page, 'F10');
    // The slip of the visit.
    await paper.next();
    await new SettingsRoom(page).go(m.check_title());
    await expect(page.getByText(m.check_none())).toBeVisible();
    await expectAccessible(page, 'before the first check');
    await service.faults(
      { operation: 'users.list', fault: 'status', status: 403 },
      { operation: 'conf.letters.list', fault: 'half-json' },
    );
    await run(page);
    await isMade(page);
    await expect(page.getByText('1 line to look at')).toBeVisible();
    const read = part(page, m.check_part_read());
    await expect(read.getByRole('row')).toHaveCount(12);
    expect(oneLine(await row(page, 'Patron records: the key').innerText())).toMatch(
      /^Look at this Patron records: the key may not read this .* System librarian: give the key this permission/,
    );
    await expect(row(page, 'Letters: not known')).toContainText(m.check_unknown());
    await expect(row(page, 'Items: may be read')).toContainText(m.check_ok());
    await expect(row(page, 'Loans: accepted')).toContainText(m.check_ok());
    await expect(part(page, m.check_part_write()).getByRole('row', { name: 'Invoices' })).toContainText(
      m.check_not_tried(),
    );
    await expect(row(page, 'Circulation desk Circulation Desk (DEFAULT_CIRC_DESK): exists')).toBeVisible();
    await expect(row(page, 'Library Main Library (MAIN): exists')).toBeVisible();
    await expect(row(page, m.check_code_none({ use: m.check_use_department() }))).toContainText(m.check_ok());
    await expect(row(page, m.check_clock_right())).toBeVisible();
    await expect(row(page, m.check_certificate_plain())).toBeVisible();
    await expect(row(page, 'Calls left today')).toContainText(m.check_ok());
    await expect(row(page, 'Front desk is there')).toContainText(m.slips_kind_due());
    await expectAccessible(page, 'a sheet with trouble');

    await reach(page.getByRole('button', { name: m.check_copy() }));
    await press(page, 'Enter');
    await expect(page.getByRole('button', { name: m.check_copied() })).toBeVisible();
    const text = await carrel.app.evaluate(({ clipboard }) => clipboard.readText());
    expect(text).toContain('Patron records: the key may not read this');
    expect(text).toContain(service.origin);
    expect(text).not.toContain(service.key);
    expect(text).not.toMatch(/Rivka|Overstory/);

    await reach(page.getByRole('button', { name: m.check_print() }));
    await press(page, 'Enter');
    const [sheet = ''] = await paper.next();
    expect(sheet).toContain('Patron records: the key may not read this');
    expect(sheet).not.toContain(service.key);
    await page.emulateMedia({ media: 'print' });
    await expect(part(page, m.check_part_station())).toBeVisible();
    await expect(page.getByRole('navigation', { name: m.app_rail() })).toBeHidden();
    await expect(page.getByRole('combobox', { name: m.app_scan_label() })).toBeHidden();
    await expect(page.getByRole('tablist', { name: m.station_title() })).toBeHidden();
    await expect(page.getByRole('button', { name: m.check_again() })).toBeHidden();
    await page.emulateMedia({ media: null });

    await service.faults();
    await run(page, m.check_again());
    await expect(page.getByText(m.check_all_well())).toBeVisible();
    await expectAccessible(page, 'all is well');
  });

  test('goes on line by line, can be stopped, and is still there when other rooms were open', async ({
    carrel,
    service,
  }) => {
    const { page } = carrel;
    const settings = new SettingsRoom(page);
    await settings.go(m.check_title());
    await service.faults({ operation: 'users.list', fault: 'delay', ms: 120_000, count: 1 });
    await run(page);
    await expect(row(page, 'Letters: may be read')).toBeVisible();
    await expectAccessible(page, 'a check under way');
    await press(page, 'Alt+1');
    await settings.go(m.check_title());
    await reach(page.getByRole('button', { name: m.app_stop() }));
    await press(page, 'Enter');
    await expect(page.getByText(m.check_stopped())).toBeVisible();
    await expect(row(page, 'Letters: may be read')).toBeVisible();
    await expectAccessible(page, 'a check that was stopped');
    await run(page);
    await isMade(page);
    await setSize(carrel, smallestPage);
    expect(await page.evaluate(sticksOut)).toEqual({ wide: 0, out: [] });
  });

  test('of a library system that is away says so of every line', async ({ carrel, service }) => {
    const { page } = carrel;
    await new SettingsRoom(page).go(m.check_title());
    await service.close();
    await run(page);
    await isMade(page);
    await expect(row(page, 'Patron records: not known')).toContainText(m.check_do_try_later());
    await expect(page.getByText(/\d+ can’t be told/)).toBeVisible();
    await expectAccessible(page, 'nothing can be told');
  });
});

test('it is offered at the end of connecting, and runs from there', async () => {
  const service = await startService();
  try {
    await using carrel = await openCarrel();
    const { page } = carrel;
    await expect(new Desk(page).readiness).toHaveText(m.app_scan_ready());
    const settings = new SettingsRoom(page);
    await settings.go(m.station_connection());
    await settings.connect({ address: service.origin, key: service.key });
    // With no library chosen yet, that comes next: the offer is there too.
    const offer = page.getByRole('button', { name: m.check_offer_act() }).filter({ visible: true });
    await expect(offer).toBeVisible();
    await expectAccessible(page, 'the check is offered');
    await reach(offer);
    await press(page, 'Enter');
    await isMade(page);
    await expect(row(page, `${m.check_use_library()}: none chosen`)).toContainText(m.check_do_choose());
    await settings.open(m.station_place());
    await expect(page.getByRole('button', { name: m.check_offer_act() })).toHaveCount(0);
  } finally {
    await service.close();
  }
});
