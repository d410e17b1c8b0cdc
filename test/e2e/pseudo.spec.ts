import { rm } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { sampleCode as code } from '../../src/service/samples.ts';
import { openCarrel } from './app.ts';
import { press, reach, scan } from './keyboard.ts';
import { buildPseudo, leftInTheCode } from './pseudo.ts';

test('in a language that nobody speaks, no text is left in the code', async () => {
  test.setTimeout(810_000);
  const folder = await buildPseudo();
  try {
    await using carrel = await openCarrel({ folder });
    const { page } = carrel;
    const translated = async (state: string): Promise<void> => {
      expect(await page.evaluate(leftInTheCode), state).toEqual([]);
    };
    const rows = page.getByTestId('scans').locator(':scope > li');
    await translated('nobody at the desk');
    await scan(page, code('patronNote'));
    await page.getByRole('alertdialog').waitFor();
    await translated('notes in the way');
    await press(page, 'F7');
    await scan(page, code('itemFree1'));
    await scan(page, code('itemReference'));
    await scan(page, 'POL-1001');
    await expect(rows.getByTestId('mark-refused')).toHaveCount(2);
    await translated('lent and refused');
    await scan(page, code('patronGood'));
    await expect(page.getByRole('heading', { level: 2, name: 'Rivka Ben-Ami' })).toBeVisible();
    const tabs = page.getByRole('tab');
    await reach(tabs.first());
    for (const act of [['Shift+R'], ['h'], ['s', 'Shift+P'], []]) {
      const panel = page.getByRole('tabpanel');
      await panel.locator('section[aria-busy="false"], ul, h3').first().waitFor();
      await translated('a tab');
      for (const key of act) {
        await press(page, key);
        if (key === 'Shift+R') await expect(panel.getByTestId('mark-done').first()).toBeVisible();
        else await page.getByRole('dialog').waitFor();
        await translated(key);
        if (key === 'Shift+R') continue;
        await press(page, 'Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await press(page, 'ArrowRight');
    }
    await press(page, 'Control+H');
    await page.getByRole('dialog').waitFor();
    await translated('the sheet of keys');
    await press(page, 'Escape');
    for (const room of [2, 3, 4, 5, 6, 7, 8].map((place) => `Alt+${place}`)) {
      await press(page, room);
      await expect(page.locator('main h2').first()).toBeVisible();
      await translated(room);
    }
    await press(page, 'Alt+2');
    await scan(page, code('polSeveral'));
    await expect(page.getByRole('heading', { level: 2, name: 'Atlas of the Night Sky' })).toBeVisible();
    await translated('an order line');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
