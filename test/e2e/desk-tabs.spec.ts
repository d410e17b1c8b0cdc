import type { Locator } from 'playwright';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press, reach } from './keyboard.ts';

const ten = { card: code('patronTenLoans'), name: 'Michał Wiśniewski' };

test.describe('more tabs than there is room for', () => {
  test.use({ alone: true, size: { width: 1024, height: 700 } });

  test('are reached with the arrows, with F6, and from the menu; the next patron begins with the first', async ({
    desk,
  }) => {
    const { page } = desk;
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.tab('loans');
    const list = page.getByRole('tablist', { name: 'About the patron' });
    const tabs = list.getByRole('tab');
    const selected = list.getByRole('tab', { selected: true });
    const last = tabs.last();
    await press(page, 'End');
    await expect(last).toBeFocused();
    await expect(last).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => isWhollyShown(last)).toBe(true);
    await expectAccessible(page, 'the last tab');
    await press(page, 'F6');
    await expect(tabs.first()).toBeFocused();
    await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => isWhollyShown(tabs.first())).toBe(true);
    await press(page, 'Shift+F6');
    await expect(last).toHaveAttribute('aria-selected', 'true');

    const more = page.getByRole('button', { name: /\d more$/ });
    if ((await more.count()) > 0) {
      await reach(more);
      await press(page, 'Enter');
      const item = page.getByRole('menuitem').filter({ hasText: 'Loans' });
      await expect(item).toContainText('4');
      await expectAccessible(page, 'the menu of tabs');
      await press(page, 'Enter');
      await expect(selected).toContainText('Loans');
      await expect(selected).toBeFocused();
    }

    await press(page, 'Shift+F6');
    await desk.open(ten.card, ten.name);
    await expect(selected).toContainText('Loans');
  });
});

/** Whether a tab is in the strip from its beginning to its end. */
async function isWhollyShown(tab: Locator): Promise<boolean> {
  const [one, strip] = await Promise.all([tab.boundingBox(), tab.locator('..').boundingBox()]);
  return (
    one !== null && strip !== null && one.x >= strip.x - 1 && one.x + one.width <= strip.x + strip.width + 1
  );
}

test.describe('five thousand loans', () => {
  test.use({ library: { sample: { patrons: 20, items: 100, loansOfOne: 5000 } } });

  test('are read with progress, drawn where they are looked at, and gone through by keyboard', async ({
    desk,
  }) => {
    test.setTimeout(120_000);
    const { page } = desk;
    await desk.open(ten.card, ten.name);
    const reading = page.getByRole('tabpanel').getByRole('progressbar', { name: 'Reading' });
    await expect(reading).toBeVisible();
    const table = page.getByRole('grid', { name: 'Loans' });
    await expect(table).toHaveAttribute('aria-rowcount', '5011', { timeout: 60_000 });
    await expect(reading).toBeHidden();
    const rows = table.locator('tbody tr[data-key]');
    const drawn = async (): Promise<number> => rows.count();
    expect(await drawn()).toBeLessThan(100);
    await expectAccessible(page, 'a long list');

    await reach(table.locator('tbody tr[tabindex="0"]'));
    const focused = table.locator('tr:focus');
    await expect(focused).toHaveAttribute('aria-rowindex', '2');
    await press(page, 'End');
    await expect(focused).toHaveAttribute('aria-rowindex', '5011');
    await expect(focused).toBeInViewport();
    // The ones before it are drawn as well.
    await expect(table.locator('tr[aria-rowindex="5005"]')).toBeInViewport();
    expect(await drawn()).toBeLessThan(100);
    await press(page, 'Space');
    await press(page, 'Shift+ArrowUp');
    await expect(page.getByRole('button', { name: /^Renew 2 chosen/ })).toBeVisible();
    await press(page, 'Shift+Home');
    await expect(focused).toHaveAttribute('aria-rowindex', '2');
    await expect(focused).toBeInViewport();
    await expect(page.getByRole('button', { name: /^Renew 5,010 chosen/ })).toBeVisible();
    await press(page, 'Control+A');
    await expect(page.getByRole('button', { name: /^Renew/ }).first()).toHaveText(/^\s*Renew\s*R$/);

    // Scrolled away with the wheel, the row that is stood on keeps the focus, and what it opens is there.
    await press(page, 'Enter');
    await expect(table.getByTestId('row-details')).toHaveCount(1);
    await page.evaluate(`{
      const scroller = document.querySelector('[role="tabpanel"] .rows');
      scroller.scrollTop = scroller.scrollHeight / 2;
    }`);
    await expect(table.locator('tr[aria-rowindex="2500"], tr[aria-rowindex="2510"]').first()).toBeVisible();
    await expect(focused).toHaveAttribute('aria-rowindex', '2');
    await press(page, 'PageDown');
    await expect(focused).toBeInViewport();
    await expect(focused).not.toHaveAttribute('aria-rowindex', '2');
  });
});
