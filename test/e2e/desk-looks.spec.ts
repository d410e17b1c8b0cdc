import { appearances } from '../../src/contract/station.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { scrollsSideways, smallestPage, sticksOut } from './fits.ts';
import { expect, test } from './fixtures.ts';
import { press, standOn } from './keyboard.ts';

for (const theme of appearances.filter((theme) => theme !== 'system')) {
  test(`the desk in ${theme}: nothing that axe finds`, async ({ desk, carrel }) => {
    test.setTimeout(810_000);
    const { page } = desk;
    await carrel.ask('station.appearance', { theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectAccessible(page, `${theme}: nobody`);
    await desk.open(code('patronNote'), 'أمينة حدّاد');
    await desk.scan(code('itemFree1'));
    await expect(desk.row('Held', code('itemFree1'))).toBeVisible();
    await expectAccessible(page, `${theme}: notes in the way, a scan held`);
    await press(page, 'F7');
    await expect(desk.row('Lent', 'The Overstory')).toBeVisible();
    await desk.scanned(code('itemFree1'), 'Twice');
    await desk.scanned(code('itemReference'), 'Refused', 'Not for loan');
    await desk.open(code('patronBlocked'), 'Tomáš Dvořák');
    await expectAccessible(page, `${theme}: blocked; lent, twice and refused`);
    await desk.open(code('patronTenLoans'), 'Michał Wiśniewski');
    const panel = await desk.tab('loans');
    await press(page, 'Shift+R');
    await expect(panel.getByText('3 not renewed', { exact: true })).toBeVisible();
    await expectAccessible(page, `${theme}: renewed and not`);
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    const fees = await desk.tab('fees');
    await standOn(fees.getByRole('grid'), '8.00');
    await press(page, 'p');
    await desk.dialog.waitFor();
    await expectAccessible(page, `${theme}: paying`);
    await press(page, 'Escape');
    await press(page, 'Control+H');
    await desk.dialog.waitFor();
    await expectAccessible(page, `${theme}: the sheet of keys`);
    await press(page, 'Escape');
    await press(page, 'F2');
    await desk.scanned(code('itemOtherLibrary'), 'Returned');
    await expectAccessible(page, `${theme}: in transit`);
  });
}

test.describe('in the smallest window', () => {
  test.use({ alone: true, size: smallestPage });

  for (const direction of ['ltr', 'rtl'] as const) {
    test(`${direction}: nothing is wider than the window`, async ({ desk }) => {
      test.setTimeout(540_000);
      const { page } = desk;
      await page.evaluate(`document.documentElement.dir = '${direction}'`);
      const fits = async (state: string): Promise<void> => {
        expect(await page.evaluate(sticksOut), state).toEqual({ wide: 0, out: [] });
        expect(await page.evaluate(scrollsSideways), state).toEqual([]);
      };
      expect(await page.evaluate('innerWidth')).toBe(smallestPage.width);
      await fits('nobody at the desk');
      await desk.open(code('patronOwing'), 'Γιώργος Παπαδόπουλος');
      await desk.scanned(code('itemHebrew'), 'Lent');
      await desk.scanned(code('itemReference'), 'Refused', 'Not for loan');
      await fits('a patron, a refusal');
      const fees = await desk.tab('fees');
      await fits('fees');
      await standOn(fees.getByRole('grid'), '27.90');
      await press(page, 's');
      await desk.dialog.waitFor();
      await fits('a split');
      await press(page, 'Escape');
      await desk.open(code('patronTenLoans'), 'Michał Wiśniewski');
      const panel = await desk.tab('loans');
      await press(page, 'Shift+R');
      await expect(panel.getByText('3 not renewed', { exact: true })).toBeVisible();
      await fits('loans renewed');
      await press(page, 'F10');
      await desk.scanned(code('itemOtherLibrary'), 'Returned');
      await fits('in transit');
      await press(page, 'Control+H');
      await desk.dialog.waitFor();
      await fits('the sheet of keys');
      await press(page, 'Escape');
      for (const [index, room] of [
        'Receiving',
        'Acquisitions',
        'Lending',
        'Configuration',
        'Reports',
        'Settings',
      ].entries()) {
        await press(page, `Alt+${index + 2}`);
        await expect(page.getByRole('heading', { level: 1, name: room })).toBeAttached();
        await page.evaluate(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
        );
        await fits(room);
      }
    });
  }
});
