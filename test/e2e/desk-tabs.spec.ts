import type { Locator, Page } from 'playwright';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press, reach } from './keyboard.ts';

const ten = { card: code('patronTenLoans'), name: 'Michał Wiśniewski' };

/** What the strip shows, from its beginning to its end. */
const shown = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelector('[role="tablist"]').parentElement.querySelectorAll('button')]
    .filter((one) => one.getBoundingClientRect().width > 2)
    .map((one) => one.innerText.replaceAll(/\\s+/g, ' ').trim())`);

/** Where the four tabs of every patron are. */
async function places(page: Page): Promise<readonly (number | undefined)[]> {
  const names = ['Loans', 'Requests', 'Fees', 'Notes'];
  const boxes = names.map((name) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).boundingBox());
  return (await Promise.all(boxes)).map((box) => box?.x);
}

test.describe('the tabs of a patron', () => {
  test.use({ alone: true, size: { width: 1024, height: 700 } });

  test('are the same five and stand still; a rare one takes the place of More, and gives it back', async ({
    desk,
  }) => {
    const { page } = desk;
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.tab('loans');
    const list = page.getByRole('tablist', { name: 'About the patron' });
    const tabs = list.getByRole('tab');
    const selected = list.getByRole('tab', { selected: true });
    const more = page.getByRole('button', { name: 'More', exact: true });
    // No count of nothing: the patron has no notes.
    await expect.poll(() => shown(page)).toEqual(['Loans 4', 'Requests 1', 'Fees 2', 'Notes', 'More']);
    const before = await places(page);

    await reach(more);
    await press(page, 'Enter');
    await expect(page.getByRole('menuitem')).toHaveText([
      ...['Deposits', 'Sharing', 'Purchases', 'Attachments', 'Details'],
    ]);
    await expectAccessible(page, 'the menu of tabs');
    await press(page, 'ArrowDown');
    await press(page, 'Enter');
    await expect(selected).toContainText('Sharing');
    await expect(selected).toBeFocused();
    await expect.poll(() => isWhollyShown(selected)).toBe(true);
    await expectAccessible(page, 'a rare tab');
    expect(await places(page)).toEqual(before);
    // It stays in its place while another one is open, and is changed by the same menu.
    await desk.tab('fees');
    expect((await shown(page))[4]).toMatch(/^Sharing/);
    await reach(more);
    await press(page, 'Enter');
    // The menu takes keys once its first entry has the focus.
    await expect(page.getByRole('menuitem', { name: 'Deposits' })).toBeFocused();
    await press(page, 'End');
    await expect(page.getByRole('menuitem', { name: 'Details' })).toBeFocused();
    await press(page, 'Enter');
    await expect(selected).toContainText('Details');
    await expect(tabs.filter({ hasText: 'Details' })).toBeFocused();

    await press(page, 'Escape');
    await desk.open(ten.card, ten.name);
    await expect(selected).toContainText('Loans');
    await expect.poll(() => shown(page)).toEqual(['Loans 10', 'Requests', 'Fees', 'Notes', 'More']);
    expect((await places(page))[0]).toBe(before[0]);
  });

  test('are all reached with the arrows and with F6', async ({ desk }) => {
    const { page } = desk;
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.tab('loans');
    const list = page.getByRole('tablist', { name: 'About the patron' });
    const tabs = list.getByRole('tab');
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
    for (const name of ['Loans', 'Requests', 'Fees', 'Notes', 'Deposits', 'Sharing', 'Purchases']) {
      await press(page, 'F6');
      await expect(list.getByRole('tab', { selected: true })).toContainText(name);
      await expect.poll(() => isWhollyShown(list.getByRole('tab', { selected: true }))).toBe(true);
    }
    await press(page, 'Shift+F6');
    await desk.open(ten.card, ten.name);
    await expect(list.getByRole('tab', { selected: true })).toContainText('Loans');
  });
});

test.describe('before the patron is there', () => {
  test.use({ alone: true, size: { width: 1280, height: 800 } });

  test('the tabs are where they will be', async ({ desk, service }) => {
    await service.faults({ fault: 'delay', ms: 2000, operation: 'users.get' });
    await desk.scan(ten.card);
    const waiting = desk.patron.getByText('Requests');
    await expect(desk.heading).toHaveText('Opening …');
    await expect(waiting).toBeVisible();
    const before = await waiting.boundingBox();
    await expect(desk.heading).toHaveText(ten.name);
    const word = desk.page.getByRole('tab', { name: 'Requests' }).getByText('Requests');
    expect(await word.boundingBox()).toMatchObject({ x: before?.x, y: before?.y });
  });
});

/** Whether a tab is in the strip from its beginning to its end. */
async function isWhollyShown(tab: Locator): Promise<boolean> {
  const [one, strip] = await Promise.all([
    tab.boundingBox(),
    tab.locator('xpath=ancestor::*[@data-tabs-root]').boundingBox(),
  ]);
  return (
    one !== null &&
    strip !== null &&
    one.width > 30 &&
    one.x >= strip.x - 1 &&
    one.x + one.width <= strip.x + strip.width + 1
  );
}

test.describe('five thousand loans', () => {
  test.use({ library: { sample: { patrons: 20, items: 100, loansOfOne: 5000 } } });

  test('are read with progress, drawn where they are looked at, and gone through by keyboard', async ({
    desk,
  }) => {
    test.setTimeout(1_080_000);
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
    await expect(page.getByRole('button', { name: /chosen/ })).toHaveCount(0);
    await expect(focused.getByRole('button', { name: 'Renew' })).toBeVisible();

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
