import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { calm, choose, press, reach, write } from './keyboard.ts';
import { Paper } from './paper.ts';
import { pdfLook } from './pdf-look.ts';
import { SettingsRoom } from './settings.ts';

test.describe('slips', () => {
  test(
    'due dates: Enter in the empty box, F9 once more, and by itself at the end',
    { tag: '@smoke:again' },
    async ({ carrel, desk }) => {
      const { page } = desk;
      const paper = await Paper.beside(carrel.app);
      // With nothing to print it does nothing.
      await press(page, 'Enter');
      await expect(desk.stageNote).toHaveCount(0);

      await desk.open(code('patronGood'), 'Rivka Ben-Ami');
      await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
      await desk.open(code('patronNothing'), 'Grace Okafor');
      // The next card: whoever was there before leaves with their slip.
      expect((await paper.next())[0]).toMatch(/^Main Library Due dates Rivka Ben-Ami \d+ The Overstory/);
      const atHand = page.getByRole('button', { name: m.slips_kind_due() });
      await expect(atHand).toBeHidden();
      await desk.scanned(code('itemHebrew'), 'Lent', 'נפלאות האפקט');
      await expect(atHand).toBeVisible();
      await press(page, 'Enter', calm);
      const [first = ''] = await paper.next();
      // At the system's default printer, by its name, on the paper that it usually has.
      expect(await paper.job()).toEqual({
        ...{ silent: true, deviceName: 'Front_Desk', pages: null },
        margins: { marginType: 'printableArea' },
      });
      expect(first).toMatch(
        new RegExp(`^Main Library Due dates Grace Okafor \\d+ נפלאות האפקט ${code('itemHebrew')} due \\w+`),
      );
      // As it is printed, not as it is shown before: 11 pt, under a bold heading of 1.3 times that.
      expect(await paper.look()).toEqual({
        ...{ size: '14.6667px', headingSize: '19.0667px', headingWeight: '700', headingAlign: 'center' },
      });
      // What was lent to the patron before is nobody's business.
      expect(first).not.toMatch(/Overstory|Rivka/);
      await expect(desk.stageNote).toContainText(m.slips_kind_due());
      await expectAccessible(page, 'a slip at hand');

      await press(page, 'F9');
      // The same, but for the minute it was printed in.
      const [again = ''] = await paper.next();
      expect(again.split('Printed')[0]).toBe(first.split('Printed')[0]);
      // On paper already: the end prints nothing more.
      await press(page, 'F10');
      await expect(desk.stageWord).toHaveText(m.desk_ended());
      await press(page, 'F8');
      await expect(desk.heading).toHaveText('Grace Okafor');
      await desk.scanned(code('itemFree2'), 'Lent');
      await press(page, 'F10');
      const [last = ''] = await paper.next();
      expect(last).toContain(code('itemFree2'));
      expect(last).not.toContain(code('itemHebrew'));
      expect(await paper.unread()).toBe(0);
    },
  );

  test('a book for the hold shelf has its slip with the scan; one in transit is asked about, and PRINT prints it', async ({
    carrel,
    desk,
  }) => {
    const { page } = desk;
    const paper = await Paper.beside(carrel.app);
    await desk.scanned(code('itemHoldHere'), 'Returned', 'Wolf Hall', 'Hold shelf, for');
    const [hold = ''] = await paper.next();
    expect(hold).toMatch(/Hold shelf Ben-Ami, Rivka Wolf Hall \d+/);

    const offered = page.getByRole('button', { name: m.slips_kind_transit() });
    await desk.scanned(code('itemOtherLibrary'), 'Returned', 'On the Origin of Species');
    await expect(offered).toBeVisible();
    expect(await paper.unread()).toBe(0);
    await desk.scan('CRLPRINT');
    expect((await paper.next())[0]).toMatch(/In transit to .*Science Library.* On the Origin of Species/);
    await expect(offered).toBeHidden();

    // Only to its shelf: no slip.
    await desk.scanned(code('itemFree1'), 'Returned', 'The Overstory', 'Shelf: ');
    expect(await paper.unread()).toBe(0);
  });

  test(
    'a printer that refuses stops nothing: it says what to do, scans go on, F9 tries again',
    { tag: '@smoke:printers' },
    async ({ carrel, desk }) => {
      const { page } = desk;
      const paper = await Paper.beside(carrel.app);
      await paper.has();
      await desk.open(code('patronNothing'), 'Grace Okafor');
      await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
      await press(page, 'Enter', calm);
      const note = page.getByRole('alert').filter({ hasText: m.failures_printer_noPrinter() });
      await expect(note).toContainText(m.failures_printer_do_noPrinter());
      await expect(desk.stageNote).toContainText(m.failures_printer_noPrinter());
      await expect(desk.box).toBeFocused();
      await expectAccessible(page, 'a slip that was not printed');
      await desk.scanned(code('itemFree2'), 'Lent');
      await expect(note).toBeVisible();

      await paper.has({ name: 'Front_Desk', label: 'Front desk' });
      await paper.breaks('Out of paper');
      await press(page, 'F9');
      await expect(page.getByRole('alert').filter({ hasText: m.failures_printer_refused() })).toBeVisible();
      expect(await paper.unread()).toBe(0);
      await paper.works();
      await press(page, 'F9');
      expect((await paper.next())[0]).toContain('The Overstory');
      await expect(page.getByRole('alert').filter({ hasText: m.failures_printer_refused() })).toBeHidden();
      await expect(note).toBeHidden();
      // The second book is on no paper yet.
      await press(page, 'F10');
      expect((await paper.next())[0]).toContain(code('itemFree2'));
    },
  );
});

test.describe('slips as a library wants them', () => {
  test.use({ alone: true });

  test(
    'its own words, shortened names, offered instead of printed, or as files',
    { tag: '@smoke:slip' },
    async ({ carrel, desk }) => {
      const { page } = desk;
      const folder = await mkdtemp(path.join(tmpdir(), 'carrel-slips-'));
      const paper = await Paper.beside(carrel.app);
      const settings = new SettingsRoom(page);
      await settings.go(m.slips_settings());
      const hold = page.getByRole('group', { name: m.slips_when_of({ slip: m.slips_kind_hold() }) });
      await reach(hold.locator('input:checked'));
      await press(page, 'ArrowLeft');
      await expect(hold.getByRole('radio', { name: m.slips_when_ask() })).toBeChecked();
      await settings.pick(m.slips_names_short());
      await reach(page.getByRole('textbox', { name: m.slips_header(), exact: true }));
      await write(page, 'Open 9 to 5');
      await expect(
        page.getByRole('group', { name: m.slips_preview_of({ slip: m.slips_kind_due() }) }),
      ).toContainText('Open 9 to 5');
      await expectAccessible(page, 'the settings of slips');

      await press(page, 'Alt+1');
      await desk.scanned(code('itemHoldHere'), 'Returned', 'Wolf Hall');
      await expect(page.getByRole('button', { name: m.slips_kind_hold() })).toBeVisible();
      await press(page, 'Enter', calm);
      const [slip = ''] = await paper.next();
      expect(slip).toMatch(/^Main Library Open 9 to 5 Hold shelf Ben-Ami, R\. Wolf Hall/);

      // What was returned, for whoever brought it; and what a visit came to, for whoever made it.
      await settings.go();
      for (const kind of [m.slips_kind_return(), m.slips_kind_session()]) {
        const times = page.getByRole('group', { name: m.slips_when_of({ slip: kind }), exact: true });
        await reach(times.locator('input:checked'));
        await press(page, 'ArrowLeft');
        await expect(times.getByRole('radio', { name: m.slips_when_always() })).toBeChecked();
      }
      await press(page, 'Alt+1');
      await press(page, 'F10');
      const [returned = ''] = await paper.next();
      expect(returned).toMatch(/^Main Library Open 9 to 5 Returned Wolf Hall/);
      await desk.open(code('patronNothing'), 'Grace Okafor');
      await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
      await press(page, 'F2');
      await desk.scanned(code('itemFree2'), 'Returned', 'Invisible Cities');
      await press(page, 'F10');
      const visit = await paper.next(3);
      expect(visit.find((one) => one.includes('This visit'))).toMatch(
        /This visit Grace Okafor \d+ Lent The Overstory \d+ due .* Returned Invisible Cities/,
      );
      expect(visit.find((one) => one.includes('Due dates'))).toContain('The Overstory');
      expect(
        visit.filter((one) => / Returned Invisible/.test(one) && !one.includes('This visit')),
      ).toHaveLength(1);

      await carrel.app.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
      }, folder);
      await settings.go();
      await settings.pick(m.slips_to_pdf());
      await expect(page.getByText(folder, { exact: true })).toBeVisible();
      await press(page, 'F9');
      await expect(page.getByRole('region', { name: m.app_strip() })).toContainText(m.slips_saved());
      const [file = ''] = await readdir(folder);
      expect(file).toMatch(/^\d{4}-\d\d-\d\d \d{6} return\.pdf$/);
      const { fonts, sizes, width, height } = pdfLook(await readFile(path.join(folder, file)));
      // The text's own type and a bold one, at 11 pt and 1.3 times that, on A5.
      expect(fonts).toEqual(expect.arrayContaining(['LiberationSans', 'LiberationSans-Bold']));
      expect(sizes).toEqual(expect.arrayContaining([11, 14.3]));
      expect([width, height]).toEqual([420, 596]);
      expect(await paper.unread()).toBe(0);
      await rm(folder, { recursive: true });
    },
  );

  test(
    'each at its own printer, on its own roll; one that is not there is said, and a test page shows where it comes out',
    { tag: '@smoke:printers' },
    async ({ carrel, desk }) => {
      const { page } = desk;
      const paper = await Paper.beside(carrel.app);
      const front = { name: 'Front_Desk', label: 'Front desk' };
      const star = { name: 'Star_TSP143', label: 'Star TSP143' };
      await paper.has(front, star);
      const settings = new SettingsRoom(page);
      await settings.go(m.slips_settings());
      const due = m.slips_kind_due();
      const printerOf = (slip: string) =>
        page.locator(`[aria-label^="${m.slips_printer_of({ slip })}:"]`).first();
      await expect(printerOf(due)).toContainText(m.slips_printer_system({ printer: 'Front desk' }));
      await choose(page, m.slips_printer_of({ slip: due }), 'Star TSP143');
      await expect(printerOf(due)).toHaveText('Star TSP143');
      const roll = page.getByRole('textbox', { name: m.slips_roll_of({ slip: due }) });
      await reach(roll);
      await write(page, '8');
      await expect(roll).toHaveAttribute('aria-invalid', 'true');
      await write(page, '0');
      await expect(roll).not.toHaveAttribute('aria-invalid', 'true');
      await settings.press(m.slips_test_of({ slip: due }));
      const printers = page.getByRole('group', { name: m.slips_printers(), exact: true });
      await expect(printers.getByRole('status')).toHaveText(m.slips_test_done({ slip: due }));
      expect((await paper.next())[0]).toMatch(/Test page Due dates Star_TSP143 On a roll of 80 mm .* frame/);
      expect(await paper.job()).toMatchObject({ deviceName: 'Star_TSP143', pages: 1 });
      await expectAccessible(page, 'where slips are printed');

      // A slip is as long as what is on it: a longer one has a longer page, and each is one page.
      await press(page, 'Alt+1');
      const jobOfSession = async (...items: readonly string[]) => {
        await desk.open(code('patronNothing'), 'Grace Okafor');
        for (const item of items) await desk.scanned(item, 'Lent');
        await press(page, 'F10');
        const [slip = ''] = await paper.next();
        expect(slip).toContain(items[0]);
        const job = await paper.job();
        expect(job).toMatchObject({
          ...{ silent: true, deviceName: 'Star_TSP143', pages: 1, margins: { marginType: 'none' } },
          pageSize: { width: 80_000 },
        });
        return (job?.pageSize as { height: number }).height;
      };
      const short = await jobOfSession(code('itemFree1'));
      const long = await jobOfSession(code('itemFree2'), code('itemHebrew'));
      expect(short).toBeGreaterThan(40_000);
      expect(long - short).toBeGreaterThan(10_000);

      // Another kind of slip goes on as before.
      await desk.scanned(code('itemHoldHere'), 'Returned', 'Wolf Hall');
      expect((await paper.next())[0]).toContain('Hold shelf');
      expect(await paper.job()).toMatchObject({ deviceName: 'Front_Desk', pages: null });

      // Its printer is gone: nothing comes out of another one.
      await paper.has(front);
      await paper.breaks('Out of paper');
      await press(page, 'F9');
      await expect(page.getByRole('alert').filter({ hasText: m.failures_printer_refused() })).toBeVisible();
      await paper.works();
      await settings.go();
      await settings.press(m.slips_test_of({ slip: due }));
      const gone = m.failures_printer_notThere({ printer: 'Star_TSP143' });
      await expect(printers.getByRole('alert')).toContainText(gone);
      expect(await paper.unread()).toBe(0);
      await settings.press(m.slips_printers_again());
      await expect(printerOf(due)).toHaveText('Star_TSP143');
      await expect(printerOf(due)).toHaveAccessibleDescription(m.slips_printer_gone());
      await expectAccessible(page, 'a printer that is not there');

      // Asked each time, in the system's own dialog.
      await choose(page, m.slips_printer_of({ slip: due }), m.slips_printer_ask());
      await settings.press(m.slips_test_of({ slip: due }));
      expect((await paper.next())[0]).toContain('Test page');
      expect(await paper.job()).toMatchObject({ silent: false, deviceName: '' });
      const byDefault = m.slips_printer_system({ printer: 'Front desk' });
      await choose(page, m.slips_printer_of({ slip: m.slips_printers_pages() }), byDefault);
      await settings.open(m.station_barcodes());
      await reach(page.getByRole('button', { name: m.station_card_show(), exact: true }));
      await press(page, 'Enter', calm);
      await settings.press(m.station_samples_print(), page.getByRole('dialog'));
      await expect(page.getByText(m.station_samples_printed(), { exact: true })).toBeVisible();
      await paper.next();
      expect(await paper.job()).toEqual({ silent: true, deviceName: 'Front_Desk', pages: null });
    },
  );
});
