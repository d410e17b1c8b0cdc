import { expect, test } from '@playwright/test';
import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { openCarrel, setSize, type Carrel } from './app.ts';
import { scrollsSideways, smallestPage, sticksOut } from './fits.ts';
import { press, reach, strike, write } from './keyboard.ts';
import { SettingsRoom } from './settings.ts';

const sections = [
  ...[m.station_place(), m.station_connection(), m.check_title(), m.station_look(), m.station_sounds()],
  ...[m.slips_settings(), m.labels_settings(), m.fees_notes_title(), m.station_barcodes()],
  ...[
    m.station_privacy(),
    m.updates_title(),
    m.diagnostics_title(),
    m.first_start_section(),
    m.policy_title(),
    m.settings_transfer_title(),
  ],
  ...[m.for_it_title(), m.station_about()],
];

const nameOf = (page: Page, section: string): Locator =>
  page
    .getByRole('tablist', { name: m.station_title(), exact: true })
    .getByRole('tab', { name: section, exact: true });
const panelOf = (page: Page, section: string): Locator =>
  page.getByRole('tabpanel', { name: section, exact: true });

test('one section at a time, each by its key and from the palette; the open one stays open', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const settings = new SettingsRoom(page);

  await test.step('from the palette, from any room', async () => {
    await press(page, 'Control+K');
    await expect(page.getByRole('dialog').locator(':focus')).toBeVisible();
    await write(page, 'settings: sou');
    await expect(page.getByRole('option', { selected: true })).toContainText(
      m.station_key_section({ section: m.station_sounds() }),
    );
    await press(page, 'Enter');
    await expect(nameOf(page, m.station_sounds())).toBeFocused();
    await expect(panelOf(page, m.station_sounds())).toBeVisible();
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
    await expectAccessible(page, 'one section');
  });

  await test.step('while other rooms are open', async () => {
    await press(page, 'Alt+1');
    await expect(settings.heading).toHaveCount(0);
    await settings.go();
    await expect(panelOf(page, m.station_sounds())).toBeVisible();
  });

  await test.step('by F6 from anywhere in the room, and back', async () => {
    await reach(page.getByRole('checkbox', { name: m.station_sounds_on() }));
    await press(page, 'F6');
    await expect(nameOf(page, m.slips_settings())).toBeFocused();
    await press(page, 'Shift+F6');
    await press(page, 'Shift+F6');
    await expect(nameOf(page, m.station_look())).toBeFocused();
    await expect(panelOf(page, m.station_look())).toBeVisible();
  });

  await test.step('by the arrows, round the ends', async () => {
    await press(page, 'End');
    await expect(panelOf(page, m.station_about())).toBeVisible();
    await press(page, 'ArrowDown');
    for (const section of sections) {
      await expect(nameOf(page, section)).toBeFocused();
      await expect(panelOf(page, section)).toBeVisible();
      await expect(page.getByRole('tabpanel')).toHaveCount(1);
      await press(page, 'ArrowDown');
    }
  });

  await test.step('a window that comes back begins where every window does', async () => {
    await page.reload();
    await settings.go();
    await expect(panelOf(page, m.station_place())).toBeVisible();
  });
});

test('what is half typed in one section is still there when others were looked at', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const settings = new SettingsRoom(page);
  await settings.go(m.station_connection());
  await settings.paste(settings.address, 'https://half.typed');
  await settings.paste(settings.key, 'half-a-key');
  await settings.open(m.station_barcodes());
  await reach(page.getByRole('textbox', { name: m.station_barcodes_prefix(), exact: true }).first());
  await write(page, '9');
  await settings.open(m.station_look());
  await settings.open(m.station_connection());
  await expect(settings.address).toHaveValue('https://half.typed');
  await expect(settings.key).toHaveValue('half-a-key');
  await settings.open(m.station_barcodes());
  await expect(
    page.getByRole('textbox', { name: m.station_barcodes_prefix(), exact: true }).first(),
  ).toHaveValue('9');
  await expect(page.getByRole('button', { name: m.station_barcodes_keep(), exact: true })).toBeEnabled();
});

test('the preview of a slip is in sight beside its settings, and above its words where there is no room beside', async () => {
  await using carrel = await openCarrel({ size: { width: 1280, height: 800 } });
  const { page } = carrel;
  await new SettingsRoom(page).go(m.slips_settings());
  const preview = page.getByRole('group', { name: m.slips_preview_of({ slip: m.slips_kind_due() }) });
  const last = page.getByRole('textbox', { name: m.slips_text({ slip: m.slips_kind_due() }), exact: true });
  const boxOf = async (what: Locator) => {
    const box = await what.boundingBox();
    if (!box) throw new Error(`${what.toString()} is not drawn`);
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };
  await preview.waitFor();
  await reach(last);
  const [words, beside] = [await boxOf(last), await boxOf(preview)];
  expect(beside.x).toBeGreaterThan(words.right);
  // All of it, below the bars and above the strip.
  expect(beside.y).toBeGreaterThan(96);
  expect(beside.bottom).toBeLessThan(764);

  await setSize(carrel, { width: 1024, height: 700 });
  const [narrow, above] = [await boxOf(last), await boxOf(preview)];
  expect(above.bottom).toBeLessThanOrEqual(narrow.y);
});

/** To be evaluated in the page: what has the focus, where it is out of sight or has no ring. */
const focusOutOfSight = `(() => {
  const { activeElement } = document;
  // A choice of one of a few, and a box to be ticked, are drawn by their label.
  const drawn = activeElement.matches('input[type="radio"], input[type="checkbox"]')
    ? activeElement.closest('label') ?? activeElement
    : activeElement;
  const ringed = [activeElement, drawn].some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  });
  const { left, top, width, height } = drawn.getBoundingClientRect();
  const main = document.querySelector('main').getBoundingClientRect();
  const inSight = drawn.getAttribute('role') === 'tabpanel'
    || (left >= main.left - 1 && left + width <= main.right + 1 && top >= main.top - 1 && top < main.bottom);
  return ringed && inSight ? '' : drawn.outerHTML.slice(0, 200);
})()`;

/** Every section with Tab through all that is in it; says what is out of sight, or wider than its place. */
async function walk({ page }: Carrel): Promise<readonly string[]> {
  const found: string[] = [];
  for (const section of sections) {
    await reach(nameOf(page, section).and(page.locator('[aria-selected="true"]')));
    const { wide, out } = await page.evaluate<{ wide: number; out: string[] }>(sticksOut);
    if (wide > 0) found.push(`${section}: ${wide} px wider than the window`);
    for (const one of [...out, ...(await page.evaluate<string[]>(scrollsSideways))])
      found.push(`${section}: ${one}`);
    const inside = panelOf(page, section).locator(':focus');
    await strike(page, 'Tab');
    for (let steps = 0; steps < 80; steps += 1) {
      const lost = await page.evaluate<string>(focusOutOfSight);
      if (lost) found.push(`${section}, the focus: ${lost}`);
      await strike(page, 'Tab');
      if ((await inside.count()) === 0) break;
    }
    await reach(nameOf(page, section));
    await strike(page, 'ArrowDown');
  }
  return found;
}

test.describe('every section by keyboard, with the focus in sight and nothing to be scrolled sideways', () => {
  for (const { name, size, zoom, text } of [
    { name: 'in the smallest window', size: smallestPage, zoom: 1, text: 'usual' },
    { name: 'in large text', size: { width: 1024, height: 700 }, zoom: 1, text: 'large' },
    { name: 'zoomed to twice its size', size: { width: 1280, height: 1000 }, zoom: 2, text: 'usual' },
  ] as const) {
    test(name, async () => {
      test.setTimeout(810_000);
      await using carrel = await openCarrel();
      await carrel.ask('station.appearance', { text });
      await setSize(carrel, size, zoom);
      await new SettingsRoom(carrel.page).go();
      expect(await walk(carrel)).toEqual([]);
    });
  }
});

test('the bar says whole things: what does not fit is left out, the least needed first', async () => {
  await using carrel = await openCarrel({ size: { width: 1024, height: 700 } });
  const { page } = carrel;
  const bar = page.getByRole('region', { name: m.app_bar(), exact: true });
  const library = bar.getByText('Main Library', { exact: true });
  const desk = bar.getByText('Circulation Desk', { exact: true });
  await expect(library).toBeInViewport({ ratio: 0.99 });
  await expect(desk).toBeInViewport({ ratio: 0.99 });
  await carrel.ask('station.appearance', { text: 'large' });
  await expect(desk).not.toBeInViewport();
  await expect(library).toBeInViewport({ ratio: 0.99 });
  await expect(bar.getByRole('button', { name: m.app_sounds_on(), exact: true })).toBeInViewport({
    ratio: 1,
  });
});
