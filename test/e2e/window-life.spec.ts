import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { chooseInMenu, openCarrel, type Carrel } from './app.ts';
import { Desk } from './desk.ts';
import { press, reach, write } from './keyboard.ts';
import { workplace } from './workplace.ts';

const endOf = ({ app }: Carrel): Promise<unknown> =>
  new Promise((resolve) => app.process().once('exit', (status) => resolve(status)));

test('a window with a patron asks before it is closed, and no scan answers for the person', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const desk = new Desk(page);
  await desk.open(code('patronNothing'), 'Grace Okafor');
  const question = page.getByRole('alertdialog', { name: m.app_closing_title() });
  for (const way of [m.desktop_menu_close(), m.desktop_menu_quit()]) {
    await chooseInMenu(carrel, way);
    await expect(question).toContainText(m.app_closing_patron({ name: 'Grace Okafor' }));
    await expect(question).not.toContainText(m.app_closing_typed());
    await press(page, 'Escape');
    await expect(question).toHaveCount(0);
  }
  await chooseInMenu(carrel, m.desktop_menu_close());
  await expectAccessible(page, 'a window that asks before it is closed');
  await desk.scan(code('itemFree1'));
  await expect(question).toContainText(m.app_scan_waits({ code: code('itemFree1') }));
  // The same key once more is no answer.
  await chooseInMenu(carrel, m.desktop_menu_close());
  await expect(question).toBeVisible();
  await expect(desk.heading).toHaveText('Grace Okafor');
  const ended = endOf(carrel);
  await reach(question.getByRole('button', { name: m.app_closing_act() }));
  await press(page, 'Enter').catch(() => undefined); // the page goes while the key is down
  expect(await ended).toBe(0);
});

test('what is half typed is not closed away; with nothing open a window goes at once', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const box = page.getByRole('combobox', { name: m.app_scan_label() });
  const question = page.getByRole('alertdialog', { name: m.app_closing_title() });
  await box.focus();
  await write(page, 'okaf');
  await chooseInMenu(carrel, m.desktop_menu_close());
  await expect(question).toContainText(m.app_closing_typed());
  await press(page, 'Escape');
  await expect(box).toHaveValue('okaf');
  await press(page, 'Control+A');
  await press(page, 'Delete');
  const ended = endOf(carrel);
  await chooseInMenu(carrel, m.desktop_menu_close());
  expect(await ended).toBe(0);
});

test('a draft of somebody who was here before counts as half typed', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const desk = new Desk(page);
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.tab('fees');
  await press(page, 'n');
  await desk.dialog.getByLabel(m.fees_amount(), { exact: true }).focus();
  await write(page, '4.5');
  await press(page, 'Escape');
  await expect(desk.dialog).toHaveCount(0);
  await press(page, 'F10');
  await expect(desk.stageWord).toHaveText(m.desk_ended());
  await chooseInMenu(carrel, m.desktop_menu_close());
  const question = page.getByRole('alertdialog', { name: m.app_closing_title() });
  await expect(question).toContainText(m.app_closing_typed());
  await press(page, 'Escape');
});

for (const way of ['is asked to end', 'ends without its close'] as const) {
  test(
    `the user logs off, and the program ${way}: nobody is asked, and the journal carries what was done`,
    { tag: '@smoke:ending' },
    async () => {
      await using place = await workplace();
      const first = await place.open();
      const before = new Desk(first.page);
      await before.open(code('patronNothing'), 'Grace Okafor');
      await before.scanned(code('itemFree1'), 'Lent', 'The Overstory');
      const ended = endOf(first);
      if (way === 'is asked to end') first.app.process().kill('SIGTERM');
      // As Windows does: no event of the program's own comes before the end.
      else await first.app.evaluate(() => process.exit(0)).catch(() => undefined);
      await ended;
      expect(first.output()).not.toContain('"event":"defect"');

      const again = await place.open();
      const after = new Desk(again.page);
      expect(await again.ask('desk.here', {})).toMatchObject({ ok: true });
      await after.open(code('patronNothing'), 'Grace Okafor');
      const loans = await after.tab('loans');
      await expect(loans.getByRole('grid')).toContainText('The Overstory');
      expect(again.output()).not.toMatch(/"event":"(?:defect|journal\.(?!sealKey))/);
    },
  );
}

test(
  'the menu makes the page larger and smaller, and F10 and Alt stay in it',
  { tag: '@smoke:keys' },
  async () => {
    await using carrel = await openCarrel();
    const { page } = carrel;
    const width = (): Promise<number> => page.evaluate('innerWidth');
    const usual = await width();
    await chooseInMenu(carrel, m.desktop_menu_zoom_in());
    await expect.poll(width).toBeLessThan(usual);
    await chooseInMenu(carrel, m.desktop_menu_zoom_reset());
    await expect.poll(width).toBe(usual);
    await chooseInMenu(carrel, m.desktop_menu_zoom_out());
    await expect.poll(width).toBeGreaterThan(usual);
    await chooseInMenu(carrel, m.desktop_menu_zoom_reset());
    await expect.poll(width).toBe(usual);

    await page.evaluate(`globalThis.taken = [];
    for (const type of ['keydown', 'keyup']) addEventListener(type, (event) => {
      if (event.key === 'F10' || event.key === 'Alt') taken.push(event.key + ' ' + type + ' ' + event.defaultPrevented);
    })`);
    // In a room where F10 does nothing, and over a dialog, too.
    await press(page, 'Alt+8');
    await expect(page.getByRole('heading', { level: 1, name: m.app_room_settings() })).toBeAttached();
    await page.evaluate('taken.length = 0');
    await press(page, 'F10');
    await press(page, 'Control+H');
    await page.getByRole('dialog').waitFor();
    await press(page, 'F10');
    await press(page, 'Alt');
    const f10 = ['F10 keydown true', 'F10 keyup true'];
    expect(await page.evaluate('taken')).toEqual([...f10, ...f10, 'Alt keydown false', 'Alt keyup true']);

    await press(page, 'Escape');
    await chooseInMenu(carrel, m.app_key_help());
    await expect(page.getByRole('dialog')).toBeVisible();
  },
);
