import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press, scan, strike, write } from './keyboard.ts';
import { readClipboard, Tables, writeClipboard } from './tables.ts';

const name = 'NoteTypes';
const before = ['CIRCULATION', 'GENERAL', 'ADDRESS', 'LIBRARY'];

test('a table is found by its name, opened, and edited as in a spreadsheet', async ({ carrel }) => {
  const { page } = carrel;
  const tables = new Tables(page);
  await tables.go();
  await expectAccessible(page, 'the list of tables');
  await tables.open(name);
  await expectAccessible(page, 'a table');
  await expect.poll(() => tables.column(name, 0)).toEqual(before);

  // Typing takes the place of what was there; Enter goes down.
  await write(page, 'FIRST');
  await press(page, 'Enter');
  await expect(tables.cell(name, 0, 0)).toHaveText('FIRST');
  await expect(tables.cell(name, 1, 0).locator('textarea')).toBeFocused();
  // Esc leaves it as it was.
  await write(page, 'no');
  await press(page, 'Escape');
  await expect(tables.cell(name, 1, 0)).toHaveText('GENERAL');
  // F2 edits what is there.
  await press(page, 'F2');
  await write(page, '2');
  await press(page, 'Tab');
  await expect(tables.cell(name, 1, 0)).toHaveText('GENERAL2');
  await expect(tables.cell(name, 1, 1).locator('textarea')).toBeFocused();
  await tables.press('Control+z', 'Control+z');
  await expect.poll(() => tables.column(name, 0)).toEqual(before);
  await press(page, 'Control+y');
  await expect(tables.cell(name, 0, 0)).toHaveText('FIRST');
  await press(page, 'Control+Shift+z');
  await expect(tables.cell(name, 1, 0)).toHaveText('GENERAL2');
  await tables.press('Control+z', 'Control+z');

  // The ends of the table and of a row.
  await press(page, 'Control+End');
  await expect(tables.cell(name, 3, 3).locator(':focus')).toHaveCount(1);
  await press(page, 'Control+Home');
  await press(page, 'End');
  await expect(tables.cell(name, 0, 3).locator(':focus')).toHaveCount(1);
  // Space switches a row off.
  await expect(tables.cell(name, 0, 3).getByRole('checkbox')).toBeChecked();
  await press(page, 'Space');
  await expect(tables.cell(name, 0, 3).getByRole('checkbox')).not.toBeChecked();
  await expect(tables.grid(name).getByRole('rowheader').first()).toContainText(m.grid_changed());
  await expectAccessible(page, 'a changed row');
  await press(page, 'Control+z');
});

test('a block is copied, cut, pasted and cleared; rows are added, duplicated, deleted and moved', async ({
  carrel,
}) => {
  const { page } = carrel;
  const tables = await Tables.opened(page, name);
  await tables.press('Shift+ArrowDown', 'Shift+ArrowRight');
  await expect(tables.grid(name).locator('[aria-selected="true"]')).toHaveCount(4);
  await press(page, 'Control+c');
  expect(await readClipboard(page)).toBe('CIRCULATION\tCirculation\nGENERAL\tGeneral');
  await press(page, 'Control+x');
  await expect(tables.cell(name, 0, 0)).toHaveText('');
  await expect(tables.cell(name, 0, 0)).toHaveAttribute('title', m.configuration_tables_problem_no_code());
  await expect(tables.cell(name, 0, 0)).toHaveAttribute('aria-invalid', 'true');
  await press(page, 'Control+z');

  // More rows than there are: rows are added, in one step.
  await writeClipboard(page, 'A\t"two\nlines"\r\nB\tsaid "b"\r\nC\tc\r\n');
  await tables.press('Control+Home', 'Control+ArrowDown', 'Control+v');
  await expect(tables.cell(name, 5, 0)).toHaveText('C');
  await expect
    .poll(() => tables.column(name, 0))
    .toEqual(['CIRCULATION', 'GENERAL', 'ADDRESS', 'A', 'B', 'C']);
  await expect(tables.grid(name).getByRole('rowheader').nth(5)).toContainText(m.grid_added());
  await press(page, 'Control+z');
  await expect.poll(() => tables.column(name, 0)).toEqual(before);

  // From a flag's cell too, where nothing is typed into.
  await tables.press('Control+Home', 'End', 'Control+c');
  expect(await readClipboard(page)).toBe('true');
  await writeClipboard(page, 'FALSE');
  await tables.press('Shift+ArrowDown', 'Control+v');
  await expect(tables.cell(name, 1, 3).getByRole('checkbox')).not.toBeChecked();
  await press(page, 'Control+z');

  await press(page, 'Control+Home');
  await press(page, 'Alt+ArrowDown');
  await expect.poll(() => tables.column(name, 0)).toEqual(['GENERAL', 'CIRCULATION', 'ADDRESS', 'LIBRARY']);
  await press(page, 'Control+d');
  await expect
    .poll(() => tables.column(name, 0))
    .toEqual(['GENERAL', 'CIRCULATION', 'CIRCULATION', 'ADDRESS', 'LIBRARY']);
  await expect(tables.cell(name, 2, 0)).toHaveAttribute('title', m.configuration_tables_problem_twice());
  await press(page, 'Control+Delete');
  await press(page, 'Alt+ArrowUp');
  await expect.poll(() => tables.column(name, 0)).toEqual(['GENERAL', 'ADDRESS', 'CIRCULATION', 'LIBRARY']);
  await press(page, 'Insert');
  await write(page, 'NEW');
  await press(page, 'Enter');
  await expect.poll(() => tables.column(name, 0)).toContain('NEW');
});

test('rows are filtered and sorted, and the saved order stays', async ({ carrel }) => {
  const { page } = carrel;
  const tables = await Tables.opened(page, name);
  await press(page, 'Escape');
  await expect(tables.filter).toBeFocused();
  await write(page, 'ADD');
  await expect(tables.cell(name, 0, 0)).toHaveText('ADDRESS');
  await expect.poll(() => tables.column(name, 0)).toEqual(['ADDRESS']);
  await expectAccessible(page, 'a filtered table');
  await press(page, 'ArrowDown');
  await press(page, 'Alt+ArrowDown');
  await expect(page.getByText(m.grid_not_moved_filtered())).toBeVisible();
  // A new row does not match, and is seen all the same.
  await press(page, 'Insert');
  await write(page, 'ZEBRA');
  await press(page, 'Enter');
  await expect.poll(() => tables.column(name, 0)).toEqual(['ADDRESS', 'ZEBRA']);
  await press(page, 'Escape');
  await press(page, 'Escape');
  await expect
    .poll(() => tables.column(name, 0))
    .toEqual(['CIRCULATION', 'GENERAL', 'ADDRESS', 'ZEBRA', 'LIBRARY']);

  await tables.act(m.grid_sort_by({ column: m.configuration_tables_column_code() }));
  await expect(page.getByText(m.grid_sorted({ column: m.configuration_tables_column_code() }))).toBeVisible();
  await expect
    .poll(() => tables.column(name, 0))
    .toEqual(['ADDRESS', 'CIRCULATION', 'GENERAL', 'LIBRARY', 'ZEBRA']);
  await tables.act(m.grid_saved_order());
  await expect
    .poll(() => tables.column(name, 0))
    .toEqual(['CIRCULATION', 'GENERAL', 'ADDRESS', 'ZEBRA', 'LIBRARY']);
});

test('a scan is no edit, and fast typing is no scan', async ({ carrel }) => {
  const { page } = carrel;
  const tables = await Tables.opened(page, name);
  const strip = page.getByRole('region', { name: m.app_strip() });
  await scan(page, sampleCode('itemFree1'));
  await expect(strip).toContainText('The Overstory');
  await expect.poll(() => tables.column(name, 0)).toEqual(before);
  await expect(tables.cell(name, 0, 0).locator('textarea')).toBeFocused();
  // In the middle of a word.
  await write(page, 'HALF');
  await scan(page, sampleCode('itemFree1'));
  await expect(tables.cell(name, 0, 0).locator('textarea')).toHaveValue('HALF');
  await press(page, 'Enter');
  await expect(tables.cell(name, 0, 0)).toHaveText('HALF');
  // As fast as a person types at best, many keys in a burst.
  await page.keyboard.type('quick', { delay: 40 });
  await press(page, 'Enter');
  await expect(tables.cell(name, 1, 0)).toHaveText('quick');
  await strike(page, 'Control+z');
});
